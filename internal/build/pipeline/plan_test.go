package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/task"
)

// TestPlanAfterEdits: keys that are taken over from the plan before are the same as in a new plan, and a changed title
// leaves all of them, and the positions of jobs by key and file, as they were.
func TestPlanAfterEdits(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const config = "baseURL = \"https://example.org/\"\n"
	put("sitegen.toml", config)
	put("layouts/all.html", "{{ .Title }}{{ range .Site.RegularPages }}{{ .Title }}{{ end }}")
	put("content/posts/a.md", "---\ntitle: A\naliases: [/was-a]\n---\n")
	put("content/posts/b.md", "---\ntitle: B\naliases: [/was-b]\n---\n")
	put("content/posts/c.md", "---\ntitle: C\n---\n")
	b, err := New(project.Options{Source: dir, Clock: clock, Memory: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	build := func() *task.Plan {
		t.Helper()
		if _, err := b.Build(context.Background()); err != nil {
			t.Fatal(err)
		}
		return b.kept.Plan
	}
	last := build()
	for _, tt := range []struct {
		name, file, text string
		like             bool // all keys stay
	}{
		{"title", "content/posts/b.md", "---\ntitle: New\naliases: [/was-b]\n---\n", true},
		{"address", "content/posts/b.md", "---\ntitle: New\naliases: [/was-b]\nslug: other\n---\n", false},
		{"alias", "content/posts/b.md", "---\ntitle: New\naliases: [/was-it]\nslug: other\n---\n", false},
		{"draft", "content/posts/a.md", "---\ntitle: A\naliases: [/was-a]\ndraft: true\n---\n", false},
		{"new page", "content/posts/aa.md", "---\ntitle: AA\n---\n", false},
		{"file name", "content/posts/c/index.md", "---\ntitle: C\n---\n", false},
		{"media", "sitegen.toml", config + "[discovery.images]\nplace = \"inline\"\n", false},
		{"base URL", "sitegen.toml", "baseURL = \"https://example.com/sub/\"\n", false},
	} {
		put(tt.file, tt.text)
		if tt.name == "file name" {
			if err := os.Remove(filepath.Join(dir, "content", "posts", "c.md")); err != nil {
				t.Fatal(err)
			}
		}
		now := build()
		var want []string
		for _, j := range now.Jobs {
			want = append(want, j.Key(b.kept.Listed.WantsMedia))
		}
		if !slices.Equal(now.Keys, want) {
			t.Errorf("%s: the keys are not those of the jobs", tt.name)
		}
		if now.Like(last) != tt.like {
			t.Errorf("%s: like the plan before: %v", tt.name, !tt.like)
		}
		for i, j := range now.Jobs {
			if at, ok := now.Find(now.Keys[i]); !ok || at != i {
				t.Errorf("%s: %s is at %d, want %d", tt.name, j.By(), at, i)
			}
			if at, ok := now.File(j.File()); !ok || at != i {
				t.Errorf("%s: %s is at %d, want %d", tt.name, j.File(), at, i)
			}
		}
		last = now
	}
}
