package main

import (
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/convert/migrate"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/tools"
)

// findSource sets the folder of the project if no flag names one and the current folder is the top of a repository
// whose site is a Hugo project in a folder with a usual name. Projects of other tools in such folders are found by the
// configuration, which then reads both folders.
func (a *app) findSource() {
	f := &a.flags
	if f.source != "" || f.config != "" || f.configDir != "" || f.contentDir != "" {
		return
	}
	if configured(".") != "" || isFolder("config") || isFolder("content") {
		return
	}
	if migrate.Foreign(".").Tool != "" {
		return
	}
	at := slices.IndexFunc(tools.Nested(), isHugo)
	if at < 0 {
		return
	}
	f.source = tools.Nested()[at]
	if !f.quiet && !f.json {
		a.printf(a.err, "The Hugo project is in %s. For the current folder instead, pass --source .\n", f.source)
	}
}

// isHugo reports whether a folder has the configuration of Hugo. Other tools have a config.toml, too, so that name
// counts only next to other folders of a Hugo project.
func isHugo(dir string) bool {
	has := func(name string) bool {
		return conversion.First(dir, name+".toml", name+".yaml", name+".yml", name+".json") != ""
	}
	if has("hugo") || has("config/_default/hugo") || has("config/_default/config") {
		return true
	}
	return has("config") && isFolder(filepath.Join(dir, "content")) &&
		slices.ContainsFunc([]string{"layouts", "themes", "archetypes"}, func(name string) bool {
			return isFolder(filepath.Join(dir, name))
		})
}
