package project

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/sitegen/sitegen/internal/assets/modules"
	"github.com/sitegen/sitegen/internal/config"
)

// TestAlwaysThemesInUse: a build looks at the themes in use, not at everything in the folder of themes.
func TestAlwaysThemesInUse(t *testing.T) {
	dir := t.TempDir()
	p := &Project{Config: &config.Config{
		Project: dir, ThemesDir: "themes", Themes: []string{"used"}, EmbeddedTheme: "blog", Modules: []modules.Module{{Path: "link"}},
	}}
	always := p.Always()
	for _, theme := range []string{"used", "blog", "link"} {
		if name := filepath.Join(dir, "themes", theme); !slices.Contains(always, name) {
			t.Errorf("%s is not looked at", name)
		}
	}
	if slices.Contains(always, filepath.Join(dir, "themes")) {
		t.Error("all themes are looked at")
	}
	if !slices.Contains(p.Sources(), filepath.Join(dir, "themes")) {
		t.Error("the folder of themes is not a source")
	}
}
