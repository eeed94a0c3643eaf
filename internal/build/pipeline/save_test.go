package pipeline_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/project"
)

// TestChangesAreAddedToTheCache: after an edit of one page, the record of all renders stays as it is, but the next
// process still knows of the edit; a page that was removed stays away.
func TestChangesAreAddedToTheCache(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("sitegen.toml", "title = \"Many\"\nbaseURL = \"https://example.org/\"\n")
	write("layouts/_default/single.html", "{{ .Title }}: {{ .Content }}")
	write("layouts/_default/list.html", "{{ range .Pages }}{{ .Title }}, {{ end }}")
	page := func(i int, text string) { write(fmt.Sprintf("content/%02d.md", i), text) }
	for i := range 60 {
		page(i, fmt.Sprintf("---\ntitle: Page %d\n---\nText %d.\n", i, i))
	}
	process(t, dir, project.Options{})
	renders := func() string {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(dir, ".sitegen", "cache", "renders-*"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		return files[0]
	}
	first := renders()
	for _, tt := range []struct {
		name     string
		edit     func()
		rendered int
	}{
		{"an edit", func() { page(3, "---\ntitle: Page 3\n---\nAnother text.\n") }, 1},
		{"one more", func() { page(4, "---\ntitle: Page 4\n---\nAnother text.\n") }, 1},
		{"a new page", func() { page(60, "---\ntitle: Page 60\n---\nText.\n") }, 2},
		{"back again", func() { page(3, "---\ntitle: Page 3\n---\nText 3.\n") }, 1},
		{"a page that goes", func() {
			if err := os.Remove(filepath.Join(dir, "content/60.md")); err != nil {
				t.Fatal(err)
			}
		}, 1},
		{"nothing", func() {}, 0},
		{"the page is there once more", func() { page(60, "---\ntitle: Page 60\n---\nText.\n") }, 2},
	} {
		tt.edit()
		if res := process(t, dir, project.Options{}); res.Rendered != tt.rendered {
			t.Errorf("%s: %d rendered, want %d", tt.name, res.Rendered, tt.rendered)
		}
		have := onDisk(t, filepath.Join(dir, "public"))
		clean := t.TempDir()
		process(t, dir, project.Options{Destination: clean, StateDir: filepath.Join(t.TempDir(), "state"), NoCache: true})
		want := onDisk(t, clean)
		notHTML := func(file, _ string) bool { return filepath.Ext(file) != ".html" } // the clean build's ledger knows no dates
		maps.DeleteFunc(have, notHTML)
		maps.DeleteFunc(want, notHTML)
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if renders() != first {
			t.Errorf("%s: all renders were written again", tt.name)
		}
	}
	for i := range 30 {
		page(i, fmt.Sprintf("---\ntitle: Page %d\n---\nText %d of many.\n", i, i))
	}
	process(t, dir, project.Options{})
	if renders() == first {
		t.Error("half of the pages changed, and the record of renders was not written again")
	}
}
