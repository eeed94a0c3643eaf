package site_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

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
