package site_test

import (
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/site"
)

// fallbacks lists the pages of a language, with a prefix: "+" for fallback documents, "~" for lists of which
// only the text is a fallback, "-" for lists without a document that contain only fallbacks.
func fallbacks(e *site.Edition, pages []*site.Page) string {
	var out []string
	for _, p := range pages {
		if p.Edition != e || p.Apart() {
			continue
		}
		mark := ""
		switch {
		case p.Untranslated && p.Doc == nil:
			mark = "-"
		case p.Untranslated:
			mark = "+"
		case p.Params["untranslated"] != nil:
			mark = "~"
		}
		out = append(out, mark+p.Path)
	}
	return strings.Join(out, " ")
}

func TestFallbackPages(t *testing.T) {
	const config = `-- sitegen.toml --
baseURL = "https://example.org/"
[languages.en]
weight = 2
[languages.de]
weight = 1
fallbackPages = true
[taxonomies]
tag = "tags"
`
	for name, tt := range map[string]struct{ files, want string }{
		"nothing is translated": {`-- content/_index.md --
-- content/a.md --
-- content/posts/b.md --
`, "+/ +/a -/posts +/posts/b /tags"},
		"a page of its own makes its lists so": {`-- content/_index.md --
-- content/posts/_index.md --
-- content/posts/b.md --
-- content/posts/b.de.md --
-- content/other/_index.md --
-- content/other/c.md --
`, "~/ +/other +/other/c ~/posts /posts/b /tags"},
		"a page of its own alone": {`-- content/a.md --
-- content/nur.de.md --
`, "/ +/a /nur /tags"},
		"a page without text of its own below": {`-- content/docs/_index.md --
-- content/docs/deep/_index.md --
-- content/docs/deep/_index.de.md --
`, "/ +/docs /docs/deep /tags"},
		"terms": {`-- content/a.md --
---
tags: [x, y]
---
-- content/b.de.md --
---
tags: [y]
---
-- content/tags/x/_index.md --
`, "/ +/a /b /tags +/tags/x /tags/y"},
		"translations by key": {`-- content/a.md --
---
translationKey: k
---
-- content/b.de.md --
---
translationKey: k
---
`, "/ /b /tags"},
		"what the language cascades holds for what it borrows, too": {`-- content/posts/_index.de.md --
---
cascade: {draft: true}
---
-- content/posts/a.md --
-- content/posts/a.de.md --
`, "/ /posts /tags"},
		"a translation that is a draft": {`-- content/posts/a.md --
-- content/posts/a.de.md --
---
draft: true
---
`, "-/ -/posts +/posts/a /tags"},
		"a draft is not a fallback": {`-- content/posts/a.md --
---
draft: true
---
-- content/posts/_index.md --
`, "/ +/posts /tags"},
		"a section where the main language has a page": {`-- content/about.md --
-- content/about/team.de.md --
`, "/ /about /about/team /tags"},
		"inside a bundle": {`-- content/trip/index.md --
-- content/trip/note.md --
-- content/trip/index.de.md --
-- content/walk/index.md --
-- content/walk/note.md --
`, "/ /tags /trip +/walk /trip/note /walk/note"},
		"a document of both languages": {`-- content/a.md --
---
sites: {matrix: {languages: ["{en,de}"]}}
---
`, "/ /a /tags"},
	} {
		t.Run(name, func(t *testing.T) {
			s := good(t, config+tt.files)
			if got := fallbacks(s.Editions[0], s.Pages); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if got := fallbacks(s.Editions[1], s.Pages); strings.ContainsAny(got, "+~") {
				t.Errorf("the main language has fallbacks: %s", got)
			}
		})
	}
}
