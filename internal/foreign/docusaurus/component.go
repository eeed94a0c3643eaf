package docusaurus

import (
	"html"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/mdx"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// component converts a tag of a component of Docusaurus inside a text; ok is false for other components.
func (p *page) component(t *block.Tag) (text string, ok bool) {
	switch t.Name {
	case "Translate":
		return p.translation(t), true
	case "TOCInline": // https://docusaurus.io/docs/markdown-features/toc#inline-table-of-contents
		p.Lose(t, "<TOCInline>", "<TOCInline> is left out", "the theme has a table of contents")
		return "", true
	case "Link": // https://docusaurus.io/docs/docusaurus-core#link
		return p.link(t)
	case "Heading":
		if level := p.Attribute(t, "as"); t.Close {
			if n := len(p.headings); n > 0 {
				text, p.headings = p.headings[n-1], p.headings[:n-1]
			}
			return text, text != ""
		} else if len(level) == 2 && level[0] == 'h' {
			p.headings = append(p.headings, "</"+level+">")
			out := block.Tag{Name: level}
			if id := p.Attribute(t, "id"); id != "" {
				out.Attributes = []block.Attribute{{Name: "id", Value: id}}
			}
			return out.HTML(""), true
		}
	case "ThemedImage": // https://docusaurus.io/docs/markdown-features/assets#themed-images
		sources, _ := p.Evaluated(t, "sources").(*script.Object)
		alt := p.Attribute(t, "alt")
		for _, scheme := range []string{"light", "dark"} {
			if file := sources.Str(scheme); file != "" {
				text += `<span class="on-` + scheme + `">` + picture(t, alt, file) + "</span>"
			}
		}
		return text, text != "" || t.Close
	}
	return "", false
}

// link converts a tag of a link. Inside HTML, where Markdown is text, it becomes HTML.
func (p *page) link(t *block.Tag) (text string, ok bool) {
	if t.Close {
		n := len(p.links)
		if n == 0 {
			return "", false
		}
		text, p.links = p.links[n-1], p.links[:n-1]
		return text, true
	}
	to := p.Attribute(t, "to")
	if to == "" {
		to = p.Attribute(t, "href")
	}
	switch {
	case t.Empty:
		return "", false
	case to == "" || strings.ContainsAny(to, "<>\n"):
		p.links = append(p.links, "")
		return "", false
	case t.Raw:
		p.links = append(p.links, "</a>")
		return (&block.Tag{Name: "a", Attributes: []block.Attribute{{Name: "href", Value: to}}}).HTML(""), true
	}
	p.links = append(p.links, "]("+mdx.Destination(to)+")")
	return "[", true
}

// cards writes the items of a list of cards: https://docusaurus.io/docs/sidebar/items#embedding-generated-index-in-doc-page
func (p *page) cards(n *block.Node) {
	items, _ := p.Evaluated(n.Tag, "items").([]any)
	if n.Name == "DocCard" {
		items = []any{p.Evaluated(n.Tag, "item")}
	}
	var cards []string
	for _, v := range items {
		o, _ := v.(*script.Object)
		to := o.Str("href")
		if strings.HasPrefix(to, "/") {
			to = p.From.Base + to
		}
		if label := html.EscapeString(o.Str("label")); label != "" && to != "" {
			cards = append(cards, `<div class="card"><p class="card-title"><a href="`+html.EscapeString(to)+`">`+label+"</a></p>"+
				"<p>"+html.EscapeString(o.Str("description"))+"</p></div>")
		}
	}
	switch {
	case len(cards) > 0:
		p.Open(n)
		p.Line(n.First + `<div class="cards">`)
		p.Within(n.Rest, func() {
			for _, line := range append(cards, "</div>") {
				p.Line(line)
			}
		})
		p.Apart()
	case n.Tag.Has("items") || n.Name == "DocCard" || !isIndex(&p.dialect, p.From.Path): // else the theme shows the pages
		p.Lose(n.Tag, "<"+n.Name+">", "cards that a program computes are left out", "write a list of links")
	}
}

// picture returns an image, as HTML inside of HTML.
func picture(t *block.Tag, alt, file string) string {
	if t.Raw {
		return (&block.Tag{
			Name: "img", Attributes: []block.Attribute{{Name: "src", Value: file}, {Name: "alt", Value: alt}},
		}).HTML("")
	}
	return "![" + alt + "](" + mdx.Destination(file) + ")"
}
