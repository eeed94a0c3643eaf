package disk

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/cespare/xxhash/v2"
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

// TestBefore reads what the build before left, and nothing that changed since, be it of the same size and time.
func TestBefore(t *testing.T) {
	dir := t.TempDir()
	public := filepath.Join(dir, "public")
	stage := func() *Stage {
		tree, err := Open(Options{Dir: public, State: filepath.Join(dir, "state")})
		if err != nil {
			t.Fatal(err)
		}
		return tree.Stage()
	}
	s := stage()
	if err := s.Add("a.html", []byte("a page"), "test"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commit(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	hash := xxhash.Sum64String("a page")
	s = stage()
	defer s.Discard()
	if got := s.Before("a.html", 6, hash); string(got) != "a page" {
		t.Errorf("it is %q", got)
	}
	for name, got := range map[string][]byte{
		"another hash": s.Before("a.html", 6, hash+1), "another size": s.Before("a.html", 7, hash), "no file": s.Before("b.html", 6, hash),
	} {
		if got != nil {
			t.Errorf("%s: %q", name, got)
		}
	}
	file := filepath.Join(public, "a.html")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("b page"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got := s.Before("a.html", 6, hash); got != nil {
		t.Errorf("somebody changed it: %q", got)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(file, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := s.Before("a.html", 6, hash); got != nil {
		t.Errorf("it is a folder: %q", got)
	}
}
