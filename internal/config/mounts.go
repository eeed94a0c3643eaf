package config

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/assets/modules"
	"github.com/sitegen/sitegen/internal/base/glob"
)

// Mount maps a folder or file into one of the folders of a project or module
// (https://gohugo.io/configuration/module/#mounts).
type Mount struct {
	Dir   string   // slash path relative to the project, or absolute
	At    string   // slash path below the folder: "vendor/icons"; "" for the folder itself
	Files []string // patterns of included files; "! " excludes; empty means all

	// Languages are patterns of the languages of content files whose names contain none; empty means the
	// default language.
	Languages []string

	Theme string // the theme or module whose folder it is; "" for the project
}

// Filter returns the filter of Files. An error was reported when the mount was read.
func (m Mount) Filter() glob.Filter {
	f, _ := glob.NewFilter(m.Files)
	return f
}

// Component returns the folders of a kind of files ("layouts", "assets", "static", "data", "i18n", "archetypes"),
// highest precedence first: the project's own folders, unless its mounts name others, then those of its themes and
// modules.
func (c *Config) Component(kind string, own ...string) []Mount {
	var out []Mount
	if list, ok := c.Mounts[""][kind]; ok {
		out = append(out, byPrecedence(kind, list)...)
	} else {
		for _, dir := range own {
			if dir != "" {
				out = append(out, Mount{Dir: dir})
			}
		}
	}
	for _, theme := range c.Themes {
		if kinds, mounts := c.Mounts[theme]; mounts {
			for _, m := range byPrecedence(kind, kinds[kind]) {
				m.Theme = theme
				out = append(out, m)
			}
		} else {
			out = append(out, Mount{Dir: path.Join(c.ThemeDir(theme), kind), Theme: theme})
		}
	}
	return out
}

// byPrecedence sorts the mounts of one project or module, highest precedence first. If two mounts have a file of the
// same name, Hugo finds templates, pages, and data in the first one. Files that it opens by their path come from the
// mount with the shortest target, and from the last one of those (RootMappingFs.Open in hugofs/rootmapping_fs.go, Hugo
// 0.169).
func byPrecedence(kind string, list []Mount) []Mount {
	switch kind {
	case "assets", "static", "i18n", "archetypes":
	default:
		return list
	}
	list = slices.Clone(list)
	slices.Reverse(list)
	slices.SortStableFunc(list, func(a, b Mount) int { return depth(a.At) - depth(b.At) })
	return list
}

// depth returns the number of elements of a path.
func depth(at string) int {
	if at == "" {
		return 0
	}
	return 1 + strings.Count(at, "/")
}

// components are the folders that mounts may target.
var components = []string{"content", "layouts", "assets", "static", "data", "i18n", "archetypes"}

// readMounts reads module.mounts of a tree: of the project, named "", or of the module in a folder.
func (l *loader) readMounts(name string, t *tree, dir string) {
	l.addMounts(name, mountsOf(t), dir)
}

// mountsOf returns module.mounts of a tree.
func mountsOf(t *tree) []any {
	table, _ := t.root["module"].(map[string]any)
	return listOf(table["mounts"])
}

// importMounts adds the mounts of a module that an import names, or those of the module's tree.
func (l *loader) importMounts(m modules.Module, i modules.Import, t *tree) {
	switch {
	case i.NoMounts && l.mounts[m.Dir] == nil:
		l.mounts[m.Dir] = map[string][]Mount{} // not even its usual folders
	case i.NoMounts:
	case len(i.Mounts) > 0:
		l.addMounts(m.Dir, i.Mounts, m.Dir)
	case len(m.Imports) > 1 && len(mountsOf(t)) == 0: // what another import mounts comes on top
		if l.mounts[m.Dir] == nil {
			l.mounts[m.Dir] = map[string][]Mount{}
		}
		for _, kind := range components {
			l.mounts[m.Dir][kind] = append(l.mounts[m.Dir][kind], Mount{Dir: path.Join(filepath.ToSlash(m.Dir), kind)})
		}
	default:
		l.readMounts(m.Dir, t, m.Dir)
	}
}

// addMounts adds the mounts of a project or module in a folder. The mounts of a module replace all of its
// folders, those of a project only the folders of the kinds that they name.
func (l *loader) addMounts(name string, list []any, dir string) {
	for _, v := range list {
		m, _ := v.(map[string]any)
		source, _ := m["source"].(string)
		target, _ := m["target"].(string)
		kind, at, _ := strings.Cut(strings.Trim(path.Clean(filepath.ToSlash(target)), "/"), "/")
		if source == "" || kind == "" {
			continue
		}
		if !slices.Contains(components, kind) {
			l.unmounted = append(l.unmounted, target)
			continue
		}
		from, ok := l.mountSource(name, source, dir)
		if !ok {
			l.unmounted = append(l.unmounted, target+" from "+source+", which is outside of the theme")
			continue
		}
		mount := Mount{Dir: from, At: at, Files: mountFiles(m)}
		if _, err := glob.NewFilter(mount.Files); err != nil {
			l.unmounted, mount.Files = append(l.unmounted, target+" with files: "+err.Error()), nil
		}
		if other, err := l.elsewhere(m); err != nil {
			l.unmounted = append(l.unmounted, target+" with sites.matrix: "+err.Error())
		} else if other != "" {
			continue
		}
		var odd string
		if mount.Languages, odd = mountLanguages(m); odd != "" {
			l.unmounted = append(l.unmounted, target+" with "+odd)
		} else if kind != "content" && len(mount.Languages) > 0 {
			l.unmounted = append(l.unmounted, target+" for some languages")
		}
		if l.mounts[name] == nil {
			l.mounts[name] = map[string][]Mount{}
		}
		l.mounts[name][kind] = append(l.mounts[name][kind], mount)
	}
}

// mountSource returns the source of a mount; ok is false if a module mounts files outside of itself and of the
// project. Files of node_modules that a module lacks are taken from the project.
func (l *loader) mountSource(name, source, dir string) (from string, ok bool) {
	from = filepath.FromSlash(source)
	if name == "" {
		return filepath.ToSlash(filepath.Clean(from)), true // the project may mount any folder
	}
	before, packages, found := strings.Cut(filepath.ToSlash(from), "node_modules/")
	from = filepath.Join(dir, from) // an absolute path, too, as in Hugo
	if found && strings.Trim(before, "./") == "" && filepath.IsLocal(filepath.FromSlash(packages)) && l.stat(from) == nil {
		return filepath.ToSlash(filepath.Join("node_modules", filepath.FromSlash(packages))), true
	}
	return filepath.ToSlash(from), within(dir, from) || within(l.project, from)
}

// within reports whether a path is dir or below it.
func within(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

// mountFiles returns the patterns of a mount: files, and the older includeFiles and excludeFiles.
func mountFiles(m map[string]any) []string {
	files, _ := stringsOf(m["files"])
	in, _ := stringsOf(m["includefiles"])
	files = append(slices.Clone(files), in...)
	out, _ := stringsOf(m["excludefiles"])
	for _, s := range out {
		files = append(files, "! "+s)
	}
	return files
}

// mountLanguages returns the languages of a mount: lang, or sites.matrix.languages; odd names unsupported
// settings.
func mountLanguages(m map[string]any) (languages []string, odd string) {
	if lang, _ := m["lang"].(string); lang != "" {
		return []string{lang}, ""
	}
	sites, _ := m["sites"].(map[string]any)
	if _, there := sites["complements"]; there {
		odd = "sites.complements"
	}
	matrix, _ := sites["matrix"].(map[string]any)
	languages, _ = stringsOf(matrix["languages"])
	return languages, odd
}

// elsewhere returns the dimension by which the files of a mount belong to a variant that is not built: see Elsewhere.
func (l *loader) elsewhere(mount map[string]any) (string, error) {
	sites, _ := mount["sites"].(map[string]any)
	matrix, _ := sites["matrix"].(map[string]any)
	return Elsewhere(matrix, l.versions(), l.roles())
}

// contentFolders returns the content folders, highest precedence first: those that the project mounts, or the
// common folder, whose files are in the default language, and those of single languages; then those of its
// themes and modules.
func (c *Config) contentFolders() []content.Folder {
	var out []content.Folder
	if list, ok := c.Mounts[""]["content"]; ok {
		for _, m := range list {
			out = append(out, c.layersOf(m)...)
		}
	} else {
		out = c.ownContent()
	}
	for _, theme := range c.Themes {
		kinds, mounts := c.Mounts[theme]
		list := kinds["content"]
		if !mounts {
			list = []Mount{{Dir: path.Join(c.ThemeDir(theme), "content")}}
		}
		for _, m := range list {
			out = append(out, c.layersOf(m)...)
		}
	}
	return out
}

// ownContent returns the folders in contentDir of the project and its languages.
func (c *Config) ownContent() (out []content.Folder) {
	common := len(c.Languages) == 0 || slices.ContainsFunc(c.Languages, func(l *Language) bool {
		return l.ContentDir == "" || l.ContentDir == c.ContentDir
	})
	if common {
		own := content.Folder{Dir: c.ContentDir}
		for _, f := range c.Folders {
			if f.Dir == "" {
				own.At, own.Lang = f.At, f.Lang
			} else {
				out = append(out, content.Folder{Dir: f.Dir, At: f.At, Lang: f.Lang, Optional: f.At == "" && f.Lang == ""})
			}
		}
		out = append([]content.Folder{own}, out...)
	}
	for _, l := range c.Languages {
		if l.ContentDir != "" && l.ContentDir != c.ContentDir {
			out = append(out, content.Folder{Dir: l.ContentDir, Lang: l.Lower})
		}
	}
	return out
}

// layersOf returns the folders of a content mount, one per language.
func (c *Config) layersOf(m Mount) (out []content.Folder) {
	f := content.Folder{Dir: m.Dir, At: m.At, Files: m.Files, Mounted: true}
	if len(m.Languages) == 0 {
		return []content.Folder{f}
	}
	filter, err := glob.NewFilter(m.Languages)
	for _, l := range c.Languages {
		if err == nil && filter.Match(l.Lower, false) {
			f.Lang = l.Lower
			out = append(out, f)
		}
	}
	for i := range out {
		out[i].Shared = len(out) > 1
	}
	return out
}

// ContentDirs returns the folders and files of content, as slash paths relative to the project, or absolute.
func (c *Config) ContentDirs() []string {
	var out []string
	for _, f := range c.contentFolders() {
		out = append(out, cmp.Or(f.Dir, "."))
	}
	return out
}

// ContentElsewhere returns the folders and files of content outside of the project, as relative paths from it:
// "../README.md".
func (c *Config) ContentElsewhere() []string {
	var out []string
	for _, dir := range c.ContentDirs() {
		if dir = path.Clean(dir); strings.HasPrefix(dir, "../") && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	return out
}
