package markdown

// maxHighlight bounds the work for one block of code: about how many tokens it has, times its bytes, since an
// expression of a lexer may look at all of the rest for each. A block of some 50 KB reaches it, and is shown without
// colors. It is not a limit of time, so that a block looks the same on every machine.
const maxHighlight = 1_000_000_000

// tooDear reports whether a block is too large for a lexer.
func tooDear(code string) bool { return len(code) > 0 && tokensOf(code) > maxHighlight/len(code) }

// tokensOf estimates how many tokens code has: its words, and the other characters that are no space.
func tokensOf(code string) (n int) {
	word := false
	for i := range len(code) {
		ch := code[i]
		letter := ch|0x20 >= 'a' && ch|0x20 <= 'z' || ch >= '0' && ch <= '9' || ch == '_' || ch >= 0x80
		if !letter && ch > ' ' || letter && !word {
			n++
		}
		word = letter
	}
	return n
}
