package docusaurus

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// mark matches a comment that highlights lines of code:
var mark = pattern.New(`^\s*(?://|#|--|%|/\*|\{/\*|<!--)\s*highlight-(next-line|start|end)\s*(?:\*/\}?|-->)?\s*$`)

// marked removes the comments that highlight lines from code, and adds the lines to the options of the fence. Blank
// lines replace the comments, so the lines below the code keep their numbers.
func marked(lines []string) []string {
	t := &block.Text{Lines: lines, Places: block.PlacesOf(lines)}
	for start := 0; start < len(lines); start++ {
		if t.Places[start] != block.Opening {
			continue
		}
		end := start + 1
		for end < len(lines) && t.Places[end] == block.Inside {
			end++
		}
		code, hits := unmarked(lines[start+1 : end])
		if len(hits) == 0 {
			continue
		}
		removed := end - start - 1 - len(code)
		copy(lines[start+1:], code)
		if end < len(lines) {
			lines[start+1+len(code)] = lines[end] // the fence that closes it
		}
		for i := range removed {
			lines[min(end, len(lines)-1)-i] = ""
		}
		lines[start] = strings.TrimRight(lines[start], " \t\r") + ` hl_lines="` + strings.Join(hits, " ") + `"`
		start = end
	}
	return lines
}

// unmarked returns code without these comments, and the numbers of the highlighted lines.
func unmarked(code []string) (out, hits []string) {
	next, all := false, false
	for _, line := range code {
		m := mark.FindStringSubmatch(line)
		if m == nil {
			out = append(out, line)
			if next || all {
				hits = append(hits, fmt.Sprint(len(out)))
			}
			next = false
			continue
		}
		next = next || m[1] == "next-line"
		all = m[1] == "start" || all && m[1] != "end"
	}
	return out, hits
}
