package main

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/convert/migrate"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/detect"
	"github.com/sitegen/sitegen/internal/foreign/tools"
)

// findSource sets the folder of the project if no flag names one and the current folder is not a project: to the site
// that contains the folder, to the only site in it, or to a Hugo project in a folder with a usual name. Projects of
// other tools in such folders are found by the configuration, which then reads both folders.
func (a *app) findSource() {
	f := &a.flags
	if f.source != "" || f.config != "" || f.configDir != "" || f.contentDir != "" {
		return
	}
	if detect.Config(".") != "" || isFolder("config") || isFolder("content") {
		return
	}
	if migrate.Foreign(".").Tool != "" {
		return
	}
	kind := "site"
	f.source = cmp.Or(siteAround(), siteBelow())
	if at := slices.IndexFunc(tools.Nested(), isHugo); f.source == "" && at >= 0 {
		kind, f.source = "Hugo project", tools.Nested()[at]
	}
	if f.source != "" && !f.quiet && !f.json {
		shown := f.source
		if strings.HasPrefix(shown, "..") {
			shown = resolved(shown)
		}
		a.printf(a.err, "The %s is in %s. For the current folder instead, pass --source .\n", kind, shown)
	}
}

// siteAround returns the relative path of the site whose content, layouts, or other sources contain the current
// folder; "" if none does.
func siteAround() string {
	dir := resolved(".")
	for up := ".."; dir != filepath.Dir(dir); up = filepath.Join(up, "..") {
		name := filepath.Base(dir)
		dir = filepath.Dir(dir)
		if slices.Contains(sourceFolders, name) && strings.HasPrefix(detect.Config(dir), "sitegen.") {
			return up
		}
	}
	return ""
}

// sourceFolders are the folders of a site whose files are not a site themselves.
var sourceFolders = []string{"archetypes", "assets", "content", "data", "i18n", "layouts", "static"}

// siteBelow returns the only folder in the current folder that has a site, unless the current folder has pages; "" if
// there are none or several.
func siteBelow() string {
	sites, _ := filepath.Glob("*/sitegen.*")
	pages, _ := filepath.Glob("*.md")
	sites = slices.DeleteFunc(sites, func(file string) bool {
		return !strings.HasPrefix(detect.Config(filepath.Dir(file)), "sitegen.")
	})
	if len(sites) != 1 || len(pages) > 0 {
		return ""
	}
	return filepath.Dir(sites[0])
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
