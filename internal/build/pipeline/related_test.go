package pipeline_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// A page that shows related pages is rendered again if they are different, or if one of them has a new title, but not
// for the title of any other page that it could have shown.
func TestRelatedPages(t *testing.T) {
	files := map[string]string{
		"hugo.toml":             "baseURL = \"https://example.org/\"\ndisableKinds = [\"taxonomy\", \"term\", \"rss\", \"sitemap\", \"section\", \"home\", \"404\"]\n",
		"layouts/page.html":     "{{ .Title }}: {{ range site.RegularPages.Related . }}{{ .LinkTitle }}, {{ end }}",
		"content/posts/zero.md": "---\ntitle: Zero\ndate: 2024-01-01\ntags: [none]\n---\n",
	}
	for i := range 10 {
		files[fmt.Sprintf("content/posts/p%d.md", i)] = fmt.Sprintf("---\ntitle: Post %d\ndate: 2024-02-%02d\ntags: [t%d]\n---\n", i, 10+i, i/2)
	}
	dir := t.TempDir()
	for name, text := range files {
		write(t, dir, name, text)
	}
	b, err := pipeline.New(project.Options{Source: dir, Memory: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	build := func(b *pipeline.Builder) (map[string]string, int) {
		t.Helper()
		res, err := b.Build(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return held(t, res.Outputs), res.Rendered
	}
	build(b)
	for _, step := range []struct {
		name, file, old, text, says string
		rendered                    int
	}{
		{"a title", "p0.md", "Post 0", "Named", "Post 1: Named, ", 2},                    // itself and the only one that shows it
		{"the title of a page alone", "zero.md", "Zero", "Naught", "Naught: ", 1},        // itself
		{"a tag", "zero.md", "[none]", "[t0]", "Post 1: Named, Naught, ", 3},             // those of that tag, too
		{"a date", "zero.md", "2024-01-01", "2024-02-28", "Naught: Post 1, Named, ", 11}, // the list has another order
	} {
		edit(t, filepath.Join(dir, "content/posts", step.file), step.old, step.text)
		got, rendered := build(b)
		clean, err := pipeline.New(project.Options{Source: dir, Memory: true, NoCache: true})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := build(clean)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: not as in a clean build:\n%s", step.name, diff)
		}
		if rendered != step.rendered || !strings.Contains(fmt.Sprint(got), step.says) {
			t.Errorf("%s: %d pages are rendered, want %d; %v should say %q", step.name, rendered, step.rendered, got, step.says)
		}
		clean.Close()
	}
}
