package site_test

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/content/site"
)

func paths(pages []*site.Page) string {
	var out []string
	for _, p := range pages {
		out = append(out, p.Path)
	}
	return strings.Join(out, " ")
}

func TestCascade(t *testing.T) {
	s := good(t, `
-- hugo.toml --
disableKinds = ["rss", "taxonomy", "term"]
[[cascade]]
layout = "site"
[cascade.params]
from = "site"
only = "site"
[[cascade]]
weight = 7
[cascade.target]
path = "/docs/**"
kind = "page"
-- content/docs/_index.md --
---
cascade:
- params: {from: docs}
- type: guide
  target: {path: "/docs/deep/*"}
- draft: true
  target: {environment: development}
---
-- content/docs/one.md --
-- content/docs/own.md --
---
layout: mine
params: {from: me}
---
-- content/docs/deep/_index.md --
---
cascade: {params: {from: deep}}
---
-- content/docs/deep/two.md --
-- content/blog/_index.md --
---
cascade:
  build: {list: never}
---
-- content/blog/three.md --
`)
	var b strings.Builder
	for _, p := range s.Pages {
		if !p.Apart() {
			fmt.Fprintf(&b, "%s from=%v only=%v layout=%s type=%s weight=%d draft=%v listed=%v\n",
				p.Path, p.Params["from"], p.Params["only"], p.Layout, p.Type, p.Weight, p.Draft, p.ListAlways)
		}
	}
	equal(t, b.String(), `
/ from=site only=site layout=site type=page weight=0 draft=false listed=true
/blog from=site only=site layout=site type=blog weight=0 draft=false listed=false
/blog/three from=site only=site layout=site type=blog weight=0 draft=false listed=false
/docs from=docs only=site layout=site type=docs weight=0 draft=false listed=true
/docs/deep from=deep only=site layout=site type=docs weight=0 draft=false listed=true
/docs/deep/two from=deep only=site layout=site type=guide weight=7 draft=false listed=true
/docs/one from=docs only=site layout=site type=docs weight=7 draft=false listed=true
/docs/own from=me only=site layout=mine type=docs weight=7 draft=false listed=true
`)
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
	fmt.Fprintln(&b, "of a:", paths(page(t, s, "en:/a").Terms["tags"]))
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

func TestResources(t *testing.T) {
	s := good(t, `
-- hugo.toml --
disableKinds = ["rss", "taxonomy", "term"]
[languages.en]
weight = 1
[languages.de]
weight = 2
[languages.fr]
weight = 3
-- content/_index.md --
-- content/root.txt --
x
-- content/trip/index.md --
---
resources:
- src: "*.png"
  name: pic-:counter
  title: Picture :counter
  params: {Credit: me}
- src: "docs/**"
  title: A document
- src: "**"
  title: The rest
---
-- content/trip/index.de.md --
---
build: {publishResources: false}
---
-- content/trip/index.fr.md --
-- content/trip/b.png --
x
-- content/trip/a.png --
x
-- content/trip/a.de.png --
x
-- content/trip/docs/x.pdf --
x
-- content/trip/note.md --
---
title: Note
---
-- content/trip/note.fr.md --
---
title: Remarque
---
-- content/folder/plain.txt --
x
-- content/folder/page.md --
-- content/only/index.de.md --
-- content/only/x.txt --
x
-- content/gone/index.md --
---
draft: true
---
-- content/gone/x.txt --
x
`)
	var b strings.Builder
	for _, p := range s.Pages {
		for _, r := range p.Resources {
			kind, credit := "page", ""
			if r.Resource != nil {
				kind = r.Kind
				if c := r.Params["credit"]; c != nil {
					credit = fmt.Sprint(" by ", c)
				}
			}
			fmt.Fprintf(&b, "%s %s %q %s%s %s lazy=%v of %s\n", p.Key, r.Name, r.Title, kind, credit, r.URL.Rel(), r.Lazy, r.Home.Key)
		}
	}
	equal(t, b.String(), `
en:/ root.txt "root.txt" text /root.txt lazy=false of en:/
en:/folder plain.txt "plain.txt" text /folder/plain.txt lazy=false of en:/folder
en:/trip docs/x.pdf "A document" application /trip/docs/x.pdf lazy=false of en:/trip
en:/trip pic-1 "Picture 1" image by me /trip/a.png lazy=false of en:/trip
en:/trip pic-2 "Picture 2" image by me /trip/b.png lazy=false of en:/trip
en:/trip note.md "Note" page  lazy=false of en:/trip
de:/ root.txt "root.txt" text /root.txt lazy=false of en:/
de:/trip docs/x.pdf "docs/x.pdf" application /trip/docs/x.pdf lazy=false of en:/trip
de:/trip a.de.png "a.de.png" image /de/trip/a.de.png lazy=true of de:/trip
de:/trip b.png "b.png" image /trip/b.png lazy=false of en:/trip
fr:/ root.txt "root.txt" text /root.txt lazy=false of en:/
fr:/trip docs/x.pdf "docs/x.pdf" application /trip/docs/x.pdf lazy=false of en:/trip
fr:/trip a.de.png "a.de.png" image /de/trip/a.de.png lazy=true of de:/trip
fr:/trip b.png "b.png" image /trip/b.png lazy=false of en:/trip
fr:/trip note.md "Remarque" page  lazy=false of fr:/trip
`)
}

func TestTranslations(t *testing.T) {
	s := good(t, `
-- hugo.toml --
disableKinds = ["rss", "taxonomy", "term"]
defaultContentLanguage = "en"
[languages.en]
weight = 1
title = "English"
[languages.de]
weight = 2
title = "Deutsch"
contentDir = "inhalt"
[languages.fr]
weight = 3
-- content/one.md --
-- content/one.fr.md --
-- content/two.md --
---
translationKey: zwei
---
-- inhalt/one.md --
-- inhalt/zwei.md --
---
translationKey: zwei
---
-- content/quiet.md --
---
build: {render: never}
---
-- content/quiet.fr.md --
-- content/all.md --
---
sites: {matrix: {languages: ["{en,fr}"]}}
---
-- inhalt/Ecke/a.md --
-- content/ecke/b.md --
`)
	var b strings.Builder
	for _, p := range s.Pages {
		if p.Apart() {
			continue
		}
		fmt.Fprintf(&b, "%s %q %s:", p.Key, p.Title, p.TranslationKey)
		for _, q := range p.Translations {
			fmt.Fprint(&b, " ", q.Key)
		}
		fmt.Fprintln(&b)
	}
	equal(t, b.String(), `
en:/ "English" /: en:/ de:/ fr:/
en:/all "" /all: en:/all fr:/all
en:/ecke "Eckes" /ecke: en:/ecke de:/ecke
en:/ecke/b "" /ecke/b: en:/ecke/b
en:/one "" /one: en:/one de:/one fr:/one
en:/quiet "" /quiet: fr:/quiet
en:/two "" zwei: en:/two de:/zwei
de:/ "Deutsch" /: en:/ de:/ fr:/
de:/ecke "Eckes" /ecke: en:/ecke de:/ecke
de:/ecke/a "" /ecke/a: de:/ecke/a
de:/one "" /one: en:/one de:/one fr:/one
de:/zwei "" zwei: en:/two de:/zwei
fr:/ "" /: en:/ de:/ fr:/
fr:/all "" /all: en:/all fr:/all
fr:/one "" /one: en:/one de:/one fr:/one
fr:/quiet "" /quiet: fr:/quiet
`)
}

func TestGetPage(t *testing.T) {
	s := good(t, `
-- hugo.toml --
disableKinds = ["taxonomy", "term"]
[languages.en]
[languages.fr]
-- content/posts/One Two.md --
-- content/posts/trip/index.md --
-- content/posts/same.md --
-- content/docs/_index.md --
-- content/docs/same.md --
-- content/docs/v1.2/_index.md --
-- content/docs/deep/page.md --
-- content/about.md --
`)
	e := s.Editions[0]
	trip, docs, deep := page(t, s, "en:/posts/trip"), page(t, s, "en:/docs"), page(t, s, "en:/docs/deep/page")
	for _, tt := range []struct {
		ref  string
		from *site.Page
		want string
	}{
		{"", nil, "/"},
		{"/", nil, "/"},
		{"/posts/one-two", nil, "/posts/one-two"},
		{"/Posts/One Two", nil, "/posts/one-two"},
		{"posts/one two.md", nil, "/posts/one-two"},
		{"/posts/one two.en.md", nil, "/posts/one-two"},
		{"/posts/trip/index.md", nil, "/posts/trip"},
		{"/posts/trip/index", nil, "/posts/trip"},
		{"/posts/trip/", nil, "/posts/trip"},
		{"/docs/_index.md", nil, "/docs"},
		{"/docs/v1.2", nil, "/docs/v1.2"},
		{"about", nil, "/about"},
		{"page", nil, "/docs/deep/page"},
		{"page.md", nil, "/docs/deep/page"},
		{"same", nil, "ambiguous"},
		{"/same", nil, ""},
		{"nowhere", nil, ""},
		{"same", docs, "/docs/same"},
		{"same", trip, "/posts/same"},
		{"./same", trip, "/posts/same"},
		{"../docs/same", trip, "/docs/same"},
		{"../same.md", trip, "/posts/same"},
		{"../../about.md", trip, "/about"},
		{"../same.md", deep, "/docs/same"},
		{"deep/page.md", docs, "/docs/deep/page"},
		{"./nowhere", docs, ""},
		{"page", docs, ""}, // with a page to start from no bare names
	} {
		p, err := e.GetPage(tt.ref, tt.from)
		got := pathOf(p)
		if err != nil {
			got = "ambiguous"
		}
		if got != tt.want {
			t.Errorf("GetPage(%q) from %q = %q, want %q", tt.ref, pathOf(tt.from), got, tt.want)
		}
	}
	if p, _ := e.RefPage("page", docs); pathOf(p) != "/docs/deep/page" {
		t.Errorf("RefPage does not find a bare name: %q", pathOf(p))
	}
}

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

// The card holds what links show, Params the rest: a change in one leaves the other's hash alone.
func TestHashes(t *testing.T) {
	const files = "-- hugo.toml --\n-- content/a.md --\n---\ntitle: %s\ndescription: %s\nown: %s\n---\nbody\n"
	base := page(t, good(t, fmt.Sprintf(files, "A", "d", "1")), "en:/a")
	same := page(t, good(t, fmt.Sprintf(files, "A", "d", "1")), "en:/a")
	own := page(t, good(t, fmt.Sprintf(files, "A", "d", "2")), "en:/a")
	text := page(t, good(t, fmt.Sprintf(files, "A", "d", `"1"`)), "en:/a")
	if base.CardHash != same.CardHash || base.ParamsHash != same.ParamsHash {
		t.Error("equal pages have different hashes")
	}
	if own.CardHash != base.CardHash || own.ParamsHash == base.ParamsHash {
		t.Error("a parameter of one's own changes the params and not the card")
	}
	if text.ParamsHash == base.ParamsHash {
		t.Error("1 and \"1\" have one hash")
	}
	if p := page(t, good(t, fmt.Sprintf(files, "B", "d", "1")), "en:/a"); p.CardHash == base.CardHash {
		t.Error("another title has the same card")
	}
}

// The same input gives the same site, whatever the number of workers.
func TestDeterministic(t *testing.T) {
	const files = `
-- hugo.toml --
[languages.en]
weight = 1
[languages.de]
weight = 2
-- content/a.md --
---
tags: [x, Y, z]
menu: {main: {weight: 1}, foot: {}}
aliases: [b, c, /d]
---
-- content/a.de.md --
---
tags: [y, X]
---
-- content/deep/b/index.md --
---
tags: [Z]
---
-- content/deep/b/pic.png --
x
`
	describe := func() string {
		s := good(t, files)
		var b strings.Builder
		b.WriteString(outputs(s))
		for _, e := range s.Editions {
			fmt.Fprintln(&b, paths(e.Pages), e.MainSections)
			for _, ti := range e.Taxonomies {
				for _, term := range ti.Terms {
					fmt.Fprintln(&b, term.Key, term.Name, term.Data, len(term.Entries))
				}
			}
			for _, name := range []string{"main", "foot"} {
				for _, me := range e.Menus[name] {
					fmt.Fprintln(&b, name, me.Key, me.Link)
				}
			}
		}
		for _, p := range s.Pages {
			fmt.Fprintln(&b, p.ID, p.Key, p.CardHash, p.ParamsHash)
		}
		return b.String()
	}
	want := describe()
	for range 3 {
		for _, n := range []int{1, 8} {
			before := runtime.GOMAXPROCS(n)
			got := describe()
			runtime.GOMAXPROCS(before)
			if got != want {
				equal(t, got, want)
				return
			}
		}
	}
}

// A project that does not speak Hugo gets titles for pages without one.
func TestTitles(t *testing.T) {
	s := good(t, "-- content/my-first-post.md --\nText.\n-- content/headed.md --\n# The Heading\n-- content/sec/_index.md --\n-- content/sec/x.md --\n")
	got := []string{page(t, s, "en:/my-first-post").Title, page(t, s, "en:/headed").Title, page(t, s, "en:/sec").Title}
	if want := []string{"My first post", "The Heading", "Secs"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
