package pipeline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// process builds a project once, as a separate process does.
func process(t *testing.T, dir string, o project.Options) *pipeline.Result {
	t.Helper()
	o.Source = dir
	if o.Clock.IsZero() {
		o.Clock = epoch
	}
	if o.Version == "" {
		o.Version = "test"
	}
	b, err := pipeline.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	res, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestCacheServesTheNextProcess: a process does not render again what an earlier one rendered, even if the project has
// moved or its files have other times; another program finds nothing.
func TestCacheServesTheNextProcess(t *testing.T) {
	dir, _ := blog(t, project.Options{})
	first := process(t, dir, project.Options{})
	if first.Rendered == 0 || first.CacheOff != "" {
		t.Fatalf("%d rendered, cache: %q", first.Rendered, first.CacheOff)
	}
	want := onDisk(t, filepath.Join(dir, "public"))

	if res := process(t, dir, project.Options{}); res.Rendered != 0 || res.Written != 0 {
		t.Errorf("the same again: %d rendered, %d written", res.Rendered, res.Written)
	}
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.CopyFS(moved, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(moved, "public")); err != nil {
		t.Fatal(err)
	}
	touch(t, moved, time.Unix(1_500_000_000, 0))
	process(t, moved, project.Options{})
	if diff := cmp.Diff(want, onDisk(t, filepath.Join(moved, "public"))); diff != "" {
		t.Errorf("after a move (-want +got):\n%s", diff)
	}
	if res := process(t, moved, project.Options{}); res.Rendered != 0 {
		t.Errorf("after a move: %d rendered", res.Rendered)
	}
	if res := process(t, moved, project.Options{Version: "another"}); res.Rendered != first.Rendered {
		t.Errorf("another program: %d rendered, want all %d", res.Rendered, first.Rendered)
	}
}

// touch sets the times of all content files.
func touch(t *testing.T, dir string, at time.Time) {
	t.Helper()
	for p := range onDisk(t, filepath.Join(dir, "content")) {
		if err := os.Chtimes(filepath.Join(dir, "content", p), at, at); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLostTextIsRenderedAgain: if the text of a body is missing in the cache, a layout that is rendered again still
// shows it.
func TestLostTextIsRenderedAgain(t *testing.T) {
	dir, _ := blog(t, project.Options{})
	process(t, dir, project.Options{})
	pieces, err := filepath.Glob(filepath.Join(dir, ".sitegen", "cache", "pieces-*"))
	if err != nil || len(pieces) != 1 {
		t.Fatalf("pieces: %q, %v", pieces, err)
	}
	b, err := os.ReadFile(pieces[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(pieces[0], []byte(strings.Repeat("?", len(b))), 0o666); err != nil {
		t.Fatal(err)
	}
	want := onDisk(t, filepath.Join(dir, "public"))
	if err := os.RemoveAll(filepath.Join(dir, "public")); err != nil {
		t.Fatal(err)
	}
	process(t, dir, project.Options{})
	if diff := cmp.Diff(want, onDisk(t, filepath.Join(dir, "public"))); diff != "" {
		t.Errorf("the tree differs (-want +got):\n%s", diff)
	}
}

// If someone deletes the files that a running Builder keeps on disk, as people do to start over, its later builds are
// still right, it ends without a problem, and the next process finds what it left.
func TestCacheDeletedUnderALivingBuilder(t *testing.T) {
	for _, memory := range []bool{false, true} {
		for _, gone := range []string{".sitegen/cache", ".sitegen/cache-preview", ".sitegen"} {
			if race.Enabled && gone != ".sitegen" {
				continue // which is both of them
			}
			t.Run(fmt.Sprint(gone, " memory ", memory), func(t *testing.T) {
				dir := pictures(t)
				o := project.Options{Source: dir, Clock: epoch, Version: "test", Memory: memory}
				b, err := pipeline.New(o)
				if err != nil {
					t.Fatal(err)
				}
				build := func() map[string]string {
					t.Helper()
					res, err := b.Build(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					if memory {
						return held(t, res.Outputs)
					}
					return onDisk(t, filepath.Join(dir, "public"))
				}
				before := build()
				for _, step := range []string{"once", "twice"} {
					if err := os.RemoveAll(filepath.Join(dir, gone)); err != nil {
						t.Fatal(err)
					}
					if !memory && gone == ".sitegen" {
						if err := os.RemoveAll(filepath.Join(dir, "public")); err != nil { // foreign without its state
							t.Fatal(err)
						}
					}
					edit(t, filepath.Join(dir, "content", "a", "index.md"), "![sun]", step+" ![sun]")
					after := build()
					if len(after) != len(before) || !strings.Contains(after["a/index.html"], step) || after["b/index.html"] != before["b/index.html"] {
						t.Errorf("changed %s, %d files, were %d; a is\n%s", step, len(after), len(before), after["a/index.html"])
					}
				}
				if err := b.Close(); err != nil {
					t.Error(err)
				}
				if memory {
					return // outputs in memory are not kept for another process
				}
				if res := process(t, dir, o); res.Rendered != 0 || res.CacheOff != "" {
					t.Errorf("the next process rendered %d, cache: %q", res.Rendered, res.CacheOff)
				}
			})
		}
	}
}
