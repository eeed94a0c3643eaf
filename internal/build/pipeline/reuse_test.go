package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// edit replaces text in a file of a project.
func edit(t *testing.T, file, old, text string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), old) {
		t.Fatalf("%s does not contain %q", file, old)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(b), old, text)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// copyTop copies a project's inputs, or of its state folder the ledger alone.
func copyTop(t *testing.T, to, from string) {
	t.Helper()
	for p, text := range onDisk(t, from) {
		top, _, _ := strings.Cut(p, "/")
		if filepath.Base(from) == ".sitegen" && p != "ledger" || top == "public" || top == ".sitegen" {
			continue
		}
		file := filepath.Join(to, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRebuildRendersWhatChanged: a Builder renders again only pages that depend on an edit, and its tree is that of a
// clean build.
func TestRebuildRendersWhatChanged(t *testing.T) {
	race.Skip(t, "TestBuildAgain and TestEarlyPageIsThatOfTheEdit build this site again, too")
	dir, b := blog(t, project.Options{})
	build := func() *pipeline.Result {
		t.Helper()
		clean := t.TempDir()
		for _, part := range []string{"", ".sitegen"} {
			copyTop(t, filepath.Join(clean, part), filepath.Join(dir, part))
		}
		res, err := b.Build(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		c, err := pipeline.New(project.Options{Source: clean, Clock: epoch})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(onDisk(t, filepath.Join(clean, "public")), onDisk(t, filepath.Join(dir, "public"))); diff != "" {
			t.Errorf("the tree differs from that of a clean build (-clean +got):\n%s", diff)
		}
		return res
	}
	if err := os.MkdirAll(filepath.Join(dir, ".sitegen"), 0o777); err != nil {
		t.Fatal(err)
	}
	all := build().Rendered
	post := filepath.Join(dir, "content", "posts", "2024-05-20-why-salt.md")
	for _, tt := range []struct {
		name string
		edit func()
		most int
	}{
		{"nothing", func() {}, 0},
		{"one body", func() { edit(t, post, "salt", "sodium chloride") }, all / 2},
		{"nothing again", func() {}, 0},
	} {
		tt.edit()
		if got := build().Rendered; got > tt.most {
			t.Errorf("%s: %d of %d renders, want at most %d", tt.name, got, all, tt.most)
		}
	}
	edit(t, post, "title", "name")
	if got := build().Rendered; got == 0 {
		t.Error("a title that is gone renders nothing")
	}
}

func TestNoCacheRendersAll(t *testing.T) {
	race.Skip(t, "it counts what is rendered")
	_, b := blog(t, project.Options{NoCache: true})
	first, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if first.Rendered == 0 || second.Rendered != first.Rendered {
		t.Errorf("%d renders, then %d", first.Rendered, second.Rendered)
	}
}
