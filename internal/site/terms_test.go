package site_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestTerms(t *testing.T) {
	s := good(t, `
-- hugo.toml --
[taxonomies]
tag = "tags"
person = "people"
-- content/a.md --
---
title: a
tags: [go, Two Words, go]
tags_weight: 10
people: Ann Lee
date: 2024-01-01
---
-- content/b.md --
---
title: b
tags: [Go, 2024, true, 1.5]
date: 2024-02-02
---
-- content/draft.md --
---
title: draft
tags: [secret]
draft: true
---
-- content/hidden.md --
---
title: hidden
tags: [Go]
build: {list: never}
---
-- content/tags/_index.md --
---
title: All tags
---
-- content/tags/go/_index.md --
---
title: The Go language
tags: [two words]
---
-- content/tags/unused/_index.md --
---
title: Unused
---
-- content/tags/off/_index.md --
---
draft: true
---
-- content/c.md --
---
title: c
tags: [off]
---
`)
	var b strings.Builder
	for _, ti := range s.Editions[0].Taxonomies {
		fmt.Fprintf(&b, "%s %s [%s] %s\n", ti.Singular, ti.Page.Title, paths(ti.Page.Pages), date(ti.Page.Dates.Date))
		for _, term := range ti.Terms {
			fmt.Fprintf(&b, "  %s %s %q %q:", term.Key, term.Page.Path, term.Page.Title, term.Data)
			for _, w := range term.Entries {
				fmt.Fprintf(&b, " %s(%d)", w.Page.Path, w.Weight)
			}
			fmt.Fprintf(&b, " [%s] %s\n", paths(term.Page.Pages), date(term.Page.Dates.Date))
		}
	}
	fmt.Fprintln(&b, "of a:", paths(page(t, s, "en:/a").TermsOf("tags")))
	equal(t, b.String(), `
person People [/people/ann-lee] 2024-01-01T00:00:00Z
  ann lee /people/ann-lee "Ann Lee" "Ann Lee": /a(0) [/a] 2024-01-01T00:00:00Z
tag All tags [/tags/1.5 /tags/2024 /tags/go /tags/true /tags/two-words /tags/unused] 2024-02-02T00:00:00Z
  1.5 /tags/1.5 "1.5" "1.5": /b(0) [/b] 2024-02-02T00:00:00Z
  2024 /tags/2024 "2024" "2024": /b(0) [/b] 2024-02-02T00:00:00Z
  go /tags/go "The Go language" "Go": /b(0) /hidden(0) /a(10) [/b /a] 2024-02-02T00:00:00Z
  true /tags/true "True" "true": /b(0) [/b] 2024-02-02T00:00:00Z
  two words /tags/two-words "Two Words" "two words": /tags/go(0) /a(10) [/tags/go /a] 2024-02-02T00:00:00Z
of a: /tags/two-words /tags/go
`)
}

// TestPageOfTerm: a regular page at the path of a term is its page: https://gohugo.io/methods/page/getterms/
func TestPageOfTerm(t *testing.T) {
	s := good(t, "-- hugo.toml --\n-- content/tags/red.md --\n-- content/tags/blue/_index.md --\n"+
		"-- content/tags/green/index.md --\n---\ntags: [red]\n---\n-- content/a.md --\n---\ntags: [red, blue, green, new]\n---\n")
	for key, want := range map[string]string{"en:/a": "/tags/red /tags/blue /tags/green /tags/new", "en:/tags/green": "/tags/red", "en:/tags/red": ""} {
		if got := paths(page(t, s, key).TermsOf("tags")); got != want {
			t.Errorf("terms of %s: %s, want %s", key, got, want)
		}
	}
}
