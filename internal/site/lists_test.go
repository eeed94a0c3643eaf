package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/site"
)

func paths(pages []*site.Page) string {
	var out []string
	for _, p := range pages {
		out = append(out, p.Path)
	}
	return strings.Join(out, " ")
}

func TestLists(t *testing.T) {
	s := good(t, `
-- hugo.toml --
disableKinds = ["rss", "taxonomy", "term"]
-- content/docs/_index.md --
---
title: Docs
---
-- content/docs/b.md --
---
title: beta
date: 2024-01-01
---
-- content/docs/a.md --
---
title: Alpha
date: 2024-01-01
lastmod: 2025-02-02
---
-- content/docs/new.md --
---
date: 2024-06-01
---
-- content/docs/first.md --
---
weight: 1
---
-- content/docs/local.md --
---
title: Local
build: {list: local}
---
-- content/docs/never.md --
---
build: {list: never}
date: 2025-01-01
---
-- content/docs/plain/x.md --
---
title: x
---
-- content/docs/sub/_index.md --
-- content/docs/sub/y.md --
---
title: y
date: 2023-01-01
---
-- content/root.md --
`)
	docs, sub := page(t, s, "en:/docs"), page(t, s, "en:/docs/sub")
	e := s.Editions[0]
	var b strings.Builder
	fmt.Fprintln(&b, "pages:", paths(docs.Pages))
	fmt.Fprintln(&b, "regular:", paths(docs.RegularPages))
	fmt.Fprintln(&b, "recursive:", paths(docs.RegularPagesRecursive))
	fmt.Fprintln(&b, "sections:", paths(docs.SubSections), "|", paths(e.Sections))
	fmt.Fprintln(&b, "home:", paths(e.Home.Pages))
	fmt.Fprintln(&b, "site:", paths(e.Pages))
	fmt.Fprintln(&b, "main:", e.MainSections)
	for _, p := range e.RegularPages {
		fmt.Fprintf(&b, "%s: next %s, prev %s, in section %s %s\n", p.Path, pathOf(p.Next), pathOf(p.Prev), pathOf(p.NextInSection), pathOf(p.PrevInSection))
	}
	fmt.Fprintln(&b, "dates:", date(docs.Dates.Date), date(docs.Dates.Lastmod), docs.Dates.DateFrom, date(sub.Dates.Date), date(e.Lastmod))
	fmt.Fprintln(&b, "titles:", page(t, s, "en:/docs/sub").Title+",", page(t, s, "en:/docs/plain/x").Parent.Title)
	fmt.Fprintln(&b, "ancestors:", paths(page(t, s, "en:/docs/sub/y").Ancestors), page(t, s, "en:/docs/sub/y").FirstSection().Path)
	equal(t, b.String(), `
pages: /docs/first /docs/new /docs/a /docs/b /docs/sub /docs/local /docs/plain/x
regular: /docs/first /docs/new /docs/a /docs/b /docs/local /docs/plain/x
recursive: /docs/first /docs/new /docs/a /docs/b /docs/sub/y /docs/local /docs/plain/x
sections: /docs/sub | /docs
home: /docs /root
site: /docs/first / /docs /docs/new /docs/a /docs/b /docs/sub /docs/sub/y /root /docs/plain/x
main: [docs]
/docs/first: next , prev /docs/new, in section  /docs/new
/docs/new: next /docs/first, prev /docs/a, in section /docs/first /docs/a
/docs/a: next /docs/new, prev /docs/b, in section /docs/new /docs/b
/docs/b: next /docs/a, prev /docs/sub/y, in section /docs/a /docs/local
/docs/sub/y: next /docs/b, prev /root, in section  
/root: next /docs/sub/y, prev /docs/plain/x, in section  
/docs/plain/x: next /root, prev , in section /docs/local 
dates: 2025-01-01T00:00:00Z 2025-02-02T00:00:00Z descendants 2023-01-01T00:00:00Z 2025-02-02T00:00:00Z
titles: , Docs
ancestors: /docs/sub /docs / /docs
`)
}

func pathOf(p *site.Page) string {
	if p == nil {
		return ""
	}
	return p.Path
}
