package render

import (
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
