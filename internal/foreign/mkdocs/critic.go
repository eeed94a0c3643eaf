package mkdocs

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// changes matches edits of several lines: https://facelessuser.github.io/pymdown-extensions/extensions/critic/
var changes = pattern.New(`(?s)\{\+\+.*?\+\+\}|\{--.*?--\}|\{==.*?==\}|\{~~.*?~~\}|\{>>.*?<<\}`)

// critic converts edits that span lines: it removes comments, and the marks of other edits. Those within a line are
// converted with the other inline syntax.
func critic(lines []string) {
	// text is the page with code as blanks, so positions are the same in both.
	var text strings.Builder
	for i, place := range block.PlacesOf(lines) {
		if place != block.NoCode {
			text.WriteString(strings.Repeat(" ", len(lines[i])) + "\n")
			continue
		}
		marked := block.Outside(lines[i], func(s string) string { return strings.Repeat("\x00", len(s)) })
		for k := range len(marked) {
			if marked[k] == 0 {
				text.WriteByte(lines[i][k])
			} else {
				text.WriteByte(' ')
			}
		}
		text.WriteByte('\n')
	}
	page := []byte(strings.Join(lines, "\n") + "\n")
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if page[i] != '\n' {
				page[i] = ' '
			}
		}
	}
	for _, m := range changes.FindAllStringIndex(text.String(), -1) {
		found := text.String()[m[0]:m[1]]
		if !strings.Contains(found, "\n") {
			continue
		}
		if found[1] == '>' {
			blank(m[0], m[1])
			continue
		}
		blank(m[0], m[0]+3)
		blank(m[1]-3, m[1])
		if at := strings.Index(found, "~>"); found[1] == '~' && at > 0 {
			blank(m[0]+at, m[0]+at+2)
		}
	}
	copy(lines, strings.Split(string(page), "\n"))
}
