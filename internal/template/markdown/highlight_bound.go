package markdown

// maxHighlight limits the work for one block of code: its estimated number of tokens times its bytes, since a regular
// expression of a lexer may read the rest of the code for each token. A block of about 50 KB reaches it, and has no
// colors. It is not a time limit, so a block looks the same on every machine.
const maxHighlight = 1_000_000_000

// tooExpensive reports whether a block is too large for a lexer.
func tooExpensive(code string) bool { return len(code) > 0 && tokensOf(code) > maxHighlight/len(code) }

// tokensOf estimates the number of tokens: words, and other characters except spaces.
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
