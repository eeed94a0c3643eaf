package mkdocs

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// dialect returns the dialect of pages that are written in a manner. All files in the folder of pages are
// part of the site: https://www.mkdocs.org/user-guide/writing-your-docs/#file-layout
func dialect(m *manner) foreign.Dialect {
	out := foreign.Dialect{
		Name: name, Settings: m.settings(), Extensions: []string{"mkd", "mkdn"},
		Copies: true, CopiesHTML: true, Repairs: true,
		Sections: true, PageBeside: true, TopHeading: true, LowerTerms: true, TermSlug: slugOf,
		Front: func(p *foreign.Page, body []byte) {
			meta(p, body)
			m.inherit(p)
			dated(p.Values)
			m.post(p, body)
			delete(p.Values, "slug") // only posts have one, and a URL by now
			if p.Values["title"] == "" {
				delete(p.Values, "title") // the title is the label in the navigation
			}
			if icon, ok := p.Values["icon"].(string); ok && strings.Contains(icon, "/") {
				delete(p.Values, "icon") // material/rocket, for the navigation: other than sitegen's names of icons
			}
			m.keep(p)
			hides(p.Values)
			if _, said := p.Values["layout"]; !said && m.listsTags(p, body) {
				p.Values["layout"] = "tagindex"
			}
			foreign.HideTitle(p.Values, body)
			headed(p, body)
		},
		Text:  m.read,
		Title: func(base string, _ map[string]any) string { return nameTitle(base) },
	}
	for _, b := range m.blogs {
		if b.first && b.keepsCase("categories_slugify") {
			out.TermSlug = slugIn
		}
		out.Parts = append(out.Parts, foreign.Part{At: strings.TrimSuffix(b.under(b.dir), "/"), Flat: true})
	}
	if m.on("meta") {
		out.Hidden = []string{m.metaFile()}
	}
	return out
}

var (
	topHeading = pattern.New(`(?m)^(?:#[^#]|[^\s].*\n=+[ \t]*$)`)
	// firstHeading matches a heading at the beginning of a text. Definitions and template tags are no blocks.
	firstHeading = pattern.New(`^(?:[ \t]*(?:(?:\*?\[[^\]]+\]:|\{%).*)?\n)*(?:#[^#]|[^\s].*\n=+[ \t]*(?:\n|$))`)
)

// headed hides the title in the theme if the text contains a heading of level 1, which is the title only if it is the
// first block. https://github.com/mkdocs/mkdocs/blob/1.6.1/mkdocs/structure/pages.py (_ExtractTitleTreeprocessor)
func headed(p *foreign.Page, body []byte) {
	text := strings.Join(outsideCode(string(body)), "\n")
	if !topHeading.MatchString(text) {
		return
	}
	p.Values["hidetitle"] = true
	if foreign.TextOf(p.Values["title"]) != "" || firstHeading.Match(body) {
		return
	}
	name := foreign.Stem(path.Base(p.Path))
	if isIndex(p.Path) {
		name = "index"
	}
	if p.Values["title"] = nameTitle(name); name == "index" && path.Dir(p.Path) == "." {
		p.Values["title"] = "Home"
	}
}

// outsideCode returns the lines of a text outside of code blocks.
func outsideCode(text string) (out []string) {
	block.New(text).Each(func(line string) string {
		out = append(out, line)
		return line
	})
	return out
}

// dated reads the dates of Material for MkDocs:
// https://squidfunk.github.io/mkdocs-material/plugins/blog/#meta.date
func dated(values map[string]any) {
	defer padded(values)
	dates, ok := values["date"].(map[string]any)
	if !ok {
		return
	}
	delete(values, "date")
	foreign.Move(dates, "created", "date")
	foreign.Move(dates, "updated", "lastmod")
	for _, key := range []string{"date", "lastmod"} {
		if _, given := values[key]; !given && dates[key] != nil {
			values[key] = dates[key]
		}
	}
}

// padded adds the zeros that dates lack.
func padded(values map[string]any) {
	for _, key := range []string{"date", "lastmod"} {
		if s, ok := values[key].(string); ok {
			values[key] = foreign.PaddedDate(s)
		}
	}
}
