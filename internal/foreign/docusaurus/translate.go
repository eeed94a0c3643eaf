package docusaurus

import (
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// translated matches a call of the function for texts: https://docusaurus.io/docs/docusaurus-core#translate
var translated = pattern.New(`^translate\(([\s\S]*)\)$`)

// script replaces calls of the functions for files and texts in an expression by their values. Inside of <Translate>, it
// fills in the values of the tag.
func (p *page) script(expression string) string {
	out := plainScript(expression)
	args, values := out, p.values
	if m := translated.FindStringSubmatch(out); m != nil {
		args = m[1]
	} else if values == nil {
		return out
	}
	v, _ := script.Value("x.jsx", "", "["+args+"]", nil)
	list, _ := v.([]any)
	if len(list) == 0 {
		return out
	}
	text, ok := list[0].(string)
	if said, _ := list[0].(*script.Object); said != nil {
		if text = said.Str("message"); text == "" {
			text = said.Str("id")
		}
		ok = text != ""
	}
	if !ok {
		return out
	}
	if len(list) > 1 {
		values, _ = list[1].(*script.Object)
	}
	return strconv.Quote(filled(text, values))
}

// filled replaces the names in braces in a text by their values.
func filled(text string, values *script.Object) string {
	if values == nil {
		return text
	}
	var pairs []string
	for _, key := range values.Keys {
		pairs = append(pairs, "{"+key+"}", textOf(values.Get(key)))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// textOf returns the text of a value or of an element; "" if it must be computed.
func textOf(v any) string {
	switch v := v.(type) {
	case *script.Element:
		return textOf(v.Inside)
	case []any:
		out := ""
		for _, inside := range v {
			out += textOf(inside)
		}
		return out
	}
	text, _ := script.Text(v)
	return text
}
