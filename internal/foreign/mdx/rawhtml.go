package mdx

import (
	"html"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// Markdown does not read the lines from such a tag to the next blank line, but MDX reads the text in them.
var (
	rawStart = pattern.New(
		`^\s*</?(?:p|table|caption|thead|tbody|tfoot|tr|td|th|ul|ol|li|dl|dt|dd|h[1-6]|figcaption|blockquote|nav)\b`)
	// AnyTag matches tags and comments of HTML.
	AnyTag = pattern.New(`</?[A-Za-z][^<>]*>|<!--[^>]*-->`)

	strongText = pattern.New(`\*\*([^*\s](?:[^*]*[^*\s])?)\*\*|__([^_\s](?:[^_]*[^_\s])?)__`)
	emText     = pattern.New(`\*([^*\s](?:[^*]*[^*\s])?)\*|(^|[^\w])_([^_\s](?:[^_]*[^_\s])?)_($|[^\w])`)
	linkText   = pattern.New(`\[([^\[\]]*)\]\(([^()\s"<>]+)\)`)
	codeText   = pattern.New("`([^`]+)`")
)

// raw writes the Markdown inside of HTML as HTML.
func (p *Page) raw(lines []block.Line) {
	inside := false
	for i := range lines {
		l := &lines[i]
		switch {
		case l.Code || l.Text == "":
			inside = false
		case inside || rawStart.MatchString(l.Text):
			inside = true
			l.Text = p.InlineHTML(l.Text)
		}
	}
}

// InlineHTML writes code, emphasis, and links of a text with HTML tags as HTML.
func (p *Page) InlineHTML(text string) string {
	if !strings.ContainsAny(text, "*_`[") {
		return text
	}
	var b strings.Builder
	end := 0
	for _, tag := range append(AnyTag.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		b.WriteString(p.emphasized(text[end:tag[0]]))
		b.WriteString(text[tag[0]:tag[1]])
		end = tag[1]
	}
	return b.String()
}

func (p *Page) emphasized(text string) string {
	var b strings.Builder
	end := 0
	for _, m := range append(codeText.FindAllStringSubmatchIndex(text, -1), []int{len(text), len(text), 0, 0}) {
		s := text[end:m[0]]
		s = linkText.ReplaceAllStringFunc(s, func(link string) string {
			m := linkText.FindStringSubmatch(link)
			return `<a href="` + p.Address(m[2]) + `">` + m[1] + "</a>"
		})
		s = strongText.ReplaceAllString(s, "<strong>$1$2</strong>")
		b.WriteString(emText.ReplaceAllString(s, "$2<em>$1$3</em>$4"))
		if m[1] > m[0] {
			b.WriteString("<code>" + html.EscapeString(html.UnescapeString(text[m[2]:m[3]])) + "</code>")
		}
		end = m[1]
	}
	return b.String()
}
