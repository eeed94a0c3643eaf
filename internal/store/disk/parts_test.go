package disk

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// An output that comes in parts is what it would be in one: read before it is written, written, left alone by the next
// build, replaced when it is another, and refused when something else has its path.
func TestParts(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "public", "a", "feed.xml")
	for _, spool := range []int64{-1, 150 << 10, 1 << 20} { // in a file, half of it, and none
		for _, tt := range []struct {
			last    string
			written int
		}{{"one", 1}, {"one", 0}, {"two", 1}, {"another length", 1}} {
			tree, err := Open(Options{Dir: filepath.Join(dir, "public"), State: filepath.Join(dir, "state"), Spool: spool})
			if err != nil {
				t.Fatal(err)
			}
			s := tree.Stage()
			w, want := s.Create("a/feed.xml", "test"), []byte(nil)
			for i := range 3 {
				part := bytes.Repeat([]byte{byte('a' + i)}, 100<<10)
				want = append(want, part...)
				if n, err := w.Write(part); n != len(part) || err != nil {
					t.Fatal(n, err)
				}
			}
			if _, err := w.Write([]byte(tt.last)); err != nil {
				t.Fatal(err)
			}
			want = append(want, tt.last...)
			if size, hash, err := w.Close(); size != int64(len(want)) || hash != xxhash.Sum64(want) || err != nil {
				t.Errorf("size %d, hash %x, %v", size, hash, err)
			}
			if err := s.Add("a/feed.xml", want, "other"); err != nil {
				t.Errorf("the same bytes: %v", err)
			}
			if err := s.Add("a/feed.xml", want[1:], "other"); err == nil {
				t.Error("other bytes were taken under the same path")
			}
			r, size, end, ok := s.Open("a/feed.xml")
			if !ok || size != int64(len(want)) {
				t.Fatal("it cannot be read before it is written")
			}
			for _, at := range []int64{0, 100<<10 - 1, 250 << 10, size} {
				got, err := io.ReadAll(io.NewSectionReader(r, at, size))
				if err != nil || !bytes.Equal(got, want[at:]) {
					t.Errorf("%d bytes from %d on, %v", len(got), at, err)
				}
			}
			end.Close()
			ch, err := s.Commit(t.Context(), 1)
			if err != nil || ch.Written != tt.written {
				t.Errorf("%d written, want %d: %v", ch.Written, tt.written, err)
			}
			if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d bytes were written, want %d: %v", len(got), len(want), err)
			}
		}
		if err := os.RemoveAll(filepath.Join(dir, "public")); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(dir, "state")); err != nil {
			t.Fatal(err)
		}
	}
}

// What only looks the same to the manifest is compared byte by byte.
func TestPartsCompare(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "public", "f")
	build := func() Changes {
		tree, err := Open(Options{Dir: filepath.Join(dir, "public"), State: filepath.Join(dir, "state")})
		if err != nil {
			t.Fatal(err)
		}
		s := tree.Stage()
		w := s.Create("f", "test")
		for range 2 {
			if _, err := w.Write(bytes.Repeat([]byte("x"), 100<<10)); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
		ch, err := s.Commit(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		return ch
	}
	build()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if ch := build(); ch.Written != 0 {
		t.Error("the same bytes were written again")
	}
	data[150<<10] = 'y'
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if ch := build(); ch.Written != 1 {
		t.Error("a changed byte was left")
	}
}
