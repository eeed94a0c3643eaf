package docusaurus

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// mark matches a comment alone in a line of code, in many languages.
var mark = pattern.New(
	`^\s*(?://|#|--|;;|%|!|\*>|'|(?i:rem\s)|/\*|\{/\*|<!--)\s*([\w-]+(?: [\w-]+)*)\s*(?:\*/\}?|-->)?\s*$`)

// The comments that highlight lines.
const (
	nextLine   = "next" // the line below
	firstLine  = "start"
	behindLast = "end"
)

// readMarks returns the meaning of the comments that mark lines of code, those of all classes alike:
// https://docusaurus.io/docs/markdown-features/code-blocks#custom-magic-comments
func readMarks(config *script.Object) map[string]string {
	list := config.List("themeConfig", "prism", "magicComments")
	if list == nil {
		return map[string]string{
			"highlight-next-line": nextLine, "highlight-start": firstLine, "highlight-end": behindLast,
		}
	}
	marks := map[string]string{}
	for _, v := range list {
		o, _ := v.(*script.Object)
		marks[o.Str("line")] = nextLine
		marks[o.Str("block", "start")], marks[o.Str("block", "end")] = firstLine, behindLast
	}
	delete(marks, "")
	return marks
}

// marked removes the comments that highlight lines from code, and adds the lines to the options of the fence.
func (m *manner) marked(lines []string) []string {
	t := &block.Text{Lines: lines, Places: block.PlacesOf(lines)}
	for start := 0; start < len(lines); start++ {
		if t.Places[start] != block.Opening {
			continue
		}
		end := start + 1
		for end < len(lines) && t.Places[end] == block.Inside {
			end++
		}
		code, hits := m.unmarked(lines[start+1 : end])
		if len(hits) == 0 {
			continue
		}
		block.Shorten(lines, start, end, code)
		lines[start] = strings.TrimRight(lines[start], " \t\r") + ` hl_lines="` + strings.Join(hits, " ") + `"`
		start = end
	}
	return lines
}

// unmarked returns code without these comments, and the numbers of the highlighted lines.
func (m *manner) unmarked(code []string) (out, hits []string) {
	next, all := false, false
	for _, line := range code {
		meaning := ""
		if said := mark.FindStringSubmatch(line); said != nil {
			meaning = m.marks[said[1]]
		}
		if meaning == "" {
			out = append(out, line)
			if next || all {
				hits = append(hits, fmt.Sprint(len(out)))
			}
			next = false
			continue
		}
		next = next || meaning == nextLine
		all = meaning == firstLine || all && meaning != behindLast
	}
	return out, hits
}
