// Package testsite copies the sites of the repository for tests, and writes small ones. So no test builds in
// the repository, or sees the results of earlier builds.
package testsite

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Copy copies a site into a new folder, without the output folder and the state folder.
func Copy(to, from string) error {
	return os.CopyFS(to, sources{os.DirFS(from).(fs.ReadLinkFS)}) // os.DirFS documents that its result supports links
}

// Temp copies a site into a temporary folder that is removed after the test.
func Temp(t testing.TB, from string) string {
	t.Helper()
	to := t.TempDir()
	if err := Copy(to, from); err != nil {
		t.Fatal(err)
	}
	return to
}

// Write writes files, by their slash-separated paths, into a folder.
func Write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// sources is the folder of a site without the folders that builds write.
type sources struct{ fs.ReadLinkFS }

func (s sources) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(s.ReadLinkFS, name)
	if name == "." {
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
			return e.Name() == "public" ||
				e.Name() == ".sitegen"
		})
	}
	return entries, err
}
