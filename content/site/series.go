package site

import (
	"slices"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
)

// checkSeries warns, once a language, of pages that say series where no taxonomy of that name makes the blog theme's
// pages and lists of them.
func (e *edition) checkSeries() {
	c := e.a.Config
	if c.EmbeddedTheme != "blog" && c.DefaultTheme != "blog" {
		return
	}
	if slices.ContainsFunc(e.Language.Taxonomies, func(t config.Taxonomy) bool { return t.Plural == "series" }) {
		return
	}
	for _, p := range e.all {
		if p.Params["series"] != nil && p.Doc != nil {
			x := e.a.problem(diag.Warning, p.Doc, "series", "series does nothing, because the site has no taxonomy of that name")
			x.Hint = `add tag = "tags", category = "categories" and series = "series" to [taxonomies] in the configuration`
			return
		}
	}
}
