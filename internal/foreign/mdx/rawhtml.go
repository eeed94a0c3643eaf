package mdx

import (
	"html"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// tagOrComment matches tags and comments of HTML.
const tagOrComment = `</?[A-Za-z][^<>]*>|<!--[^>]*-->`

// Markdown does not read the lines from such a tag to the next blank line, but MDX reads the text in them.
var (
	rawStart = pattern.New(
		`^\s*(?:(?:[-*+>]|\d+[.)])\s+)*</?(?:p|table|caption|thead|tbody|tfoot|tr|td|th|ul|ol|li|dl|dt|dd|h[1-6]|figcaption|blockquote|nav)\b`)
	// loneTag matches a tag that fills a line: https://spec.commonmark.org/0.31.2/#html-blocks, the last kind
	loneTag = pattern.New(`^\s*(?:(?:[-*+>]|\d+[.)])\s+)*</?[A-Za-z][^<>]*>\s*$`)
	// AnyTag matches tags and comments of HTML.
	AnyTag = pattern.New(tagOrComment)

	strongText = pattern.New(`\*\*([^*\s](?:[^*]*[^*\s])?)\*\*|__([^_\s](?:[^_]*[^_\s])?)__`)
	emText     = pattern.New(`\*([^*\s](?:[^*]*[^*\s])?)\*|(^|[^\w])_([^_\s](?:[^_]*[^_\s])?)_($|[^\w])`)
	linkText   = pattern.New(`(!?)\[([^\[\]]*)\]\(([^()\s"<>]+)\)`)
	codeOrTag  = pattern.New("``.+?``|`[^`]+`|" + tagOrComment)
	wholeText  = pattern.New("\x01(\\d+)\x01")
)

// raw writes the Markdown inside of HTML as HTML.
func (p *Page) raw(lines []block.Line) {
	inside := false
	for i := range lines {
		l := &lines[i]
		starts := i == 0 || lines[i-1].Code || lines[i-1].Text == ""
		switch {
		case l.Code || l.Text == "":
			inside = false
		case inside || rawStart.MatchString(l.Text) || starts && loneTag.MatchString(l.Text):
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
	var whole []string // code and tags, whose text is not Markdown
	keep := func(s string) string {
		whole = append(whole, s)
		return "\x01" + strconv.Itoa(len(whole)-1) + "\x01"
	}
	text = codeOrTag.ReplaceAllStringFunc(strings.ReplaceAll(text, "\x01", ""), func(s string) string {
		if s[0] != '`' {
			return keep(s)
		}
		return keep("<code>" + html.EscapeString(html.UnescapeString(strings.Trim(s, "` "))) + "</code>")
	})
	text = linkText.ReplaceAllStringFunc(text, func(link string) string {
		m := linkText.FindStringSubmatch(link)
		if m[1] != "" {
			return keep(`<img src="` + p.FromRoot(m[3]) + `" alt="` + strings.ReplaceAll(m[2], `"`, "&quot;") + `">`)
		}
		return keep(`<a href="`+p.Address(m[3])+`">`) + m[2] + "</a>"
	})
	text = strongText.ReplaceAllString(text, "<strong>$1$2</strong>")
	text = emText.ReplaceAllString(text, "$2<em>$1$3</em>$4")
	return wholeText.ReplaceAllStringFunc(text, func(m string) string {
		i, _ := strconv.Atoi(strings.Trim(m, "\x01"))
		return whole[i]
	})
}
