package render

import (
	"errors"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/clean"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/org"
)

// orgDivider inserts <!--more--> at the divider of the summary in files with Org front matter.
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

// convertOrg converts Org mode to HTML.
func (c *call) convertOrg(in markdown.Input) (string, error) {
	out, err := org.Convert(in.Source, func(code, lang string) (string, error) {
		html, err := c.converter().Highlight(code, lang, "")
		return string(html), err
	})
	out = c.harmless(out)
	var found *diag.Diagnostic
	switch {
	case errors.As(err, &found):
		err = in.Locate(found)
	case err != nil:
		err = &diag.Diagnostic{Rule: "markup", File: in.File, Message: err.Error()}
	}
	return out, err
}

// harmless removes active content from the HTML of notations other than Markdown, unless the project allows it. Hugo
// projects keep it, as in Hugo.
func (c *call) harmless(fragment string) string {
	cfg := c.run.o.Site.Config
	if cfg.Hugo || c.markup().Goldmark.Renderer.Unsafe {
		return fragment
	}
	return clean.HTML(fragment)
}
