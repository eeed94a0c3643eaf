package stamp

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// later is a time at which everything that these tests write is old.
const later = int64(1) << 62

func TestStampNoticesEveryChange(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "sub", "a.txt")
	write := func(file, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(file, "one")
	write(filepath.Join(dir, "skipped", "x"), "x")
	skip := func(d string) bool { return filepath.Base(d) == "skipped" }
	roots := []string{dir, filepath.Join(dir, "none")}
	now := Of(roots, skip)
	if !now.Same(Of(roots, skip), later) {
		t.Fatal("the same tree has another stamp")
	}
	for _, tt := range []struct {
		name string
		same bool
		edit func() error
	}{
		{"another text of the same size", false, func() error { time.Sleep(time.Millisecond); write(file, "two"); return nil }},
		{"another time", false, func() error { return os.Chtimes(file, time.Time{}, time.Unix(1, 0)) }},
		{"renamed", false, func() error { return os.Rename(file, file+"2") }},
		{"an empty folder", false, func() error { return os.Mkdir(filepath.Join(dir, "empty"), 0o777) }},
		{"removed", false, func() error { return os.Remove(file + "2") }},
		{"a root that was not there", false, func() error { write(filepath.Join(dir, "none"), ""); return nil }},
		{"a folder that does not count", true, func() error { write(filepath.Join(dir, "skipped", "y"), "y"); return nil }},
	} {
		if err := tt.edit(); err != nil {
			t.Fatal(err)
		}
		next := Of(roots, skip)
		if same := now.Same(next, later); same != tt.same {
			t.Errorf("%s: same is %v", tt.name, same)
		}
		now = next
	}
}

// A stamp that was made right after a change cannot be relied on: the file may change again within the
// tick of its time.
func TestYoungStampIsNotTrusted(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	s := Of([]string{dir}, nil)
	changed := info.ModTime().UnixNano()
	for _, tt := range []struct {
		after time.Duration
		want  bool
	}{{0, false}, {50 * time.Millisecond, false}, {3 * time.Second, true}} {
		if got := s.Same(s, changed+int64(tt.after)); got != tt.want {
			t.Errorf("made %v after the change: same is %v", tt.after, got)
		}
	}
}

// The files that differ are told by name, and only while the names are the same.
func TestFilesDiffer(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	look := func() *Files {
		g := Look(nil)
		g.Of([]string{dir})
		return g.Files(dir)
	}
	for _, name := range []string{"b.md", "a/one.md", "a/two.md", "c/deep/x.md"} {
		write(name, name)
	}
	first := look()
	if list, ok := look().Differing(first.Sums); !ok || len(list) != 0 {
		t.Errorf("nothing changed: %q, %v", list, ok)
	}
	write("a/two.md", "longer than it was")
	write("c/deep/x.md", "longer than it was, too")
	now := look()
	list, ok := now.Differing(first.Sums)
	slices.Sort(list)
	if want := []string{filepath.Join(dir, "a/two.md"), filepath.Join(dir, "c/deep/x.md")}; !ok || !slices.Equal(list, want) || now.Names != first.Names {
		t.Errorf("%q, %v", list, ok)
	}
	for _, c := range []struct {
		name   string
		change func() error
	}{
		{"renamed", func() error { return os.Rename(filepath.Join(dir, "b.md"), filepath.Join(dir, "d.md")) }},
		{"moved", func() error { return os.Rename(filepath.Join(dir, "d.md"), filepath.Join(dir, "a", "d.md")) }},
		{"a link", func() error { return os.Symlink("d.md", filepath.Join(dir, "a", "e.md")) }},
		{"removed", func() error { return os.Remove(filepath.Join(dir, "a", "one.md")) }},
		{"a folder", func() error { return os.Mkdir(filepath.Join(dir, "empty"), 0o777) }},
	} {
		before := look()
		if err := c.change(); err != nil {
			t.Fatal(err)
		}
		if look().Names == before.Names {
			t.Errorf("%s: the names are the same", c.name)
		}
	}
}
