package site_test

import (
	"testing"

	"github.com/sitegen/sitegen/internal/site"
)

func TestRelated(t *testing.T) {
	s := good(t, `
-- hugo.toml --
[related]
threshold = 50
toLower = true
[[related.indices]]
name = "keywords"
weight = 100
[[related.indices]]
name = "tags"
weight = 40
[[related.indices]]
name = "date"
weight = 10
pattern = "2006"
-- content/a.md --
---
date: 2024-06-01
keywords: [Red, green]
tags: [x]
---
-- content/b.md --
---
date: 2024-05-01
keywords: red
---
-- content/c.md --
---
date: 2024-04-01
keywords: [green, red]
tags: [x]
---
-- content/d.md --
---
date: 2023-01-01
tags: [x]
---
-- content/new.md --
---
date: 2025-01-01
keywords: [red]
---
-- content/e.md --
---
date: 2024-03-01
tags: [X]
---
`)
	a := page(t, s, "en:/a")
	r := site.NewRelated(s.Config.Related, s.Editions[0].RegularPages, nil)
	for _, tt := range []struct {
		q    site.RelatedQuery
		want string
	}{
		{site.RelatedQuery{Page: a}, "/c /b /e"},
		{site.RelatedQuery{Page: a, Indices: []string{"keywords"}}, "/c /b"},
		{site.RelatedQuery{Named: []site.NamedKeywords{{Index: "keywords", Values: []any{"red"}}}}, "/new /a /b /c"},
	} {
		got, err := r.Search(tt.q)
		if err != nil || paths(got) != tt.want {
			t.Errorf("got %s %v, want %s", paths(got), err, tt.want)
		}
	}
	if _, err := r.Search(site.RelatedQuery{Indices: []string{"nope"}}); err == nil {
		t.Error("an unknown index is no error")
	}
	few := s.Config.Related
	few.Indices = append(few.Indices[:0:0], few.Indices...)
	few.Indices[0].CardinalityThreshold = 60 // red is in more than 60 % of those with keywords
	got, _ := site.NewRelated(few, s.Editions[0].RegularPages, nil).Search(site.RelatedQuery{Page: a, Indices: []string{"keywords"}})
	if paths(got) != "/c" {
		t.Errorf("with a cardinality threshold: %s", paths(got))
	}
}
