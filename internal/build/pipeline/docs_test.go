package pipeline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// docsProject writes a project with the docs theme and returns its folder.
func docsProject(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files["sitegen.toml"] = "title = \"T\"\nbaseURL = \"https://example.org/\"\ntheme = \"docs\"\ndisableKinds = [\"taxonomy\", \"term\", \"rss\"]\n" + files["sitegen.toml"]
	testsite.Write(t, dir, files)
	return dir
}

// shown reads a page of a built project.
func shown(t *testing.T, dir, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "public", filepath.FromSlash(page), "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	treeNav   = regexp.MustCompile(`(?s)<nav class="tree".*?</nav>`)
	treeToken = regexp.MustCompile(`<ul>|</ul>|<li class="more">|<details open>|<details>|<a href="([^"]*)"( aria-current="page")?>([^<]*)`)
	nextLink  = regexp.MustCompile(`<a href="([^"]*)" rel="next">`)
	prevLink  = regexp.MustCompile(`<a href="([^"]*)" rel="prev">`)
)

// outline returns the tree of a page, one line per entry, with > before the current one, + and - after those that are
// open and closed.
func outline(t *testing.T, html string) string {
	t.Helper()
	var b strings.Builder
	depth := 0
	for _, m := range treeToken.FindAllStringSubmatch(treeNav.FindString(html), -1) {
		switch {
		case m[0] == "<ul>":
			depth++
		case m[0] == "</ul>":
			depth--
		case m[0] == "<details open>":
			b.WriteString(" +")
		case m[0] == "<details>":
			b.WriteString(" -")
		case m[2] != "":
			b.WriteString("\n" + strings.Repeat("  ", depth) + "> " + strings.TrimSpace(m[3]))
		case m[1] != "":
			b.WriteString("\n" + strings.Repeat("  ", depth) + strings.TrimSpace(m[3]))
		}
	}
	return b.String() + "\n"
}

// The tree is ordered by weight and title, shows labels, hidden and collapsed entries as pages say, and marks the page
// itself.
func TestDocsTree(t *testing.T) {
	dir := docsProject(t, map[string]string{
		"sitegen.toml":          "[params.sidebar]\ncollapse = true\n",
		"content/z/_index.md":   "---\ntitle: Zed\nweight: 1\n---\n",
		"content/z/b.md":        "---\ntitle: B\n---\n",
		"content/z/a.md":        "---\ntitle: A\ndate: 2020-01-01\n---\n",
		"content/z/last.md":     "---\ntitle: Aaa\ndate: 2024-01-01\nsidebar: {label: Ccc}\n---\n",
		"content/z/first.md":    "---\ntitle: Z\nweight: 5\n---\n",
		"content/z/gone.md":     "---\ntitle: Gone\nsidebar: {hide: true}\n---\n",
		"content/y/_index.md":   "---\ntitle: Why\n---\n",
		"content/y/x/_index.md": "---\ntitle: Ex\nsidebar: {collapse: false}\n---\n",
		"content/y/x/w.md":      "---\ntitle: \"W & V\"\n---\n",
		"content/y/u/_index.md": "---\ntitle: You\n---\n",
		"content/y/u/new.md":    "---\ntitle: New\ndate: 2024-01-01\n---\n",
		"content/top.md":        "---\ntitle: Top\n---\n",
	})
	process(t, dir, project.Options{})
	for page, want := range map[string]string{
		"z/a": `
Home
  Zed +
    Z
    > A
    Ccc
    B
  Top
  Why -
    Ex +
      W &amp; V
    You -
      New
`,
		"y/x": `
Home
  Zed -
    Z
    A
    Ccc
    B
  Top
  Why +
    > Ex +
      W &amp; V
    You -
      New
`,
	} {
		if diff := cmp.Diff(want, outline(t, shown(t, dir, page))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", page, diff)
		}
	}
	var order []string
	for page := "/"; ; {
		order = append(order, page)
		m := nextLink.FindStringSubmatch(shown(t, dir, page))
		if m == nil || len(order) > 20 {
			break
		}
		page = m[1]
	}
	if want := []string{"/", "/z/", "/z/first/", "/z/a/", "/z/last/", "/z/b/", "/top/", "/y/", "/y/x/", "/y/x/w/", "/y/u/", "/y/u/new/"}; !slices.Equal(order, want) {
		t.Errorf("next leads through %q, want %q", order, want)
	}
	for i, page := range order[1:] {
		if m := prevLink.FindStringSubmatch(shown(t, dir, page)); m == nil || m[1] != order[i] {
			t.Errorf("before %s comes %q, want %q", page, m, order[i])
		}
	}
}

// In a large tree, a page shows the levels above it, and in a large group a window; a page is rendered again only for
// entries that it shows.
func TestDocsWindows(t *testing.T) {
	files := map[string]string{
		"sitegen.toml":            "[params.sidebar]\nfull = 10\nwindow = 4\n",
		"content/guide/_index.md": "---\ntitle: Guide\n---\n",
		"content/other/_index.md": "---\ntitle: Other\n---\n",
		"content/other/one.md":    "---\ntitle: One\n---\n",
	}
	for i := range 30 {
		files[fmt.Sprintf("content/guide/p%02d.md", i)] = fmt.Sprintf("---\ntitle: P%02d\nweight: %d\n---\nText.\n", i, i+1)
	}
	dir := docsProject(t, files)
	process(t, dir, project.Options{})
	want := `
Home
  Guide +
    8 pages before
    P08
    P09
    > P10
    P11
    18 more pages
  Other
`
	if diff := cmp.Diff(want, outline(t, shown(t, dir, "guide/p10"))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	post := filepath.Join(dir, "content", "guide", "p10.md")
	for _, tt := range []struct {
		name, old, to string
		want          int
	}{
		{"a body", "Text.", "Words.", 1},
		{"a title", "title: P10", "title: Ten", 6},                          // the window, the section and the list of all pages
		{"a description", "weight: 11", "weight: 11\ndescription: More", 3}, // the page, the section and the list of all pages
	} {
		edit(t, post, tt.old, tt.to)
		res := process(t, dir, project.Options{})
		if res.Rendered != tt.want {
			t.Errorf("%s: %d rendered, want %d", tt.name, res.Rendered, tt.want)
		}
		clean := t.TempDir()
		process(t, dir, project.Options{Destination: clean, NoCache: true})
		if diff := cmp.Diff(onDisk(t, clean), onDisk(t, filepath.Join(dir, "public"))); diff != "" {
			t.Errorf("%s: the tree differs from that of a clean build (-clean +got):\n%s", tt.name, diff)
		}
	}
}
