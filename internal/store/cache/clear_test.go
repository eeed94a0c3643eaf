package cache

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestOtherThanFiles puts folders and links in the place of the files of a cache: they are not there for a reader, and the
// next commit takes their place without writing through a link.
func TestOtherThanFiles(t *testing.T) {
	target := filepath.Join(t.TempDir(), "target")
	others := map[string]func(name string) error{
		"folder":      func(name string) error { return os.MkdirAll(filepath.Join(name, "below"), 0o777) },
		"link":        func(name string) error { return os.Symlink(target, name) },
		"broken link": func(name string) error { return os.Symlink("nowhere", name) },
	}
	for kind, put := range others {
		for _, pattern := range []string{indexName, lockName, "one-*", packName + "-*"} {
			dir := t.TempDir()
			if err := os.WriteFile(target, []byte("another's"), 0o666); err != nil {
				t.Fatal(err)
			}
			keep := func(text string) {
				t.Helper()
				s := Open(dir, "1", Options{})
				s.SetRecord("one", []byte(text))
				s.Put(KeyOf([]byte("key")), []byte(text))
				if err := errors.Join(s.Commit(), s.Close()); err != nil {
					t.Fatalf("%s in place of %s: %v", kind, pattern, err)
				}
			}
			keep("first")
			files, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			if err := errors.Join(os.Remove(files[0]), put(files[0])); err != nil {
				t.Fatal(err)
			}
			keep("second")
			s := Open(dir, "1", Options{})
			record, _ := s.Record("one")
			blob, _ := s.Blob(KeyOf([]byte("key")))
			if got := string(record) + " " + string(blob) + s.Off(); got != "second second" {
				t.Errorf("%s in place of %s: the cache has %q", kind, pattern, got)
			}
			s.Close()
			if text, err := os.ReadFile(target); err != nil || string(text) != "another's" {
				t.Errorf("%s in place of %s: the file that the link leads to holds %q, %v", kind, pattern, text, err)
			}
		}
	}
}
