package docusaurus

import (
	"html"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// Markdown does not read the lines from such a tag to the next blank line, but MDX reads the text in them.
var (
	rawStart = pattern.New(
		`^\s*</?(?:p|table|caption|thead|tbody|tfoot|tr|td|th|ul|ol|li|dl|dt|dd|h[1-6]|figcaption|blockquote|nav)\b`)
	rawTags = pattern.New(`</?[A-Za-z][^<>]*>|<!--[^>]*-->`)

	strongText = pattern.New(`\*\*([^*\s](?:[^*]*[^*\s])?)\*\*|__([^_\s](?:[^_]*[^_\s])?)__`)
	emText     = pattern.New(`\*([^*\s](?:[^*]*[^*\s])?)\*|(^|[^\w])_([^_\s](?:[^_]*[^_\s])?)_($|[^\w])`)
	linkText   = pattern.New(`\[([^\[\]]*)\]\(([^()\s"<>]+)\)`)
	codeText   = pattern.New("`([^`]+)`")
)

// raw writes the Markdown inside of HTML as HTML.
func (p *page) raw(lines []block.Line) {
	inside := false
	for i := range lines {
		l := &lines[i]
		switch {
		case l.Code || l.Text == "":
			inside = false
		case inside || rawStart.MatchString(l.Text):
			inside = true
			l.Text = p.inlineHTML(l.Text)
		}
	}
}

// address returns the URL of the page whose file a link names, as links in HTML contain it. Other links stay.
func (p *page) address(to string) string {
	at, rest := to, ""
	if i := strings.IndexAny(to, "?#"); i >= 0 {
		at, rest = to[:i], to[i:]
	}
	name, err := url.PathUnescape(at)
	isPage := slices.Contains([]string{".md", ".mdx"}, path.Ext(at))
	if err != nil || !isPage || strings.Contains(at, ":") || p.from.Read == nil {
		return to
	}
	file := path.Join(path.Dir(p.file), name)
	if below, ok := strings.CutPrefix(name, "@site/"); ok {
		file = path.Join(p.site, below)
	}
	in, _ := p.partOf(file)
	text, ok := p.from.Read(file)
	b, err := frontmatter.Parse(file, text)
	if in.dir == "" || !ok || err != nil {
		return to
	}
	place := p.front(&foreign.Page{File: file, Values: b.Values})
	if b.Values["url"] == nil {
		place = path.Join(in.top, place)
	}
	return p.from.Base + (&url.URL{Path: strings.TrimSuffix(place, "/") + "/"}).EscapedPath() + rest
}

// inlineHTML writes code, emphasis, and links of a text with HTML tags as HTML.
func (p *page) inlineHTML(text string) string {
	if !strings.ContainsAny(text, "*_`[") {
		return text
	}
	var b strings.Builder
	end := 0
	for _, tag := range append(rawTags.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		b.WriteString(p.emphasized(text[end:tag[0]]))
		b.WriteString(text[tag[0]:tag[1]])
		end = tag[1]
	}
	return b.String()
}

func (p *page) emphasized(text string) string {
	var b strings.Builder
	end := 0
	for _, m := range append(codeText.FindAllStringSubmatchIndex(text, -1), []int{len(text), len(text), 0, 0}) {
		s := text[end:m[0]]
		s = linkText.ReplaceAllStringFunc(s, func(link string) string {
			m := linkText.FindStringSubmatch(link)
			return `<a href="` + p.address(m[2]) + `">` + m[1] + "</a>"
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
