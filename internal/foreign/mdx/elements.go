package mdx

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/script"
)

// mostElements is the maximum number of bytes of the elements that an expression makes.
const mostElements = 1 << 16

// elements returns the elements in the value of an expression as JSX; "" for other values.
func (p *Page) elements(v any) string {
	if !hasElements(v) || p.code < 0 {
		return ""
	}
	var b strings.Builder
	writeElements(&b, v)
	p.code -= b.Len() + perScript
	return b.String()
}

// hasElements reports whether a value is an element, or a list with one.
func hasElements(v any) bool {
	list, _ := v.([]any)
	_, ok := v.(*script.Element)
	return ok || slices.ContainsFunc(list, hasElements)
}

// bracesAsText escapes braces, which are expressions in JSX.
var bracesAsText = strings.NewReplacer("{", "&#123;", "}", "&#125;")

func writeElements(b *strings.Builder, v any) {
	if b.Len() > mostElements {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, inside := range v {
			writeElements(b, inside)
		}
	case *script.Element:
		if v.Name != "" {
			b.WriteString("<" + v.Name)
			for _, key := range keys(v.Attributes) {
				value := v.Attributes.Get(key)
				if o, ok := value.(*script.Object); ok {
					value = o.Map()
				}
				text, err := json.Marshal(value)
				switch s, ok := value.(string); {
				case key == "key" || value == any(script.Unknown{}) || err != nil:
				case ok && !strings.ContainsAny(s, "\"&<>{}\n"):
					b.WriteString(" " + key + `="` + s + `"`)
				default:
					b.WriteString(" " + key + "={" + string(text) + "}")
				}
			}
			if len(v.Inside) == 0 {
				b.WriteString(" /")
			}
			b.WriteString(">")
		}
		writeElements(b, v.Inside)
		if v.Name != "" && len(v.Inside) > 0 {
			b.WriteString("</" + v.Name + ">")
		}
	case nil, bool:
	default:
		text, _ := script.Text(v)
		b.WriteString(bracesAsText.Replace(asText.Replace(strings.ReplaceAll(text, "\n", " "))))
	}
}
