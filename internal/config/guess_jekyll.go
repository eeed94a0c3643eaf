package config

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/foreign/dialect"
)

// jekyll keeps the configuration of a project of Jekyll in a folder.
func (c *Config) jekyll(config map[string]any, dir string) {
	c.Foreign.Project = content.Project{Config: config, Dir: dir}
	if s := dialect.SettingsOf(config, ""); s.Parent != "" {
		c.IgnoreGlobs = append(slices.Clip(c.IgnoreGlobs), s.Parent+"/**") // only its collections are pages
	}
}

// jekyllFolders are those of posts and collections, and those that the configuration includes although their names begin
// with an underscore, such as _pages. https://jekyllrb.com/docs/configuration/options/
func (c *Config) jekyllFolders() (out []content.Folder) {
	add := func(dir, at string) {
		out = append(out, content.Folder{Dir: path.Join(c.ContentDir, dir), At: at})
	}
	s := dialect.SettingsOf(c.Foreign.Project.Config, "")
	add(path.Join(s.Parent, "_posts"), "posts")
	for _, name := range slices.Sorted(maps.Keys(s.Collections)) {
		add(path.Join(s.Parent, "_"+name), name)
	}
	names, _ := stringsOf(c.Foreign.Project.Config["include"])
	for _, name := range names {
		if name = strings.Trim(name, "/"); strings.HasPrefix(name, "_") && name != "_posts" && name != "_drafts" && name == path.Base(name) {
			add(name, "")
		}
	}
	return out
}
