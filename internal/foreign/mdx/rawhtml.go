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
	// blockBelow matches the start of a block of Markdown that needs no blank line above it
	blockBelow = pattern.New(`^\s*(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|[>|])`)
	headLine   = pattern.New(`^\s*#{1,6}\s`)
	// AnyTag matches tags and comments of HTML.
	AnyTag = pattern.New(tagOrComment)

	strongText = pattern.New(`\*\*([^*\s](?:[^*]*[^*\s])?)\*\*|__([^_\s](?:[^_]*[^_\s])?)__`)
	emText     = pattern.New(`\*([^*\s](?:[^*]*[^*\s])?)\*|(^|[^\w])_([^_\s](?:[^_]*[^_\s])?)_($|[^\w])`)
	linkText   = pattern.New(`(!?)\[([^\[\]]*)\]\(([^()\s"<>]+)\)`)
	codeOrTag  = pattern.New("``.+?``|`[^`]+`|" + tagOrComment)
	wholeText  = pattern.New("\x01(\\d+)\x01")
)

// raw returns lines in which the text inside of HTML is HTML. Above a block of Markdown that starts inside of HTML, or
// right below it, there is a blank line so that it is read.
func (p *Page) raw(lines []block.Line) []block.Line {
	out := make([]block.Line, 0, len(lines))
	inside, column := false, 0 // whether the line above is HTML, and where its text starts; -1: in a quote
	starts := true
	for _, l := range lines {
		if inside && column >= 0 && l.Text != "" && block.IndentOf(l.Text) >= column &&
			(l.Code || blockBelow.MatchString(l.Text)) {
			out = append(out, block.Line{No: l.No})
			inside, starts = false, true
		}
		switch {
		case l.Code || l.Text == "":
			inside = false
		case inside:
			l.Text = p.InlineHTML(l.Text)
		case rawStart.MatchString(l.Text) || starts && loneTag.MatchString(l.Text):
			inside, column = true, strings.IndexByte(l.Text, '<')
			if strings.Contains(l.Text[:column], ">") {
				column = -1
			}
			l.Text = p.InlineHTML(l.Text)
		}
		starts = l.Code || l.Text == "" || headLine.MatchString(l.Text)
		out = append(out, l)
	}
	return out
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
