package config

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/assets/modules"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/plainfile"
)

// LoadOptions tells where the configuration is, and what overrides it.
type LoadOptions struct {
	Project     string          // folder; "." when empty
	Environment string          // default: the variable, else "production"
	Environ     []string        // KEY=VALUE, as from os.Environ; SITEGEN_* and HUGO_* are read
	Flags       map[string]any  // dotted key -> value, strongest
	Server      bool            // the site is built to be previewed
	Context     context.Context // for module downloads; nil if they cannot be canceled
	File        string          // --config: a file, or several separated by commas; "" searches for the known names
	// Query, if not nil, returns the versions of modules to use instead of those in go.mod (see
	// modules.Options).
	Query func(path, from, version string) string
}

// Load reads and merges the configuration, fills in defaults, and checks it. If the list contains errors, the
// Config is nil.
func Load(o LoadOptions) (*Config, diag.List) {
	project, err := filepath.Abs(o.Project)
	if err != nil {
		return nil, diag.From(fmt.Errorf("find the project folder: %w", err))
	}
	l := &loader{project: project, tree: newTree(), environment: o.Environment, given: o.Flags, lookup: o}
	if info := l.stat(project); l.diags != nil {
		return nil, l.diags
	} else if info == nil || !info.IsDir() {
		return nil, diag.List{{Rule: "config-project", Message: fmt.Sprintf("the folder %q does not exist", o.Project)}}
	}
	if l.environment == "" {
		l.environment = variable(o.Environ, "SITEGEN_ENVIRONMENT", "SITEGEN_ENV", "HUGO_ENVIRONMENT", "HUGO_ENV")
	}
	l.environment = cmp.Or(l.environment, "production")
	l.files(o.File)
	l.environ(o.Environ)
	l.flags(o.Flags)
	var cfg *Config
	if l.diags.Err() == nil {
		project := l.guessFolders()
		cfg = l.resolve()
		cfg.Server = o.Server
		l.checkOutside(cfg)
		l.guessTheme(cfg, project)
		slices.Sort(l.looked)
		cfg.Looked = slices.Compact(l.looked)
		l.findThemes(cfg)
		l.themeParams(cfg)
		if cfg.Origin["foldersections"] == "" {
			cfg.FolderSections = !cfg.Hugo && cfg.Tool.Plain() && cmp.Or(cfg.EmbeddedTheme, cfg.DefaultTheme) == "docs"
		}
		l.unwrapImages(cfg)
		l.enableMath(cfg, project)
		l.enableExtras(cfg)
		for m := range cfg.Locals {
			m.Markup.WarnSpaces, m.Markup.RawPlainText = !cfg.Hugo, cfg.Hugo
			m.Markup.WholeCode = !cfg.Hugo && cmp.Or(cfg.EmbeddedTheme, cfg.DefaultTheme) != ""
		}
	}
	l.finish()
	if l.diags.Err() != nil {
		return nil, l.diags
	}
	return cfg, l.diags
}

// finish sorts the diagnostics, removes repetitions (a root key is read once per language), and adds excerpts.
func (l *loader) finish() {
	l.diags.Sort()
	l.diags = slices.CompactFunc(l.diags, func(a, b *diag.Diagnostic) bool {
		return a.File == b.File && a.Line == b.Line && a.Message == b.Message
	})
	l.diags.FillExcerpts(func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(l.project, file)) })
}

// loader is the state of one Load.
type loader struct {
	project     string
	environment string
	tree        *tree
	given       map[string]any // flags
	diags       diag.List
	read        []string // files read, relative to the project
	hugo        bool
	guessed     []Guess
	modules     []modules.Module              // including themes, highest precedence first
	missing     diag.List                     // those that were not found
	mounts      map[string]map[string][]Mount // by the folder of a module ("" for the project), and by kind
	unmounted   []string                      // targets of mounts that have no effect
	lookup      LoadOptions
	looked      []string // see Config.Looked
}

// configDir returns the folder of configuration by environment: https://gohugo.io/configuration/introduction/
func (l *loader) configDir() string {
	dir, _ := l.given[configDirFlag].(string)
	switch {
	case dir == "":
		dir = "config"
	case filepath.IsAbs(dir):
		return filepath.Clean(dir)
	}
	return filepath.Join(l.project, dir)
}

// configDirFlag is only a flag, because a configuration cannot tell where it is.
const configDirFlag = "configDir"

var extensions = []string{"toml", "yaml", "yml", "json"}

// files reads the configuration files in increasing precedence.
func (l *loader) files(named string) {
	if named != "" {
		for i, name := range strings.Split(named, ",") {
			if !filepath.IsAbs(name) {
				name = filepath.Join(l.project, name)
			}
			if l.file(name, "") && i == 0 { // the others override its values, whatever their names
				l.hugo = !ownConfig(name)
			}
		}
		l.themes()
		return
	}
	there := l.find("sitegen", "hugo", "config")
	folders := []string{filepath.Join(l.configDir(), "_default"), filepath.Join(l.configDir(), l.environment)}
	if len(there) > 0 {
		first := there[0]
		own := ownConfig(first)
		l.hugo = l.file(first, "") && !own
		there = there[1:]
		if own {
			there, folders = append(there, l.existing(folders)...), nil
		}
		for _, other := range there {
			if l.replaced(l.rel(other)) {
				continue
			}
			l.diags = append(l.diags, &diag.Diagnostic{
				Rule: "config-two", Severity: diag.Warning, File: l.rel(other),
				Message: fmt.Sprintf("ignored, because %s also exists", l.rel(first)),
				Hint:    "keep one of them",
			})
		}
	}
	for _, folder := range folders {
		l.folder(folder)
	}
	l.themes()
}

// ownConfig reports whether a configuration file belongs to a project of sitegen, not of Hugo, by its name.
func ownConfig(file string) bool { return strings.HasPrefix(filepath.Base(file), "sitegen.") }

// replaced reports whether the configuration declares that it replaces a file or folder.
func (l *loader) replaced(name string) bool {
	list, _ := stringsOf(l.tree.root["replaces"])
	return slices.ContainsFunc(list,
		func(s string) bool { return filepath.ToSlash(filepath.Clean(s)) == filepath.ToSlash(name) })
}

// existing returns the folders that exist.
func (l *loader) existing(folders []string) []string {
	return slices.DeleteFunc(slices.Clone(folders), func(path string) bool {
		info := l.stat(path)
		return info == nil || !info.IsDir()
	})
}

// find returns the files NAME.{toml,yaml,yml,json} of the project.
func (l *loader) find(names ...string) []string {
	var out []string
	for _, name := range names {
		for _, ext := range extensions {
			path := filepath.Join(l.project, name+"."+ext)
			if info := l.stat(path); info != nil && info.Mode().IsRegular() {
				out = append(out, path)
			}
		}
	}
	return out
}

// file decodes one file and merges it into the tree below key. If the file repeats the key, it is merged above:
// cascade.yaml may contain a list below the key cascade.
func (l *loader) file(path, key string) bool {
	src, err := os.ReadFile(path)
	if err != nil {
		l.diags = append(l.diags, &diag.Diagnostic{
			Rule: "config-read", File: l.rel(path), Message: fmt.Sprintf("the configuration cannot be read: %v",
				diag.Cause(err)),
		})
		return false
	}
	src = plainfile.Lines(src)
	rel := l.rel(path)
	l.read = append(l.read, rel)
	value, lines, err := frontmatter.Decode(formatOf(path), rel, src)
	if err != nil {
		l.diags = append(l.diags, diag.From(err)...)
		return false
	}
	if value == nil {
		return true
	}
	m, ok := value.(map[string]any)
	if !ok {
		l.diags = append(l.diags, &diag.Diagnostic{
			Rule: "config-type", File: rel, Line: 1, Message: "the file must contain a table of keys, not " + diag.Value(value),
			Excerpt: diag.Line(src, 1),
		})
		return false
	}
	for only := range m {
		if above := strings.LastIndexByte(key, '.'); len(m) == 1 && key != "" &&
			menus(strings.ToLower(only)) == key[above+1:] {
			key = key[:max(0, above)]
		}
	}
	l.tree.merge(key, layer{values: m, at: func(k string) string {
		for p := k; p != ""; p = p[:max(0, strings.LastIndexByte(p, '.'))] {
			if n := lines[p]; n > 0 {
				return fmt.Sprintf("%s:%d", rel, n)
			}
		}
		return rel
	}})
	return true
}

func formatOf(path string) frontmatter.Format {
	switch filepath.Ext(path) {
	case ".toml":
		return frontmatter.TOML
	case ".json":
		return frontmatter.JSON
	}
	return frontmatter.YAML
}

// themes adds what the configuration of a theme or module supplies and the project does not set: params, menus,
// media types, output formats, and what the project requests with _merge.
func (l *loader) themes() {
	l.environ(l.lookup.Environ, "module", "theme", "themesdir", "defaultcontentversion", "defaultcontentrole")
	l.checkVersion(l.tree, "", "")
	l.findModules()
	for _, m := range l.modules {
		dir := l.rel(m.Dir)
		other, shown := &loader{tree: newTree()}, m.Dir
		if !slices.ContainsFunc(m.Imports, func(i modules.Import) bool { return i.IgnoreConfig }) {
			other, shown = l.configOf(m.Dir)
		}
		for _, i := range m.Imports {
			l.importMounts(m, i, other.tree)
		}
		for _, d := range other.diags {
			d.File = l.rel(shown)
		}
		l.checkVersion(other.tree, m.Label(), l.rel(shown))
		l.diags = append(l.diags, other.diags...)
		dropMergeKeys(other.tree.root)
		fillFromTheme(l.tree.root, other.tree.root)
		for path, origin := range other.tree.origin {
			if l.tree.origin[path] == "" {
				l.tree.origin[path] = dir + "/" + origin
			}
		}
	}
	fillLanguages(l.tree.root)
	dropMergeKeys(l.tree.root)
}

// flag returns the value of a flag by its lower-case key, or nil.
func (l *loader) flag(lower string) any {
	for key, value := range l.given {
		if strings.ToLower(key) == lower {
			return value
		}
	}
	return nil
}

// embeddedThemes are the embedded themes that `theme` may name.
var embeddedThemes = [...]string{"blog", "docs"}

// findThemes keeps in c.Themes those that have a folder. A name without one may be an embedded theme; any other
// is reported, because without its theme a site would lose its pages.
func (l *loader) findThemes(c *Config) {
	if len(l.missing) > 0 {
		l.diags = slices.DeleteFunc(l.diags, func(d *diag.Diagnostic) bool { return d.Rule == unknownOutput })
		l.diags = append(l.diags, l.missing...)
	}
	c.Environ = l.lookup.Environ
	var err error
	c.Module, err = modules.PathOf(l.project)
	l.unreadable(filepath.Join(l.project, "go.mod"), err)
	c.Modules, c.Mounts = l.modules, map[string]map[string][]Mount{"": l.mounts[""]}
	for _, m := range l.modules {
		if kinds := l.mounts[m.Dir]; kinds != nil {
			c.Mounts[l.themeName(c, m)] = kinds
		}
	}
	named := c.Themes
	c.Themes = nil
	inFiles, _ := stringsOf(l.tree.root["theme"])
	for _, m := range l.modules {
		if m.From == "" && slices.Contains(inFiles, m.Path) && !slices.Contains(named, m.Path) {
			continue // the environment names another theme
		}
		c.Themes = append(c.Themes, l.themeName(c, m))
	}
	for _, theme := range named {
		if slices.ContainsFunc(l.modules, func(m modules.Module) bool { return m.Path == theme }) || modules.IsPath(theme) {
			continue
		}
		dir := l.themesDir(c.ThemesDir, theme)
		d := &diag.Diagnostic{Rule: "config-theme"}
		switch {
		case !slices.Contains(embeddedThemes[:], theme):
			d.Message = fmt.Sprintf("the theme %q does not exist: the folder %s is missing", theme, l.rel(dir))
			d.Hint = `put the theme there; if it is a git submodule, run git submodule update --init. The themes "blog" and "docs" need no folder`
			known := embeddedThemes[:]
			entries, _ := os.ReadDir(l.themesDir(c.ThemesDir, ""))
			for _, e := range entries {
				known = append(known, e.Name())
			}
			d.Hint = diag.DidYouMean(theme, known, d.Hint)
		case c.EmbeddedTheme != "":
			d.Message = fmt.Sprintf("the themes %q and %q cannot be used together", c.EmbeddedTheme, theme)
			d.Hint = "keep one of them"
		default:
			c.EmbeddedTheme = theme
			continue
		}
		d.File, d.Line = splitPosition(l.tree.origin["theme"])
		l.diags = append(l.diags, d)
	}
}

// rel returns a path for messages: see Config.Shown.
func (l *loader) rel(path string) string {
	return filepath.ToSlash(shownPath(l.project, l.modules, path))
}

func (l *loader) flags(flags map[string]any) {
	for key, value := range flags {
		if key == configDirFlag {
			continue
		}
		parent, last := "", strings.ToLower(key)
		if i := strings.LastIndexByte(last, '.'); i >= 0 {
			parent, last = last[:i], last[i+1:]
		}
		l.tree.merge(parent, layer{values: map[string]any{last: value}, at: func(string) string { return "flag" }})
	}
}
