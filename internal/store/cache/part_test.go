package cache

import (
	"os"
	"path/filepath"
	"testing"
)

// Part returns the same bytes for a blob that was just put and for one of an earlier commit. It returns nothing
// for a damaged blob, or beyond its end.
func TestPart(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	for range 2 { // the second time it is there
		if !s.PutText(key(1), "one piece") {
			t.Error("a blob was not kept")
		}
	}
	check := func(when string, s *Store) {
		t.Helper()
		for _, c := range []struct {
			low, high int
			want      string
			ok        bool
		}{{0, 9, "one piece", true}, {4, 6, "pi", true}, {9, 9, "", true}, {4, 10, "", false}, {-1, 2, "", false}, {5, 4, "", false}} {
			if b, ok := s.Part(key(1), c.low, c.high); b != c.want || ok != c.ok {
				t.Errorf("%s, %d to %d: %q, %v", when, c.low, c.high, b, ok)
			}
		}
		if _, ok := s.Part(key(2), 0, 0); ok {
			t.Errorf("%s: part of a blob that is not there", when)
		}
	}
	check("fresh", s)
	commit(t, s)
	check("committed", s)
	shut(t, s)
	check("by another process", open(t, dir, Options{ReadOnly: true}))

	blobs, err := filepath.Glob(filepath.Join(dir, packName+"-*"))
	if err != nil || len(blobs) != 1 {
		t.Fatal(blobs, err)
	}
	if err := os.WriteFile(blobs[0], []byte("One piece"), 0o666); err != nil {
		t.Fatal(err)
	}
	if b, ok := open(t, dir, Options{}).Part(key(1), 4, 6); ok {
		t.Errorf("part of a damaged blob: %q", b)
	}
}

func TestPutSaysWhatIsNotKept(t *testing.T) {
	s := open(t, t.TempDir(), Options{Limit: 4})
	if s.PutText(key(1), "too long") {
		t.Error("a blob above the limit was kept")
	}
	shut(t, s)
	if s.PutText(key(2), "x") {
		t.Error("a closed store keeps")
	}
}
