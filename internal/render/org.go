package render

import (
	"html/template"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/markdown"
	"github.com/sitegen/sitegen/internal/org"
)

// orgDivider puts <!--more--> in place of what divides the summary from the rest in files whose front matter is Org's.
func orgDivider(doc *content.Document, parts []markdown.Part) []markdown.Part {
	const divider = "# more"
	if doc.Front == nil || doc.Front.Format != frontmatter.Org {
		return parts
	}
	for i, p := range parts {
		if p.Call == nil && strings.Contains(p.Text, divider) {
			out := append([]markdown.Part(nil), parts...)
			out[i].Text = strings.Replace(p.Text, divider, "<!--more-->", 1)
			return out
		}
	}
	return parts
}

// convertOrg makes HTML of Org mode's text.
func (c *call) convertOrg(text string) (string, error) {
	return org.Convert(text, func(code, lang string) (string, error) {
		html, err := c.run.converter.Highlight(code, lang, "")
		return string(html), err
	})
}

// orgContents takes the table of contents, which Org mode puts first, out of the HTML of a text.
func orgContents(html string) (rest string, toc template.HTML) {
	const first = "<nav>\n<ul>"
	start := strings.Index(html, first)
	if start < 0 || !strings.HasPrefix(html[start+len(first):], "\n<li><a href=\"#") {
		return html, ""
	}
	end := strings.Index(html[start:], "</nav>")
	if end < 0 {
		return html, ""
	}
	end += start + len("</nav>")
	return html[:start] + html[end:], template.HTML("<nav id=\"TableOfContents\">\n<ul>" + html[start+len(first):end])
}
