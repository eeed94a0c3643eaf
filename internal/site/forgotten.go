package site

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
)

// checkTaxonomies warns, once a language for each, of pages that say tags, categories or series where no taxonomy of
// that name makes the blog theme's pages and lists of them.
func (e *edition) checkTaxonomies() {
	c := e.a.Config
	if c.EmbeddedTheme != "blog" && c.DefaultTheme != "blog" {
		return
	}
	for _, known := range []config.Taxonomy{
		{Singular: "tag", Plural: "tags"},
		{Singular: "category", Plural: "categories"},
		{Singular: "series", Plural: "series"},
	} {
		if slices.ContainsFunc(e.Language.Taxonomies, func(t config.Taxonomy) bool { return t.Plural == known.Plural }) {
			continue
		}
		for _, p := range e.all {
			if p.Params[known.Plural] == nil || p.Doc == nil {
				continue
			}
			x := e.a.problem(diag.Warning, p.Doc, known.Plural, "%s has no effect: the site has no taxonomy with this name",
				known.Plural)
			var all []string
			for _, t := range append(slices.Clone(e.Language.Taxonomies), known) {
				all = append(all, fmt.Sprintf("%s = %q", t.Singular, t.Plural))
			}
			x.Hint = "add to [taxonomies] in the configuration: " + strings.Join(all, ", ")
			break
		}
	}
}
