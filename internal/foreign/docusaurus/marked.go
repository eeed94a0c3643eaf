package docusaurus

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// mark is a comment that marks lines of code:
// https://docusaurus.io/docs/markdown-features/code-blocks#highlighting-with-comments
var mark = regexp.MustCompile(`^\s*(?://|#|--|%|/\*|\{/\*|<!--)\s*highlight-(next-line|start|end)\s*(?:\*/\}?|-->)?\s*$`)

// marked takes the comments that mark lines out of code, and marks the lines in the options of its fence. The lines
// below the code keep their numbers: empty ones take the place of the comments.
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

// unmarked returns code without the comments, and the numbers of the lines that they mark.
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
