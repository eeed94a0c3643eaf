package content

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/foreign"
)

// Pages include files of the project and of the repository around it, and no others.
func TestIncludedFiles(t *testing.T) {
	root := filepath.Join(t.TempDir(), "a", "b", "c", "d")
	project := filepath.Join(root, "docs", "en")
	write := func(name string) {
		t.Helper()
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"src/a.py", ".env", ".private/a.txt", ".git/config", "../out.txt", "docs/en/p.md", "docs/en/.meta.yml", "docs/en/.env",
		"docs/en/x/y/z/w/p.md",
	} {
		write(name)
	}
	if err := os.Symlink(filepath.Join(root, "..", "out.txt"), filepath.Join(root, "src", "link.txt")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(filepath.Join(root, ".git", "config"), filepath.Join(root, "src", "config.txt")); err != nil {
		t.Fatal(err)
	}
	cases := map[string]bool{
		"p.md": true, ".meta.yml": true, ".env": false, "../../src/a.py": true, "../../.env": false,
		"../../.private/a.txt": false, "../../.git/config": false, "../../../out.txt": false, "../../src/link.txt": false,
		"../../src/config.txt": false, "../../src/none.py": false, "../../src": false, "x/../p.md": false, "/etc/passwd": false,
		"../../../../../../out.txt": false, "..": false,
	}
	i := includer{project: project, disk: disk{}, hidden: []string{".meta.yml"}}
	for name, want := range cases {
		if text, ok, err := i.read(name); ok != want || err != nil || ok && string(text) == "" {
			t.Errorf("%s: %t, %v; want %t", name, ok, err, want)
		}
	}
	deep := includer{project: filepath.Join(project, "x", "y", "z", "w"), disk: disk{}}
	if _, ok, _ := deep.read("../../../../p.md"); ok {
		t.Error("a file four folders above the project is read")
	}
	if err := os.RemoveAll(filepath.Join(root, ".git")); err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := i.read("../../src/a.py"); ok {
		t.Error("without a repository, a file outside of the project is read")
	}
}

// Each setting of a tool counts for what is kept, whatever its type.
func TestSettingsOfTools(t *testing.T) {
	seen := map[uint64]int{}
	for i, settings := range []map[string]any{
		nil,
		{"a": []string{"x"}},
		{"a": []string{"x", "y"}},
		{"a": []string{"x y"}},
		{"a": []string{"x"}, "b": true},
		{"a": []string{"x"}, "b": "true"},
		{"a": time.Unix(0, 0).UTC(), "b": 1},
		{"a": time.Unix(0, 0).UTC(), "b": 2},
		{"a": map[string]any{"c": []any{map[string]string{"d": "e"}}}},
		{"a": map[string]any{"c": []any{map[string]string{"d": "f"}}}},
	} {
		o := Options{Tool: &foreign.Dialect{Name: "x", Settings: settings}}
		hash := o.reading()
		if first, ok := seen[hash]; ok {
			t.Errorf("%d is like %d", i, first)
		}
		seen[hash] = i
		if again := o.reading(); again != hash {
			t.Errorf("%d: %x, then %x", i, hash, again)
		}
	}
}
