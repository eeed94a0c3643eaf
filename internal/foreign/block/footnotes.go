package block

import (
	"fmt"
	"strings"
)

// InlineNotes are the definitions of footnotes that texts have in place, as lines for the end of the text.
type InlineNotes []string

// Move replaces each ^[text] in a line, outside of code, by a reference to a footnote with the text.
func (n *InlineNotes) Move(line string) string {
	if !strings.Contains(line, "^[") {
		return line
	}
	masked := parted(line, func(text string) string { return text }, func(code string) string {
		return strings.Repeat("`", len(code))
	})
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(masked, "^[")
		end := closing(rest)
		if !found || end <= 0 {
			b.WriteString(line)
			return b.String()
		}
		if len(*n) == 0 {
			*n = append(*n, "")
		}
		name := fmt.Sprintf("[^inline-%d]", len(*n))
		start := len(before) + len("^[")
		*n = append(*n, name+": "+line[start:start+end])
		b.WriteString(line[:len(before)] + name)
		line, masked = line[start+end+1:], rest[end+1:]
	}
}

// InNote reports whether a text ends in such a footnote.
func InNote(s string) bool {
	at := strings.LastIndex(s, "^[")
	return at >= 0 && closing(s[at+len("^["):]) < 0
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
