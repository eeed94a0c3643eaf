package mkdocs

import (
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
)

// dialect returns the dialect of pages that are written in a manner. All files in the folder of pages are
// part of the site: https://www.mkdocs.org/user-guide/writing-your-docs/#file-layout
func dialect(m *manner) foreign.Dialect {
	out := foreign.Dialect{
		Name: name, Settings: m.settings(),
		Copies: true, CopiesHTML: true, Sections: true, PageBeside: true, TopHeading: true, Repairs: true, LowerTerms: true, TermSlug: slugOf,
		Front: func(p *foreign.Page, body []byte) {
			meta(p, body)
			m.inherit(p)
			dated(p.Values)
			m.post(p, body)
			delete(p.Values, "slug") // only posts have one, and a URL by now
			m.keep(p)
			searched(p.Values)
			social(p.Values)
			if _, said := p.Values["layout"]; !said && m.listsTags(p, body) {
				p.Values["layout"] = "tagindex"
			}
			foreign.HideTitle(p.Values, body)
		},
		Text:  m.read,
		Title: func(base string, _ map[string]any) string { return nameTitle(base) },
	}
	for _, b := range m.blogs {
		out.Parts = append(out.Parts, foreign.Part{At: strings.TrimSuffix(b.under(b.dir), "/"), Flat: true})
	}
	if m.on("meta") {
		out.Hidden = []string{m.metaFile()}
	}
	return out
}

// dated reads the dates of Material for MkDocs:
// https://squidfunk.github.io/mkdocs-material/plugins/blog/#meta.date
func dated(values map[string]any) {
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
