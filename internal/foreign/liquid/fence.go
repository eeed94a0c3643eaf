package liquid

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var ticks = pattern.New("`{3,}")

// Fenced returns code between fences with an info string, indented like the text before it in its line.
func Fenced(before, info, code string) string {
	fence := "```"
	for _, run := range ticks.FindAllString(code, -1) {
		fence += strings.Repeat("`", max(0, len(run)+1-len(fence)))
	}
	indent := "\n" + before[:len(before)-len(strings.TrimLeft(before, " \t"))]
	start := fence + info
	if !block.Blank(before) {
		start = indent + start
	}
	if !strings.HasPrefix(code, "\n") {
		start += "\n"
	}
	return start + code + indent + fence
}
