package block

import (
	"fmt"
	"strings"
)

// InlineNotes are the definitions of footnotes that texts have in place, as lines for the end of the text.
type InlineNotes []string

// Move replaces each ^[text] in a part of a line by a reference to a footnote with the text.
func (n *InlineNotes) Move(s string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "^[")
		end := closing(rest)
		if !found || end <= 0 {
			b.WriteString(s)
			return b.String()
		}
		if len(*n) == 0 {
			*n = append(*n, "")
		}
		name := fmt.Sprintf("[^inline-%d]", len(*n))
		*n = append(*n, name+": "+rest[:end])
		b.WriteString(before + name)
		s = rest[end+1:]
	}
}

// closing returns the offset of the bracket that closes a text; -1 if there is none.
func closing(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}
