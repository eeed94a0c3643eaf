package funcs

import (
	"encoding/xml"
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/sitegen/sitegen/internal/template/markdown"
)

// transform returns the functions of the namespace transform that need no Markdown and no highlighter.
func (l *lib) transform() map[string]any {
	return map[string]any{
		"HTMLEscape":     onShort("transform.HTMLEscape", html.EscapeString),
		"HTMLToMarkdown": htmlToMarkdown,
		"HTMLUnescape":   onText("transform.HTMLUnescape", html.UnescapeString),
		"Plainify": func(v any) (any, error) {
			s, err := str("transform.Plainify", v)
			return l.asHTML(v, markdown.Plain(s, l.release())), err
		},
		"Emojify": func(v any) (any, error) {
			s, err := str("transform.Emojify", v)
			return l.asHTML(v, markdown.Emojify(s)), err
		},
		"PortableText": func(v any) (string, error) { return portableText(l.params, v) },
		"Remarshal":    l.remarshal,
		"Unmarshal":    l.unmarshal,
		"XMLEscape":    onShort("transform.XMLEscape", xmlEscape),
	}
}

// asHTML returns a text made of v. It is HTML only if v is; before Hugo 0.169, always.
func (l *lib) asHTML(v any, text string) any {
	if _, ok := v.(template.HTML); ok || l.before(169) {
		return template.HTML(text)
	}
	return text
}

// xmlEscape drops characters that XML forbids (https://www.w3.org/TR/xml/#NT-Char) and escapes the rest.
func xmlEscape(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r', 0x20 <= r && r <= 0xD7FF, 0xE000 <= r && r <= 0xFFFD, r >= 0x10000:
			return r
		}
		return -1
	}, s)
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(fmt.Sprintf("funcs: a strings.Builder failed: %v", err))
	}
	return b.String()
}
