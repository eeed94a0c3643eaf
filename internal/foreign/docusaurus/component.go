package docusaurus

import (
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/mdx"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// component converts a tag of a component of Docusaurus inside a text; ok is false for other components.
func (p *page) component(t *block.Tag) (text string, ok bool) {
	switch t.Name {
	case "Translate": // its text is that of the default language
		return "", true
	case "TOCInline": // https://docusaurus.io/docs/markdown-features/toc#inline-table-of-contents
		p.Lose(t, "<TOCInline>", "<TOCInline> is left out", "the theme has a table of contents")
		return "", true
	case "DocCardList": // the theme shows the pages of a folder as cards
		return "", t.Close || !t.Has("items") && isIndex(&p.dialect, p.From.Path)
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

// picture returns an image, as HTML inside of HTML.
func picture(t *block.Tag, alt, file string) string {
	if t.Raw {
		return (&block.Tag{
			Name: "img", Attributes: []block.Attribute{{Name: "src", Value: file}, {Name: "alt", Value: alt}},
		}).HTML("")
	}
	return "![" + alt + "](" + mdx.Destination(file) + ")"
}
