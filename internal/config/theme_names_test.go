package config

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/themes"
)

// TestThemeNames: the templates of the embedded themes read the names that hints suggest.
func TestThemeNames(t *testing.T) {
	var all strings.Builder
	layouts := []string{"openapi"} // its pages come from a document
	for _, theme := range []string{"base", "blog", "docs"} {
		err := fs.WalkDir(themes.FS(theme), ".", func(file string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(file) != ".html" {
				return err
			}
			if path.Dir(file) == "layouts" {
				layouts = append(layouts, strings.TrimSuffix(path.Base(file), ".html"))
			}
			text, err := fs.ReadFile(themes.FS(theme), file)
			all.WriteString(strings.ToLower(string(text)))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Concat(ThemePageParams, themeParams) {
		if !strings.Contains(all.String(), strings.ToLower(name)) {
			t.Errorf("no template reads %s", name)
		}
	}
	for _, key := range ThemeSidebar {
		if !strings.Contains(all.String(), "sidebar."+key) && !strings.Contains(all.String(), "sidebar dict)."+key) &&
			!strings.Contains(all.String(), `sidebar "`+key+`"`) {
			t.Errorf("no template reads the key %s of sidebar", key)
		}
	}
	badge, err := fs.ReadFile(themes.FS("docs"), "layouts/_partials/docs/badge.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ThemeBadges {
		if !strings.Contains(string(badge), name) {
			t.Errorf("the badge has no type %s", name)
		}
	}
	for _, layout := range ThemeLayouts {
		if !slices.Contains(layouts, layout) {
			t.Errorf("no theme has the layout %s", layout)
		}
	}
}
