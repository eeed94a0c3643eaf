package mkdocs

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var (
	path1   = pattern.New(`^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$`)
	inCode  = pattern.New(`\{\{\s*([\w.]+)\s*\}\}`)
	ofValue = pattern.New(`^[\w.]+`)
)

const (
	leftOut     = " of the macros plugin or a hook is left out"
	leftOutHint = "sitegen runs no programs of the project: write the text into the page, or a shortcode"
)

// template replaces a variable of the macros plugin; other expressions are left out:
// https://mkdocs-macros-plugin.readthedocs.io/en/latest/
func (w *text) template(t block.Template) string {
	if value, ok := w.value(t.Value); ok {
		return value
	}
	name := "{% " + t.Name + " %}"
	if t.Name == "" {
		name = "{{ " + ofValue.FindString(t.Value) + " }}"
	}
	if !strings.HasPrefix(t.Name, "end") {
		w.lost.Add(t.Line, name, name+leftOut, leftOutHint)
	}
	return ""
}

// value returns the value of a variable, which is in extra or in config.
func (m *manner) value(name string) (string, bool) {
	if !path1.MatchString(name) {
		return "", false
	}
	var v any = m.values
	for key := range strings.SplitSeq(name, ".") {
		table, _ := v.(map[string]any)
		v = table[key]
	}
	if v == true || v == false {
		return map[any]string{true: "True", false: "False"}[v], true
	}
	if _, list := v.([]any); list {
		return "", false
	}
	text := foreign.TextOf(v)
	return text, text != ""
}

// filled fills in the variables in code.
func (w *text) filled(s string) string {
	if !w.fill || !strings.Contains(s, "{{") {
		return s
	}
	return inCode.ReplaceAllStringFunc(s, func(found string) string {
		if value, ok := w.value(inCode.FindStringSubmatch(found)[1]); ok {
			return value
		}
		return found
	})
}
