package usercache

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestDir(t *testing.T) {
	at := func(elem ...string) string {
		root := "/"
		if runtime.GOOS == "windows" {
			root = `C:\`
		}
		return filepath.Join(append([]string{root}, elem...)...)
	}
	for _, c := range []struct {
		environ []string
		want    string // "": an error
	}{
		{[]string{"XDG_CACHE_HOME=" + at("x"), "HOME=" + at("h")}, at("x", "sitegen")},
		{[]string{"HOME=" + at("h"), "XDG_CACHE_HOME=" + at("x")}, at("x", "sitegen")},
		{[]string{"XDG_CACHE_HOME=x", "HOME=" + at("h")}, at("h", ".cache", "sitegen")},
		{[]string{"XDG_CACHE_HOME=./x", "LOCALAPPDATA=" + at("l"), "HOME=" + at("h")}, at("l", "sitegen")},
		{[]string{"XDG_CACHE_HOME=", "HOME=" + at("h")}, at("h", ".cache", "sitegen")},
		{[]string{"XDG_CACHE_HOME=x", "LocalAppData=l", "HOME=h"}, ""},
		{[]string{"HOME="}, ""},
		{nil, ""},
	} {
		got, err := Dir(c.environ)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q: %q, %v, want %q", c.environ, got, err, c.want)
		}
	}
}

// A folder that others can write to, or reach by a link or a folder that is theirs, is not private.
func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no owners")
	}
	// Each case changes one thing in cache/sitegen/programs/wazero/module, where link leads to cache.
	for name, c := range map[string]struct {
		change func(at func(string) string) error
		dir    string
		want   bool
	}{
		"as created":           {func(func(string) string) error { return nil }, "cache/sitegen/programs", true},
		"by a link":            {func(func(string) string) error { return nil }, "link/sitegen/programs", true},
		"relative":             {func(at func(string) string) error { return nil }, "", false},
		"missing":              {func(func(string) string) error { return nil }, "cache/sitegen/others", false},
		"open to the group":    {mode("cache/sitegen/programs", 0o770), "cache/sitegen/programs", false},
		"open to all, sticky":  {mode("cache/sitegen/programs", 0o777|fs.ModeSticky), "cache/sitegen/programs", false},
		"open folder above":    {mode("cache", 0o777), "cache/sitegen/programs", false},
		"sticky folder above":  {mode("cache", 0o777|fs.ModeSticky), "cache/sitegen/programs", true},
		"open target of links": {mode("cache", 0o777), "link/sitegen/programs", false},
		"open folder below":    {mode("cache/sitegen/programs/wazero", 0o722), "cache/sitegen/programs", false},
		"open file":            {mode("cache/sitegen/programs/wazero/module", 0o602), "cache/sitegen/programs", false},
		"readable by all":      {mode("cache/sitegen/programs/wazero/module", 0o644), "cache/sitegen/programs", true},
		"links in a circle": {func(at func(string) string) error {
			return os.Symlink("circle", at("circle"))
		}, "circle", false},
		"a link of links through an open folder": {func(at func(string) string) error {
			if err := os.Mkdir(at("open"), 0o700); err != nil {
				return err
			}
			if err := os.Symlink(at("cache"), at("open/hop")); err != nil {
				return err
			}
			if err := os.Chmod(at("open"), 0o777); err != nil {
				return err
			}
			return os.Symlink("open/hop", at("long"))
		}, "long/sitegen/programs", false},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
			if err := Create(at("cache/sitegen/programs/wazero")); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at("cache/sitegen/programs/wazero/module"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("cache", at("link")); err != nil {
				t.Fatal(err)
			}
			if err := c.change(at); err != nil {
				t.Fatal(err)
			}
			dir := at(c.dir)
			if c.dir == "" {
				t.Chdir(root)
				dir = filepath.Join("cache", "sitegen", "programs")
			}
			if got := Private(dir); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// What belongs to another user is not private, whatever its permissions.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 || runtime.GOOS == "windows" {
		t.Skip("only root can give files away")
	}
	for _, name := range []string{"", "sitegen", "sitegen/module"} {
		root := t.TempDir()
		if err := Create(filepath.Join(root, "sitegen")); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, "sitegen", "module"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if !Private(filepath.Join(root, "sitegen")) {
			t.Fatal("a folder of the user is not private")
		}
		if err := os.Chown(filepath.Join(root, filepath.FromSlash(name)), 65534, -1); err != nil {
			t.Fatal(err)
		}
		if Private(filepath.Join(root, "sitegen")) {
			t.Errorf("%q of another user is private", name)
		}
	}
}

func mode(name string, m fs.FileMode) func(func(string) string) error {
	return func(at func(string) string) error { return os.Chmod(at(name), m) }
}
