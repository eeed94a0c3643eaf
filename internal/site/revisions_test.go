package site_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/site"
)

// TestRevisions: which changes of the content are changes of what a site is made of, and which of its texts.
func TestRevisions(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.md")
	type revisions struct{ meta, byFile, texts uint64 }
	load := func(text string, at time.Time) (r revisions) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
		tree, problems, err := content.Load(context.Background(), dir, content.Options{})
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		r.meta, r.texts = site.Revisions(tree, false)
		r.byFile, _ = site.Revisions(tree, true)
		return r
	}
	day := time.Unix(1_700_000_000, 0)
	first := load("---\ntitle: A\n---\none\n", day)
	for what, c := range map[string]struct {
		text                string
		at                  time.Time
		meta, byFile, texts bool
	}{
		"nothing":      {"---\ntitle: A\n---\none\n", day, false, false, false},
		"time":         {"---\ntitle: A\n---\none\n", day.Add(time.Hour), false, true, false},
		"text":         {"---\ntitle: A\n---\ntwo\n", day, false, false, true},
		"front matter": {"---\ntitle: B\n---\none\n", day, true, true, true},
	} {
		got := load(c.text, c.at)
		if (got.meta != first.meta) != c.meta || (got.byFile != first.byFile) != c.byFile || (got.texts != first.texts) != c.texts {
			t.Errorf("%s: %+v after %+v", what, got, first)
		}
	}
}
