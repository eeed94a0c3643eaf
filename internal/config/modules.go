package config

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/modules"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/usercache"
)

// ThemeDir returns the folder of one of Themes, as a slash path relative to the project, or absolute.
func (c *Config) ThemeDir(theme string) string {
	if filepath.IsAbs(theme) {
		return filepath.ToSlash(theme)
	}
	return filepath.ToSlash(filepath.Join(filepath.FromSlash(c.ThemesDir), filepath.FromSlash(theme)))
}

// findModules finds the themes and the modules that the project imports, and their imports
// (https://gohugo.io/configuration/module/).
func (l *loader) findModules() {
	themes, named := stringsOf(l.flag("theme"))
	if !named {
		themes, _ = stringsOf(l.tree.root["theme"])
	}
	dir, _ := l.flag("themesdir").(string)
	if dir == "" {
		dir, _ = l.tree.root["themesdir"].(string)
	}
	var imports []modules.Import
	for _, theme := range themes {
		imports = append(imports, modules.Import{Path: theme})
	}
	own, replacements := importsOf(l.tree)
	found, missing, err := modules.Resolve(cmp.Or(l.lookup.Context, context.Background()), modules.Options{
		Project: l.project, ThemesDir: l.themesDir(cmp.Or(dir, "themes"), ""), Replacements: replacements,
		ImportsOf: l.importsOfModule, Environ: l.lookup.Environ, Query: l.lookup.Query,
	}, append(imports, own...))
	l.modules = found
	l.mounts = map[string]map[string][]Mount{}
	l.readMounts("", l.tree, l.project)
	if err != nil {
		l.diags = append(l.diags, diag.From(err)...)
	}
	for _, m := range missing {
		var unread *fs.PathError
		if m.From == "" && slices.Contains(themes, m.Import) && !modules.IsPath(m.Import) && !errors.As(m.Why, &unread) {
			continue // an embedded theme, or one that findThemes reports
		}
		d := &diag.Diagnostic{Rule: "config-module", Message: m.Error(), Hint: m.Hint}
		d.File, d.Line = splitPosition(cmp.Or(l.tree.origin["module.imports"], l.tree.origin["theme"]))
		l.missing = append(l.missing, d)
	}
}

// themesDir returns the absolute folder of a theme.
func (l *loader) themesDir(dir, theme string) string {
	dir = filepath.Join(filepath.FromSlash(dir), filepath.FromSlash(theme))
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(l.project, dir)
}

// themeName returns the entry of a module in Themes: its name if it is in the themes folder, else its folder.
func (l *loader) themeName(c *Config, m modules.Module) string {
	if rel, err := filepath.Rel(l.themesDir(c.ThemesDir, ""), m.Dir); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return m.Dir
}

// importsOfModule reads the imports of the module in a folder. Problems in its configuration are reported when
// the rest of it is read.
func (l *loader) importsOfModule(dir string) []modules.Import {
	other, _ := l.configOf(dir)
	list, _ := importsOf(other.tree)
	return list
}

// configOf reads the configuration of the theme or module in a folder; shown is the file name for messages.
func (l *loader) configOf(dir string) (other *loader, shown string) {
	other, shown = &loader{project: dir, tree: newTree()}, dir
	if there := other.find("hugo", "config", "theme"); len(there) > 0 {
		shown = there[0]
		other.file(shown, "")
		if strings.HasPrefix(filepath.Base(shown), "theme.") { // describes the theme, and configures nothing
			maps.DeleteFunc(other.tree.root, func(key string, _ any) bool { return key != "min_version" })
		}
	}
	for _, name := range []string{"_default", l.environment} {
		other.folder(filepath.Join(dir, "config", name))
	}
	return other, shown
}

// importsOf reads module.imports and module.replacements.
func importsOf(t *tree) (list []modules.Import, replacements map[string]string) {
	table, _ := t.root["module"].(map[string]any)
	for _, v := range listOf(table["imports"]) {
		m, _ := v.(map[string]any)
		path, _ := m["path"].(string)
		disabled, _ := m["disable"].(bool)
		if path == "" || disabled {
			continue
		}
		i := modules.Import{Path: path, Mounts: listOf(m["mounts"])}
		i.NoMounts, _ = m["nomounts"].(bool)
		i.IgnoreConfig, _ = m["ignoreconfig"].(bool)
		i.IgnoreImports, _ = m["ignoreimports"].(bool)
		list = append(list, i)
	}
	replacements = map[string]string{}
	pairs, _ := stringsOf(table["replacements"])
	for _, pair := range pairs {
		for one := range strings.SplitSeq(pair, ",") {
			if old, dir, ok := strings.Cut(one, "->"); ok {
				replacements[strings.TrimSpace(old)] = strings.TrimSpace(dir)
			}
		}
	}
	return list, replacements
}

// listOf returns the elements of a list of tables; a single table counts as a list of one, as in Hugo.
func listOf(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case map[string]any:
		return []any{v}
	}
	return nil
}

// Shown returns how messages name a file or folder: relative to the project or, in the cache of modules, below the path
// and version of its module. So templates that print a message print the same on any machine.
func (c *Config) Shown(name string) string { return shownPath(c.Project, c.Modules, name) }

// shownPath is Config.Shown for a project with these modules.
func shownPath(project string, found []modules.Module, name string) string {
	file := filepath.FromSlash(name)
	if !filepath.IsAbs(file) {
		return name
	}
	if within(project, file) {
		return relative(project, file, name)
	}
	for _, m := range found {
		switch {
		case !within(m.Dir, file):
		case m.Version == "":
			return relative(project, file, name)
		default:
			return path.Join(m.Path+"@"+m.Version, relative(m.Dir, file, name))
		}
	}
	return name
}

// ShownText returns a text of a message in which the files of modules outside of the project are named as by Shown.
func (c *Config) ShownText(text string) string {
	for _, m := range c.Modules {
		if within(c.Project, m.Dir) {
			continue
		}
		for _, dir := range []string{m.Dir + string(filepath.Separator), filepath.ToSlash(m.Dir) + "/"} {
			text = strings.ReplaceAll(text, dir, c.Shown(m.Dir)+"/")
		}
	}
	return text
}

// relative returns a path relative to a folder, or name if it has none, as on another drive.
func relative(dir, file, name string) string {
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		return name
	}
	return filepath.ToSlash(rel)
}

// ProgramsDir returns the folder that keeps compiled programs between processes (sandbox.Program.KeepIn); "" if there
// is none, as for a user without a home folder. No setting of a project changes it.
func (c *Config) ProgramsDir() string { return c.userDir("programs") }

// StylesDir returns the folder that keeps compiled style sheets between processes (sass.LibSass.KeepIn), like
// ProgramsDir.
func (c *Config) StylesDir() string { return c.userDir("sass") }

// userDir returns a folder in the cache folder of the user; "" if there is none.
func (c *Config) userDir(name string) string {
	dir, err := usercache.Dir(c.Environ)
	if err != nil {
		return ""
	}
	if _, err := os.Stat(filepath.Dir(filepath.Dir(dir))); err != nil {
		return ""
	}
	return filepath.Join(dir, name)
}
