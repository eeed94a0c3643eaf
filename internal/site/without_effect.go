package site

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
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
				if t.Singular == known.Singular && t.Plural != known.Plural {
					continue // known replaces it
				}
				all = append(all, fmt.Sprintf("%s = %q", t.Singular, t.Plural))
			}
			x.Hint = "add to [taxonomies] in the configuration: " + strings.Join(all, ", ")
			break
		}
	}
}

// checkLanguages warns, once per language, about content files such as about.de.md next to about.md if the site has no
// such language: each is a page of its own then, or belongs to the bundle.
func (e *edition) checkLanguages() {
	c := e.a.Config
	if c.Hugo || c.Lenient || c.Tool != nil {
		return
	}
	files := map[string][]*content.Document{}
	for _, d := range slices.Concat(e.documents, e.inner) {
		code := strings.TrimPrefix(path.Ext(d.Logical), ".")
		if len(code) != 2 && len(code) != 5 || !words.IsLanguage(code) {
			continue
		}
		sibling := strings.TrimSuffix(d.Logical, "."+code)
		if folder, file := path.Split(sibling); file == "index" || file == "_index" {
			sibling = path.Clean(folder)
		}
		if e.byPath[sibling] != nil {
			files[code] = append(files[code], d)
		}
	}
	for code, all := range files {
		what := "this page is not a translation"
		if n := len(all); n > 1 {
			what = fmt.Sprintf("this page and %d more are not translations", n-1)
		}
		x := e.a.problem(diag.Warning, all[0], "", "%s: the site has no language %s", what, code)
		tables := "[languages." + code + "]"
		if _, line := c.Position(nil, "languages."+e.Language.Lower); line == 0 {
			tables = "[languages." + e.Language.Lower + "] and " + tables
		}
		x.Hint = "add " + tables + " to the configuration, or rename the file"
	}
}
