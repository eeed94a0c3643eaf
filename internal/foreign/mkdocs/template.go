package mkdocs

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var ofValue = pattern.New(`^[\w.]+`)

const (
	leftOut     = " of the macros plugin or a hook is left out"
	leftOutHint = "sitegen runs no programs of the project: write the text into the page, or a shortcode"
)

// template leaves out an expression whose value only a program of the project knows.
func (w *text) template(t block.Template) string {
	name := "{% " + t.Name + " %}"
	if t.Name == "" {
		name = "{{ " + ofValue.FindString(t.Value) + " }}"
	}
	if !strings.HasPrefix(t.Name, "end") {
		w.use(leftOut)
		w.lost.Add(t.Line, name, name+leftOut, leftOutHint)
	}
	return ""
}
