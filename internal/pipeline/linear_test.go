package pipeline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/pipeline"
)

// growing is a site that has more of one thing.
type growing struct {
	config string
	n      int // how many in the smallest site
	files  func(n int, put func(name, text string))
}

// plainLayouts print what a site has many of, on each page.
const (
	plainPage = `<title>{{ .Title }}</title>{{ range .Site.Menus.main }}<a href="{{ .URL }}"{{ if $.IsMenuCurrent "main" . }} aria-current="page"{{ end }}>{{ .Name }}</a>{{ end }}{{ .Content }}`
	plainSite = "title = \"T\"\nbaseURL = \"https://example.org/\"\n"
)

// growingSites are sites by what they have more of. Sites of documentation begin where the tree beside a page is no longer
// printed in full, and languages share no pages, since each page names all of its translations.
func growingSites() map[string]growing {
	post := func(i int, more string) string {
		return fmt.Sprintf("---\ntitle: Post %d\ndate: %s\n%s---\nSome *text* with `code`.\n\n## One\n\nText with [a link](https://example.com/).\n",
			i, time.Date(2015, 1, 1+i%3650, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), more)
	}
	few := func(put func(name, text string)) {
		put("layouts/all.html", plainPage)
		for i := range 10 {
			put(fmt.Sprintf("content/posts/p%d.md", i), post(i, ""))
		}
	}
	return map[string]growing{
		"pages": {plainSite + "theme = \"blog\"\n", 40, func(n int, put func(name, text string)) {
			for i := range n {
				put(fmt.Sprintf("content/posts/p%d.md", i), post(i, fmt.Sprintf("tags: [t%d, u%d]\n", i%20, i%7)))
			}
		}},
		"pages of a documentation": {plainSite + "theme = \"docs\"\n", 160, func(n int, put func(name, text string)) {
			for i := range n {
				put(fmt.Sprintf("content/part-%d/page-%d.md", i/20, i), post(i, ""))
			}
		}},
		"sections": {plainSite + "theme = \"blog\"\n", 25, func(n int, put func(name, text string)) {
			for i := range n {
				put(fmt.Sprintf("content/s%d/p.md", i), post(i, ""))
			}
		}},
		"tags": {plainSite + "theme = \"blog\"\n", 25, func(n int, put func(name, text string)) {
			for i := range n {
				put(fmt.Sprintf("content/posts/p%d.md", i%20), post(i%20, ""))
				put(fmt.Sprintf("content/posts/q%d.md", i), post(i, fmt.Sprintf("tags: [t%d, v%d]\n", i, i)))
			}
		}},
		"languages": {"", 5, func(n int, put func(name, text string)) {
			put("layouts/all.html", plainPage)
			config := plainSite + "defaultContentLanguage = \"l0\"\n"
			for i := range n {
				config += fmt.Sprintf("[languages.l%d]\nweight = %d\n", i, i+1)
				for j := range 10 {
					put(fmt.Sprintf("content/posts/p%d-%d.l%d.md", i, j, i), post(j, ""))
				}
			}
			put("sitegen.toml", config)
		}},
		"menu entries": {"", 50, func(n int, put func(name, text string)) {
			few(put)
			config := plainSite
			for i := range n {
				config += fmt.Sprintf("[[menus.main]]\nname = \"Entry %d\"\nurl = \"/posts/p%d/\"\n", i, i%10)
			}
			put("sitegen.toml", config)
		}},
		"aliases": {plainSite, 100, func(n int, put func(name, text string)) {
			few(put)
			var aliases []string
			for i := range n {
				aliases = append(aliases, fmt.Sprintf("/old/%d/", i))
			}
			put("content/posts/moved.md", post(0, fmt.Sprintf("aliases: [%s]\n", strings.Join(aliases, ", "))))
		}},
		"links of a page": {plainSite, 200, func(n int, put func(name, text string)) {
			few(put)
			var text strings.Builder
			for i := range n {
				fmt.Fprintf(&text, "- [link %d](/posts/p%d/) and [another](p%d.md#one), {{< ref \"/posts/p%d.md\" >}}\n", i, i%10, i%10, i%10)
			}
			put("content/posts/links.md", post(0, "")+text.String())
		}},
	}
}

// TestLinear: more of one thing takes more work in proportion, not in its square. What is counted is what a clean build
// allocates, so that the answer is the same on any machine: of a site, of one that has twice as much, and of one that has
// four times as much, the second step may take a little more than twice what the first takes; a square would take four
// times as much.
func TestLinear(t *testing.T) {
	pipeline.Unraced(t, "it counts allocations")
	for name, g := range growingSites() {
		t.Run(name, func(t *testing.T) {
			var objects, bytes [3]uint64
			allocates(t, g, g.n) // what a process makes once
			for i := range objects {
				objects[i], bytes[i] = allocates(t, g, g.n<<i)
			}
			for what, n := range map[string][3]uint64{"objects": objects, "bytes": bytes} {
				first, second := float64(n[1])-float64(n[0]), float64(n[2])-float64(n[1])
				t.Logf("%d, %d, %d: %d, %d, %d %s, second step %.2f times the first", g.n, 2*g.n, 4*g.n, n[0], n[1], n[2], what, second/first)
				if first <= 0 || second > 2.6*first {
					t.Errorf("%s of %d, %d, %d %s: %d, %d, %d: the second step takes %.2f times the first", what, g.n, 2*g.n, 4*g.n, name, n[0], n[1], n[2], second/first)
				}
			}
		})
	}
}

// allocates builds a site and returns how many objects and bytes that allocated.
func allocates(t *testing.T, g growing, n int) (objects, bytes uint64) {
	t.Helper()
	dir := t.TempDir()
	put := func(name, text string) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("sitegen.toml", g.config)
	g.files(n, put)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	b, err := pipeline.New(pipeline.Options{Source: dir, Clock: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Memory: true, NoCache: true, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}
