package pipeline_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// TestAhead builds pages that production leaves out, and checks which pages the result names.
func TestAhead(t *testing.T) {
	for _, built := range []bool{true, false} {
		dir, b := blog(t, project.Options{Memory: true, Drafts: built, Future: built, Expired: built})
		if err := os.RemoveAll(filepath.Join(dir, "content")); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(dir, "content"), 0o777); err != nil {
			t.Fatal(err)
		}
		for name, matter := range map[string]string{
			"a.md": "title: A", "d.md": "draft: true\npublishDate: 2030-01-02T00:00:00Z", "e.md": "expiryDate: 2020-01-02T00:00:00Z", "f.md": "publishDate: 2030-01-02T00:00:00Z",
		} {
			if err := os.WriteFile(filepath.Join(dir, "content", name), []byte("---\n"+matter+"\n---\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		res, err := b.Build(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := []pipeline.Left{
			{File: "content/d.md", Reason: "draft"},
			{File: "content/e.md", Reason: "expired", Date: time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC)},
			{File: "content/f.md", Reason: "future", Date: time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC)},
		}
		got, other := res.Ahead, res.Left
		if !built {
			got, other = res.Left, res.Ahead
		}
		if diff := cmp.Diff(want, got); diff != "" || len(other) > 0 {
			t.Errorf("built is %v, and %d more:\n%s", built, len(other), diff)
		}
	}
}
