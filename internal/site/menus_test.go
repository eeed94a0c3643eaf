package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/site"
)

func TestMenus(t *testing.T) {
	s := good(t, `
-- hugo.toml --
baseURL = "https://example.org/sub/"
disableKinds = ["taxonomy", "term"]
sectionPagesMenu = "main"
[[menus.main]]
name = "Start"
pageRef = "/"
weight = -1
[[menus.main]]
name = "Out"
url = "https://x.org/A?b"
weight = 5
[[menus.main]]
identifier = "child"
name = "Child"
parent = "docs"
url = "/A Path/"
[[menus.main]]
name = "Orphan"
parent = "Made"
url = "rel/"
-- content/_index.md --
---
title: Home
---
-- content/docs/_index.md --
---
title: Docs
linkTitle: D
---
-- content/docs/one.md --
---
title: One
menus:
  main: {parent: docs, weight: 3}
  foot:
---
-- content/blog/_index.md --
---
title: Blog
menu: [foot, side]
---
-- content/text.md --
---
title: Text
menu: foot
---
`)
	e := s.Editions[0]
	var b strings.Builder
	var show func(in string, entries []*site.MenuEntry)
	show = func(in string, entries []*site.MenuEntry) {
		for _, me := range entries {
			fmt.Fprintf(&b, "%s%s %q %q %d %s\n", in, me.Key, me.Name, me.Title, me.Weight, me.Link)
			show(in+"  ", me.Children)
		}
	}
	for _, name := range []string{"foot", "main", "side"} {
		fmt.Fprintln(&b, name)
		show("  ", e.Menus[name])
	}
	one, docs := page(t, s, "en:/docs/one"), page(t, s, "en:/docs")
	for _, me := range e.Menus["main"] {
		fmt.Fprintf(&b, "%s: docs %v %v, one %v %v\n", me.Key, docs.IsMenuCurrent("main", me), docs.HasMenuCurrent("main", me),
			one.IsMenuCurrent("main", me), one.HasMenuCurrent("main", me))
	}
	equal(t, b.String(), `
foot
  Blog "Blog" "Blog" 0 /sub/blog/
  One "One" "One" 0 /sub/docs/one/
  Text "Text" "Text" 0 /sub/text/
main
  Start "Start" "Home" -1 /sub/
  Out "Out" "" 5 https://x.org/A?b
  blog "Blog" "Blog" 0 /sub/blog/
  docs "D" "Docs" 0 /sub/docs/
    One "One" "One" 3 /sub/docs/one/
    child "Child" "" 0 /sub/a-path/
  Made "Made" "" 0 
    Orphan "Orphan" "" 0 rel/
side
  Blog "Blog" "Blog" 0 /sub/blog/
Start: docs false false, one false false
Out: docs false false, one false false
blog: docs false false, one false false
docs: docs true false, one false true
Made: docs false false, one false false
`)
}
