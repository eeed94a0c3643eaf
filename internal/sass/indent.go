package sass

import (
	"bytes"
	"path"
	"strings"
)

// evenly returns a style sheet with spaces alone in front of its lines when it is in the indented syntax and begins some of
// them with tabs, others with spaces. LibSass takes each of them for one column; Dart Sass refuses the mixture.
func (o *Options) evenly(name string, text []byte) string {
	if !o.Loose || path.Ext(name) != ".sass" || !bytes.Contains(text, []byte("\t")) {
		return string(text)
	}
	tabs, spaces := false, false
	for line := range bytes.Lines(text) {
		front := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
		tabs, spaces = tabs || bytes.Contains(front, []byte("\t")), spaces || bytes.Contains(front, []byte(" "))
	}
	if !tabs || !spaces {
		return string(text)
	}
	var b strings.Builder
	for line := range bytes.Lines(text) {
		rest := bytes.TrimLeft(line, " \t")
		b.WriteString(strings.Repeat(" ", len(line)-len(rest)))
		b.Write(rest)
	}
	return b.String()
}
