package site

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
)

// checkTaxonomies warns, once per language and key, about pages with tags, categories, or series if no taxonomy
// of that name exists for the blog theme to show.
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
