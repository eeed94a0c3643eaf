package directory_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit/directory"
	"github.com/sitegen/sitegen/internal/site"
)

// assembled returns the Site of a project with some files.
func assembled(t *testing.T, files map[string]string) *site.Site {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cfg, problems := config.Load(config.LoadOptions{Project: dir})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	tree, _, err := content.Load(t.Context(), cfg.Project, cfg.ContentOptions())
	if err != nil {
		t.Fatal(err)
	}
	s, problems := site.Assemble(site.Input{Config: cfg, Tree: tree, Now: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestGroupsAreAsOneReadsThem(t *testing.T) {
	page := func(front string) string { return "---\n" + front + "\n---\ntext\n" }
	s := assembled(t, map[string]string{
		"sitegen.toml":                  "baseURL = \"https://example.org/\"\nfolderSections = false\n",
		"content/about.md":              page("title: About"),
		"content/zoo/_index.md":         page("title: First\nweight: 1"),
		"content/zoo/b.md":              page("title: B\nweight: 2\ntags: [x, w]"),
		"content/zoo/a.md":              page("title: A\nweight: 3"),
		"content/zoo/deep/_index.md":    page("title: Deep"),
		"content/zoo/deep/c.md":         page("title: C"),
		"content/alpha/_index.md":       page("title: Second\nweight: 2"),
		"content/alpha/secret.md":       page("title: Secret"),
		"content/beta/_index.md":        page("title: Closed itself\nweight: 3"),
		"content/beta/open.md":          page("title: Open"),
		"content/gone/_index.md":        page("title: Closed whole\nweight: 4"),
		"content/gone/gone.md":          page("title: Gone"),
		"content/hidden/_index.md":      page("title: In no list\nbuild: {list: never}"),
		"content/hidden/visible.md":     page("title: Visible"),
		"content/zoo/deep/er/deeper.md": page("title: Deeper"),
	})
	closed := map[string]bool{"/alpha/secret": true, "/beta": true, "/gone": true, "/gone/gone": true, "/tags/w": true, "/categories": true}
	got := map[string][]string{}
	var order []string
	for _, g := range directory.Of(s.Editions[0], func(p *site.Page) bool { return !closed[p.Path] }) {
		order = append(order, g.List.Path)
		for _, p := range g.Pages {
			got[g.List.Path] = append(got[g.List.Path], p.Path)
		}
	}
	want := map[string][]string{
		"/":         {"/", "/about"},
		"/zoo":      {"/zoo", "/zoo/b", "/zoo/a"},
		"/zoo/deep": {"/zoo/deep", "/zoo/deep/c", "/zoo/deep/er/deeper"},
		"/alpha":    {"/alpha"},
		"/beta":     {"/beta/open"},
		"/hidden":   {"/hidden/visible"},
		"/tags":     {"/tags", "/tags/x"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"/", "/zoo", "/zoo/deep", "/alpha", "/beta", "/hidden", "/tags"}, order); diff != "" {
		t.Errorf("their order (-want +got):\n%s", diff)
	}
}

// A site map for people is not in any list, so it does not list itself.
func TestTheSiteMapDoesNotListItself(t *testing.T) {
	s := assembled(t, map[string]string{
		"sitegen.toml":     "baseURL = \"https://example.org/\"\ndisableKinds = [\"taxonomy\", \"term\"]\n[discovery]\nhtmlSitemap = true\n",
		"content/about.md": "text\n",
	})
	e := s.Editions[0]
	if e.HTMLSitemap == nil || e.HTMLSitemap.URL.Abs() != "https://example.org/sitemap/" {
		t.Fatalf("the site map is %v", e.HTMLSitemap)
	}
	groups := directory.Of(e, func(*site.Page) bool { return true })
	if len(groups) != 1 || len(groups[0].Pages) != 2 {
		t.Errorf("got %d groups: %v", len(groups), groups)
	}
}
