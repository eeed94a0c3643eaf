package liquid

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var (
	ticks = pattern.New("`{3,}")
	// blockStart matches the line that starts a block of HTML: https://spec.commonmark.org/0.31.2/#html-blocks
	blockStart = pattern.New(`(?i)^[ \t]*</?(address|article|aside|blockquote|body|caption|center|col|dd|details|` +
		`dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|menu|nav|ol|p|section|` +
		`summary|table|tbody|td|tfoot|th|thead|tr|ul)(?:[\s/>]|$)`)
)

const mostParagraph = 1 << 12 // bytes before a value in which its paragraph starts

// TagAbove returns the name and the line of the tag that starts the block of HTML in which the next text is printed, as
// no blank line is between them; "" for none.
func (r *Run) TagAbove() (name, line string) {
	s := r.Printed()
	s = s[max(0, len(s)-mostParagraph):]
	for line := range strings.Lines(s[strings.LastIndex(s, "\n\n")+1:]) {
		if m := blockStart.FindStringSubmatch(line); m != nil {
			return m[1], line
		}
	}
	return "", ""
}

// item matches the marker of a list item at the start of a line.
var item = pattern.New(`^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+`)

// Fenced returns code between fences with an info string, indented like the text before it in its line, or its list item.
func Fenced(before, info, code string) string {
	fence := "```"
	for _, run := range ticks.FindAllString(code, -1) {
		fence += strings.Repeat("`", max(0, len(run)+1-len(fence)))
	}
	indent := "\n" + before[:len(before)-len(strings.TrimLeft(before, " \t"))]
	if marker := item.FindString(before); marker != "" {
		indent = "\n" + block.Hanging(marker)
		code = strings.ReplaceAll("\n"+strings.TrimPrefix(code, "\n"), "\n", indent)
	}
	start := fence + info
	if !block.Blank(before) {
		start = indent + start
	}
	if !strings.HasPrefix(code, "\n") {
		start += "\n"
	}
	return start + code + indent + fence
}
