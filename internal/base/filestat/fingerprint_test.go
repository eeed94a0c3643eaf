package filestat

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// never is a time at which everything is settled.
const never = int64(1) << 62

func TestFingerprintNoticesEveryChange(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "sub", "a.txt")
	write(t, file, "one")
	write(t, filepath.Join(dir, "skipped", "x"), "x")
	skip := func(d string) bool { return strings.HasPrefix(filepath.Base(d), "skipped") }
	roots := []string{dir, filepath.Join(dir, "none"), filepath.Join(dir, "sub") + NamesOnly}
	take := func() Fingerprint { return NewLook(skip).Fingerprint(roots) }
	now := take()
	if !now.Same(take(), never) {
		t.Fatal("the same tree has another fingerprint")
	}
	for _, tt := range []struct {
		name string
		same bool
		edit func() error
	}{
		{"another text of the same size", false, func() error { write(t, file, "two"); return nil }},
		{"renamed", false, func() error { return os.Rename(file, file+"2") }},
		{"an empty folder", false, func() error { return os.Mkdir(filepath.Join(dir, "empty"), 0o777) }},
		{"removed", false, func() error { return os.Remove(file + "2") }},
		{"a root that was not there", false, func() error { write(t, filepath.Join(dir, "none"), ""); return nil }},
		{"nobody may read it", false, func() error { return os.Chmod(filepath.Join(dir, "none"), 0) }},
		{"in a folder that does not count", true, func() error { write(t, filepath.Join(dir, "skipped", "y"), "y"); return nil }},
		{"a folder that does not count", true, func() error { return os.Mkdir(filepath.Join(dir, "skipped too"), 0o777) }},
		{"a file that does not count", true, func() error { write(t, filepath.Join(dir, "sub", "skipped.md"), ""); return nil }},
	} {
		tick(t)
		if err := tt.edit(); err != nil {
			t.Fatal(err)
		}
		next := take()
		if same := now.Same(next, never); same != tt.same {
			t.Errorf("%s: same is %v", tt.name, same)
		}
		now = next
	}
}

// For a root with NamesOnly, the contents of files make no difference.
func TestNamesOnly(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "one")
	take := func() Fingerprint { return NewLook(nil).Fingerprint([]string{dir + NamesOnly}) }
	first := take()
	write(t, filepath.Join(dir, "a"), "another text")
	if !first.Same(take(), never) {
		t.Error("another text counts")
	}
	write(t, filepath.Join(dir, "b"), "")
	if first.Same(take(), never) {
		t.Error("another name does not count")
	}
}

// A fingerprint that was taken in the tick of a change cannot be relied on: the file may change again within it. A
// file that is gone leaves the time of its folder.
func TestYoungFingerprintIsNotTrusted(t *testing.T) {
	for name, edit := range map[string]func(file string) error{
		"written": func(file string) error { return os.WriteFile(file, []byte("x"), 0o666) },
		"removed": os.Remove,
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "a"), "")
		tick(t)
		if err := edit(filepath.Join(dir, "a")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(dir)
		if err != nil {
			t.Fatal(err)
		}
		changed := Of(info).Changed()
		if state, ok := Regular(filepath.Join(dir, "a")); ok {
			changed = state.Changed()
		}
		f := NewLook(nil).Fingerprint([]string{dir})
		if f.Same(f, changed) {
			t.Errorf("%s: it is trusted in the tick of the change", name)
		}
		if !f.Same(f, tick(t)) {
			t.Errorf("%s: it is not trusted after that", name)
		}
	}
}

// A tree with a link to a folder is never the same.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "tree", "a"), "text")
	write(t, filepath.Join(dir, "file"), "text")
	if err := os.Symlink(filepath.Join(dir, "file"), filepath.Join(dir, "tree", "link")); err != nil {
		t.Skip(err)
	}
	take := func() Fingerprint { return NewLook(nil).Fingerprint([]string{filepath.Join(dir, "tree")}) }
	first := take()
	if !first.Same(take(), never) {
		t.Error("a link to a file makes the tree another one")
	}
	write(t, filepath.Join(dir, "file"), "longer than before")
	if first.Same(take(), never) {
		t.Error("the file behind the link does not count")
	}
	if err := os.Symlink(dir, filepath.Join(dir, "tree", "folder")); err != nil {
		t.Fatal(err)
	}
	if next := take(); next.Same(next, never) {
		t.Error("nobody looked behind the link to a folder, and the tree is the same")
	}
}

func TestEntries(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "b"), "12345")
	write(t, filepath.Join(dir, "a", "c"), "")
	write(t, filepath.Join(dir, "skipped", "d"), "")
	l := NewLook(func(path string) bool { return filepath.Base(path) == "skipped" })
	l.Fingerprint([]string{dir})
	list, ok := l.Entries(dir)
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	if want := []string{"a", "b", "skipped"}; !ok || !slices.Equal(names, want) {
		t.Fatalf("%q, %v", names, ok)
	}
	write(t, filepath.Join(dir, "b"), "")
	if info, err := list[1].Info(); err != nil || info.Size() != 5 {
		t.Errorf("the entry does not know what was seen: %v, %v", info, err)
	}
	if _, ok := l.Entries(filepath.Join(dir, "a")); !ok {
		t.Error("a folder below is not known")
	}
	for _, name := range []string{"skipped", "none"} {
		if _, ok := l.Entries(filepath.Join(dir, name)); ok {
			t.Errorf("%s is known", name)
		}
	}
}
