package conversion

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/script"
)

// HeadEnd is the template for more elements in the head of pages.
const HeadEnd = "layouts/_partials/slots/head-end.html"

// OfOldTheme ends the note about parts of the theme of the other tool.
const OfOldTheme = " of the old theme are not converted: adapt the new theme in layouts/ and assets/css/custom.css"

// Element is an element that a configuration in JavaScript adds to the head of each page.
type Element struct {
	Name       string
	Attributes *script.Object
	Text       any // between its tags; nil: none
}

// Own reports whether the themes write such an element themselves. They do so for pictures of Open Graph only if the
// page has one, and for robots only if the page says so.
func (e *Element) Own() bool {
	if e.Name != "meta" {
		return false
	}
	name := strings.ToLower(e.Attributes.Str("name") + e.Attributes.Str("property"))
	return e.Attributes.Get("charset") != nil ||
		slices.Contains([]string{"viewport", "description", "theme-color", "generator", "author"}, name) ||
		strings.HasPrefix(name, "og:") && name != "og:image" ||
		strings.HasPrefix(name, "twitter:")
}

// Template returns the line of a template that prints the element. known is false if some of it is computed, or cannot
// be in a head.
func (e *Element) Template() (line string, known bool) {
	if !slices.Contains([]string{"link", "meta", "script", "style", "noscript", "base", "template"}, e.Name) {
		return "", false
	}
	var b strings.Builder
	b.WriteString("<" + e.Name)
	if e.Attributes != nil {
		for _, key := range e.Attributes.Keys {
			if strings.ContainsAny(key, " \"'<>/={}\n") {
				return "", false
			}
			switch v := e.Attributes.Get(key).(type) {
			case nil:
			case string:
				if b.WriteString(" " + key); v != "" {
					b.WriteString(`="` + html.EscapeString(v) + `"`)
				}
			case float64:
				b.WriteString(" " + key + `="` + strconv.FormatFloat(v, 'g', -1, 64) + `"`)
			case bool:
				if v {
					b.WriteString(" " + key)
				}
			default:
				return "", false
			}
		}
	}
	b.WriteString(">")
	text, isText := e.Text.(string)
	if e.Text != nil && !isText {
		return "", false
	}
	if !slices.Contains([]string{"link", "meta", "base"}, e.Name) {
		b.WriteString(text + "</" + e.Name + ">")
	}
	return Literal(b.String()), true
}

// Literal returns HTML as a line of a template that prints it.
func Literal(s string) string {
	if strings.Contains(s, "{{") {
		s = "{{ " + strconv.Quote(s) + " | safeHTML }}"
	}
	return s + "\n"
}
