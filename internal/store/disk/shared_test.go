package disk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// In a folder that another program writes, too, a file is ours only as long as it holds what we left there.
func TestShared(t *testing.T) {
	dir, state := filepath.Join(t.TempDir(), "public"), t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(o Options, files map[string]string) (Plan, error) {
		t.Helper()
		o.Dir, o.State, o.Shared = dir, state, true
		tree, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		s := tree.Stage()
		defer s.Discard()
		for name, text := range files {
			add := s.Add
			if name == "robots.txt" {
				add = s.Amend
			}
			if err := add(name, []byte(text), "test"); err != nil {
				t.Fatal(err)
			}
		}
		plan, err := s.Plan()
		if err == nil && !o.DryRun {
			_, err = s.Commit(context.Background(), 1)
		}
		return plan, err
	}
	want := func(p Plan, err error, want Plan) {
		t.Helper()
		if diff := cmp.Diff(want, p); diff != "" || err != nil {
			t.Error(err, diff)
		}
	}
	put("index.html", "theirs")
	put("robots.txt", "theirs")
	ours := map[string]string{"robots.txt": "theirs, and more", "a.xml": "a", "b.xml": "b"}
	p, err := run(Options{DryRun: true}, ours)
	want(p, err, Plan{Written: []string{"a.xml", "b.xml", "robots.txt"}})
	if list, err := os.ReadDir(state); err != nil || len(list) > 0 {
		t.Error("a dry run leaves files: ", list, err)
	}
	p, err = run(Options{}, ours)
	want(p, err, Plan{Written: []string{"a.xml", "b.xml", "robots.txt"}})
	p, err = run(Options{}, ours)
	want(p, err, Plan{Unchanged: []string{"a.xml", "b.xml", "robots.txt"}})

	// What the other program replaced is its own: it stays, unless it is adopted.
	put("a.xml", "theirs")
	var refused *Refusal
	if _, err := run(Options{}, ours); !errors.As(err, &refused) || !cmp.Equal(refused.Files, []string{"a.xml"}) {
		t.Error(err)
	}
	p, err = run(Options{}, map[string]string{"b.xml": "b"})
	want(p, err, Plan{Unchanged: []string{"b.xml"}})
	p, err = run(Options{Adopt: true}, ours)
	want(p, err, Plan{Written: []string{"a.xml"}, Unchanged: []string{"b.xml", "robots.txt"}})
	p, err = run(Options{}, nil)
	want(p, err, Plan{Removed: []string{"a.xml", "b.xml"}})
	for name, text := range map[string]string{"robots.txt": "theirs, and more", "index.html": "theirs"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// A file of ours that readers of the site may no longer read is written again.
func TestSharedModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such permissions there")
	}
	o := Options{Dir: t.TempDir(), State: t.TempDir(), Shared: true}
	for range 3 {
		tree, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		s := tree.Stage()
		if err := s.Add("a.xml", []byte("a"), "test"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Commit(context.Background(), 1); err != nil {
			t.Fatal(err)
		}
		s.Discard()
		file := filepath.Join(o.Dir, "a.xml")
		if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o400 == 0 || info.Mode().Perm() == 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		if err := os.Chmod(file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
