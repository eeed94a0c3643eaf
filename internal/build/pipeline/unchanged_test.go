package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/build/inspect"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// TestUnchanged: a process detects at once that there is nothing to do, and only then.
func TestUnchanged(t *testing.T) {
	race.Skip(t, "the law finds nothing to do at times, too")
	dir, _ := blog(t, project.Options{})
	build := func(clock time.Time, o project.Options) (res *pipeline.Result, idle bool) {
		t.Helper()
		start := time.Now()
		o.Source, o.Clock, o.Version = dir, clock, "test"
		o.Elapsed = func() time.Duration { return time.Since(start) }
		b, err := pipeline.New(o)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if res, err = b.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
		return res, len(res.Stages) == 0
	}
	filestat.Await(t.TempDir(), time.Now().UnixNano()) // the files of the project were written just now
	first, _ := build(epoch, project.Options{})
	res, idle := build(epoch, project.Options{})
	if !idle {
		t.Fatal("nothing changed, and it is built again")
	}
	if res.Pages != first.Pages || res.SitemapURLs != first.SitemapURLs || res.FeedItems != first.FeedItems ||
		res.Unchanged != first.Written || res.Written != 0 || !cmp.Equal(res.Left, first.Left) || !res.NextBuild.Equal(first.NextBuild) {
		t.Errorf("what it says differs:\n%+v\n%+v", first, res)
	}
	if _, idle := build(first.NextBuild.Add(-time.Second), project.Options{}); !idle {
		t.Error("a moment before the next date something is built")
	}
	if _, idle := build(first.NextBuild, project.Options{}); idle {
		t.Error("a page goes live, and nothing is built")
	}
	build(epoch, project.Options{})
	for _, tt := range []struct {
		name string
		edit func()
	}{
		{"an output is changed", func() { write(t, dir, "public/index.html", "x") }},
		{"an output is changed, and its size and time are as before", func() {
			file := filepath.Join(dir, "public", "index.html")
			before, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			if filestat.Of(before).Change == 0 { // this file system has no change times
				write(t, dir, "public/index.html", "x")
				return
			}
			write(t, dir, "public/index.html", strings.Repeat("x", int(before.Size())))
			if err := os.Chtimes(file, before.ModTime(), before.ModTime()); err != nil {
				t.Fatal(err)
			}
		}},
		{"an output is removed", func() { os.Remove(filepath.Join(dir, "public", "index.html")) }},
		{"a page comes", func() { write(t, dir, "content/posts/x.md", "---\ntitle: X\n---\n") }},
		{"a page goes", func() { os.Remove(filepath.Join(dir, "content", "posts", "x.md")) }},
		{"another configuration file", func() { write(t, dir, "hugo.toml", "title = 'T'\n") }},
		{"it goes again", func() { os.Remove(filepath.Join(dir, "hugo.toml")) }},
		{"a template comes", func() { write(t, dir, "layouts/_partials/x.html", "x") }},
		{"a static file comes", func() { write(t, dir, "static/x.txt", "x") }},
		{"and goes", func() { os.Remove(filepath.Join(dir, "static", "x.txt")) }},
	} {
		build(epoch, project.Options{})
		if _, idle := build(epoch, project.Options{}); !idle {
			t.Fatalf("before %q something is built", tt.name)
		}
		tt.edit()
		if _, idle := build(epoch, project.Options{}); idle {
			t.Errorf("%s, and nothing is built", tt.name)
		}
	}
	os.RemoveAll(filepath.Join(dir, "layouts"))
	build(epoch, project.Options{})
	if _, idle := build(epoch, project.Options{Drafts: true}); idle {
		t.Error("drafts are asked for, and nothing is built")
	}
	b, err := pipeline.New(project.Options{Source: dir, Clock: epoch, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := inspect.Verify(t.Context(), b); err != nil {
		t.Errorf("after all that the tree differs: %v", err)
	}
}

// write writes a file of a project.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
