package pipeline_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// growing is a site that has more of one thing.
type growing struct {
	config string
	n      int // how many in the smallest site
	files  func(n int, put func(name, text string))
}

// plainLayouts print on each page the things that a site has many of.
const (
	plainPage = `<title>{{ .Title }}</title>{{ range .Site.Menus.main }}<a href="{{ .URL }}"{{ if $.IsMenuCurrent "main" . }} aria-current="page"{{ end }}>{{ .Name }}</a>{{ end }}{{ .Content }}`
	plainSite = "title = \"T\"\nbaseURL = \"https://example.org/\"\n"
)

// growingSites are sites, by the thing that they have more of. Sites of documentation start at a size at which the
// navigation tree is no longer printed in full, and languages share no pages, since each page names all of its
// translations.
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
		"menu entries": {"", 200, func(n int, put func(name, text string)) {
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

// allShapes adds all combinations of where pages are and what they say; `./test.sh soak` sets it.
var allShapes = flag.Bool("shapes", false, "TestLinearShapes builds all combinations")

// shapes are sites of one-line pages by the location of the pages and their front matter: 4 times the pages are at most
// 5 times the work. Without all, these are both themes with pages everywhere that have only a title, and pages in one
// place that have everything.
func shapes(all bool) map[string]growing {
	where := map[string]func(i int) string{
		"flat":                func(i int) string { return fmt.Sprintf("p%d", i) },
		"one section":         func(i int) string { return fmt.Sprintf("notes/p%d", i) },
		"deep":                func(i int) string { return fmt.Sprintf("a%d/b%d/c%d/d%d/p%d", i/250, i/50, i/10, i/2, i) },
		"many small sections": func(i int) string { return fmt.Sprintf("s%d/p%d", i/4, i) },
		"bundles":             func(i int) string { return fmt.Sprintf("p%d/index", i) },
	}
	out := map[string]growing{}
	for _, theme := range []string{"blog", "docs"} {
		for shape, path := range where {
			for _, with := range []string{"", "dates", "tags", "languages", "dates, tags, languages"} {
				if shape != "flat" && (with == "tags" || with == "languages") {
					continue
				}
				if !all && with != "" && (shape != "flat" || with != "dates, tags, languages") {
					continue
				}
				config, languages := plainSite+fmt.Sprintf("theme = %q\n", theme), []string{""}
				if strings.Contains(with, "languages") {
					config += "defaultContentLanguage = \"en\"\n[languages.en]\nweight = 1\n[languages.de]\nweight = 2\n"
					languages = []string{".en", ".de"}
				}
				out[fmt.Sprintf("%s, %s, %s", theme, shape, with)] = growing{config, 160, func(n int, put func(name, text string)) {
					for i := range n {
						head := fmt.Sprintf("title: Page %d\n", i)
						if strings.Contains(with, "dates") {
							head += fmt.Sprintf("date: 2015-01-%02d\n", 1+i%28) // many pages have the same one
						}
						if strings.Contains(with, "tags") {
							head += fmt.Sprintf("tags: [t%d, u%d]\n", i%20, i/10)
						}
						for _, language := range languages {
							put("content/"+path(i)+language+".md", "---\n"+head+"---\nOne line.\n")
						}
					}
				}}
			}
		}
	}
	return out
}

// TestLinearShapes: the work for a site of an embedded theme grows in proportion to its pages, whatever their location
// and front matter. By default, 12 of 34 sites are built. All of them:
// go test -run TestLinearShapes ./internal/build/pipeline -args -shapes
func TestLinearShapes(t *testing.T) {
	race.Skip(t, "it counts allocations")
	for name, g := range shapes(*allShapes) {
		t.Run(name, func(t *testing.T) {
			one, four := workOf(t, g, g.n), workOf(t, g, 4*g.n)
			for what, n := range one {
				ratio := float64(four[what]) / float64(n)
				t.Logf("%s: %d, %d, %.2f times as much", what, n, four[what], ratio)
				if ratio > 5 {
					t.Errorf("%d pages take %d %s, %d pages %d: %.2f times as much", g.n, n, what, 4*g.n, four[what], ratio)
				}
			}
		})
	}
}

// TestLinear: the work for a site grows in proportion to its content, not in its square. It counts allocations of a
// clean build, repetitions of its templates, and recorded dependencies of pages, so the answer is the same on any
// machine. From a site to one twice as large, and to one four times as large, the second step may take a little more
// than twice the work of the first; with a square, it would take four times as much.
func TestLinear(t *testing.T) {
	race.Skip(t, "it counts allocations")
	for name, g := range growingSites() {
		t.Run(name, func(t *testing.T) {
			var n [3]work
			workOf(t, g, g.n) // what a process makes once
			for i := range n {
				n[i] = workOf(t, g, g.n<<i)
			}
			for what := range n[0] {
				first, second := float64(n[1][what])-float64(n[0][what]), float64(n[2][what])-float64(n[1][what])
				t.Logf("%d, %d, %d: %d, %d, %d %s, second step %.2f times the first", g.n, 2*g.n, 4*g.n, n[0][what], n[1][what], n[2][what], what, second/first)
				if first < 0 || second > 2.6*max(first, 100) {
					t.Errorf("%s of %d, %d, %d %s: %d, %d, %d: the second step takes %.2f times the first", what, g.n, 2*g.n, 4*g.n, name, n[0][what], n[1][what], n[2][what], second/first)
				}
			}
		})
	}
}

// work is the counted work of a build.
type work map[string]uint64

// workOf builds a site and counts.
func workOf(t *testing.T, g growing, n int) work {
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
	build := func(noCache bool) *pipeline.Builder {
		b, err := pipeline.New(project.Options{Source: dir, Clock: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Memory: true, NoCache: noCache, Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
		return b
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	b := build(true)
	runtime.ReadMemStats(&after)
	b.Close()
	b = build(false) // which keeps its records
	defer b.Close()
	steps, questions := b.Work()
	if steps == 0 || questions == 0 {
		t.Fatalf("counted %d steps and %d questions", steps, questions)
	}
	return work{"objects": after.Mallocs - before.Mallocs, "bytes": after.TotalAlloc - before.TotalAlloc, "steps of templates": steps, "questions": questions}
}
