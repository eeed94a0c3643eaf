package disk

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestOpen reads outputs before they are written, and when they are those of the build before.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	from := filepath.Join(dir, "song.mp3")
	if err := os.WriteFile(from, []byte("a song"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, spool := range []int64{0, 1 << 20} { // rendered bytes in a file, and in memory
		for range 2 { // the second build finds its own files
			tree, err := Open(Options{Dir: filepath.Join(dir, "public"), State: filepath.Join(dir, "state"), Spool: spool})
			if err != nil {
				t.Fatal(err)
			}
			s := tree.Stage()
			if err := s.Add("a.html", []byte("a page"), "test"); err != nil {
				t.Fatal(err)
			}
			if err := s.Copy("song.mp3", from, 6, 1); err != nil {
				t.Fatal(err)
			}
			for name, want := range map[string]string{"a.html": "a page", "song.mp3": "a song"} {
				r, size, end, ok := s.Open(name)
				if !ok {
					t.Fatalf("%s is not there", name)
				}
				got, err := io.ReadAll(io.NewSectionReader(r, 0, size))
				if err != nil || string(got) != want {
					t.Errorf("%s: %q, %v", name, got, err)
				}
				if err := end.Close(); err != nil {
					t.Error(err)
				}
			}
			if _, _, _, ok := s.Open("none"); ok {
				t.Error("what is not staged can be opened")
			}
			if _, err := s.Commit(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
		}
	}
}
