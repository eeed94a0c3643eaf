package stamp

import (
	"os"
	"path/filepath"
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
