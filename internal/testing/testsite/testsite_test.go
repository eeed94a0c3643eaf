package testsite

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a build wrote is not copied; folders of the same names that belong to the site are, and so are links.
func TestTemp(t *testing.T) {
	site := t.TempDir()
	for _, name := range []string{
		"sitegen.toml", "content/public/a.md", "content/.sitegen/b.md", "static/robots.txt",
		"public/index.html", "public/a/index.html", ".sitegen/cache/pages", ".sitegen/.gitignore",
	} {
		file := filepath.Join(site, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"content/.sitegen/b.md", "content/public/a.md", "sitegen.toml", "static/robots.txt"}
	if err := os.Symlink("robots.txt", filepath.Join(site, "static", "same.txt")); err == nil {
		want = append(want, "static/same.txt")
	}
	var got []string
	err := fs.WalkDir(os.DirFS(Temp(t, site)), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			got = append(got, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
