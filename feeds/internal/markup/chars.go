package markup

import "strings"

// Set returns the set of the words in a list.
func Set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// Letter reports whether c is an ASCII letter.
func Letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// Space reports whether c is HTML white space.
func Space(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// Only reports whether s consists of ASCII letters, digits, and the bytes of more.
func Only(s, more string) bool {
	for i := range len(s) {
		c := s[i]
		if !('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z') && strings.IndexByte(more, c) < 0 {
			return false
		}
	}
	return true
}
