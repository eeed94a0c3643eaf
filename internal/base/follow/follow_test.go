package follow_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/follow"
)

// TestDir lists all files of a folder with links in it.
func TestDir(t *testing.T) {
	top := t.TempDir()
	for _, file := range []string{
		"out.md", "p/docs/a.md", "p/shared/b.md", "p/shared/deep/c.md", "p/.env", "p/.git/config", "p/one/x.md",
		"p/two/y.md", "p/three/z.md",
	} {
		file = filepath.Join(top, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"docs/file.md": "../shared/b.md", "docs/folder": "../shared", "docs/out.md": "../../out.md", "docs/self": ".",
		"docs/up": "../..", "docs/nowhere": "absent", "docs/env": "../.env", "docs/git": "../.git/config",
		"docs/circle": "circle", "docs/again": "folder/deep", "docs/one": "../one", "one/two": "../two",
		"one/three": "../three", "two/three": "../three", "two/one": "../one", "three/one": "../one", "three/deep": "../shared/deep",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(top, "p", filepath.FromSlash(name))); err != nil {
			t.Skip(err)
		}
	}
	var files []string
	links := map[string]string{}
	l := follow.New(filepath.Join(top, "p"))
	err := fs.WalkDir(follow.Dir(filepath.Join(top, "p")), "docs", func(file string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.Type()&fs.ModeSymlink != 0:
			_, links[file] = l.Target(filepath.Join(top, "p", filepath.FromSlash(file)))
		case !e.IsDir():
			files = append(files, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"docs/a.md", "docs/again/c.md", "docs/file.md", "docs/folder/b.md", "docs/folder/deep/c.md", "docs/one/three/z.md",
		"docs/one/two/y.md", "docs/one/x.md",
	}, files); diff != "" {
		t.Errorf("files: -want +got\n%s", diff)
	}
	const around, below = "it leads to a folder around it", "it is below 2 other links to folders"
	if diff := cmp.Diff(map[string]string{
		"docs/circle": "its target cannot be read", "docs/env": "it leads to hidden files", "docs/git": "it leads to hidden files",
		"docs/nowhere": "it leads nowhere", "docs/out.md": "it leads out of the project", "docs/self": around,
		"docs/up": "it leads out of the project", "docs/one/three/deep": below, "docs/one/three/one": around,
		"docs/one/two/one": around, "docs/one/two/three": below,
	}, links); diff != "" {
		t.Errorf("links: -want +got\n%s", diff)
	}
}
