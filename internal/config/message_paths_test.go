package config

import (
	"path/filepath"
	"testing"

	"github.com/sitegen/sitegen/internal/assets/modules"
)

// The same names on any machine: nothing of the folder that holds the project or the cache of modules.
func TestPathsOfMessages(t *testing.T) {
	top := t.TempDir()
	c := &Config{Project: filepath.Join(top, "site"), Modules: []modules.Module{
		{Path: "example.org/theme", Version: "v1.2.0", Dir: filepath.Join(top, "cache", "example.org", "theme@v1.2.0")},
		{Path: "example.org/next", Dir: filepath.Join(top, "next")},
		{Path: "example.org/vendored", Version: "v1.0.0", Dir: filepath.Join(top, "site", "_vendor", "vendored")},
	}}
	for name, want := range map[string]string{
		"layouts": "layouts",
		filepath.ToSlash(filepath.Join(top, "site", "themes", "t", "own")):                            "themes/t/own",
		filepath.ToSlash(filepath.Join(top, "site", "_vendor", "vendored", "layouts")):                "_vendor/vendored/layouts",
		filepath.ToSlash(filepath.Join(top, "cache", "example.org", "theme@v1.2.0", "layouts", "_x")): "example.org/theme@v1.2.0/layouts/_x",
		filepath.ToSlash(filepath.Join(top, "next", "layouts")):                                       "../next/layouts",
		filepath.ToSlash(filepath.Join(top, "elsewhere")):                                             filepath.ToSlash(filepath.Join(top, "elsewhere")),
	} {
		if got := c.Shown(name); got != want {
			t.Errorf("%s is shown as %s, want %s", name, got, want)
		}
	}
	cache := filepath.ToSlash(filepath.Join(top, "cache", "example.org")) + "/theme@v1.2.0"
	for text, want := range map[string]string{
		"open " + cache + "/content/a.md: (" + cache + "/static/b)": "open example.org/theme@v1.2.0/content/a.md: (example.org/theme@v1.2.0/static/b)",
		cache + "-more/content": cache + "-more/content",
		filepath.ToSlash(filepath.Join(top, "next", "content", "a.md")) + ":1:2: x":      "../next/content/a.md:1:2: x",
		filepath.ToSlash(filepath.Join(top, "site", "_vendor", "vendored", "a")) + ": x": filepath.ToSlash(filepath.Join(top, "site", "_vendor", "vendored", "a")) + ": x",
	} {
		if got := c.ShownText(text); got != want {
			t.Errorf("%s is shown as %s, want %s", text, got, want)
		}
	}
}
