package config

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign/detect"
	"github.com/sitegen/sitegen/internal/foreign/literal"
)

// Guess is a setting that nobody gave, and that was guessed from the project's files.
type Guess struct {
	Key, Value string
	Why        string // what it was guessed from, in a few words
}

// String returns the line of a sitegen.toml that gives the setting.
func (g Guess) String() string {
	value := strconv.Quote(g.Value)
	if g.Value == "true" {
		value = g.Value
	}
	return g.Key + " = " + value + "   # guessed: " + g.Why
}

// noContentFolder is why a project's own folder is taken for its content when no tool's files say so.
const noContentFolder = "no content folder found"

// Undeclared reports whether nothing says that the project's folder is a site: no configuration, no content folder, and
// no file of a tool that is known.
func (c *Config) Undeclared() bool {
	return len(c.Files) == 0 && slices.ContainsFunc(c.Guessed, func(g Guess) bool { return g.Why == noContentFolder })
}

// guess sets a value at the top level that nothing else gives.
func (l *loader) guess(g Guess) {
	l.guessed = append(l.guessed, g)
	key := strings.ToLower(g.Key)
	if l.tree.root[key] = any(g.Value); g.Value == "true" {
		l.tree.root[key] = true
	}
	l.tree.origin[key] = "guessed: " + g.Why
	l.tree.spelling[key] = g.Key
}

// guessFolders guesses what must be known before anything else: the content folder of a project that has
// no content/ and does not speak Hugo, and the title of one without any configuration. It returns what the
// project was written for.
func (l *loader) guessFolders() detect.Tool {
	if l.hugo {
		return detect.Tool{}
	}
	root := faithful{FS: os.DirFS(l.project), l: l, looks: true}
	tool := detect.Find(root)
	var nesting *literal.NestingError
	if errors.As(tool.Wrong, &nesting) {
		l.diags = append(l.diags, &diag.Diagnostic{
			Rule: "config", Severity: diag.Error, File: tool.File, Line: nesting.Line, Col: nesting.Col, Message: nesting.Error(),
		})
	}
	if _, given := l.tree.root["contentdir"]; !given && !l.hasContent() {
		g := Guess{"contentDir", ".", noContentFolder}
		if tool.Name != "" {
			g.Value, g.Why = tool.Docs, tool.File
		}
		l.guess(g)
		if tool.Name == "" && len(l.read) == 0 {
			tool = detect.Notes(faithful{FS: root.FS, l: l}, l.usualFolders()) // which looks into pages
		}
	}
	l.guessNav(tool)
	if len(l.read) == 0 {
		l.guessURLs(tool)
	}
	if _, given := l.tree.root["title"]; given || len(l.read) > 0 {
		return tool
	}
	content, _ := l.tree.root["contentdir"].(string)
	if content == "" {
		content = "content"
	}
	title, why := detect.Title(root, tool, path.Clean(content))
	if title == "" {
		title, why = filepath.Base(l.project), "the folder's name"
	}
	l.guess(Guess{"title", title, why})
	return tool
}

// usualFolders are those of a project that are no content, where no configuration says otherwise, relative to the project.
func (l *loader) usualFolders() []string {
	out := []string{"public", "layouts", "assets", "data", "i18n", "themes", "archetypes", "resources", "static"}
	if dir, _ := l.tree.root["publishdir"].(string); dir != "" {
		out = append(out, l.rel(l.at(dir)))
	}
	return out
}

// hasContent reports whether there is a content folder where one is looked for when none is named, or one
// that a language names.
func (l *loader) hasContent() bool {
	dirs := []string{"content"}
	languages, _ := l.tree.root["languages"].(map[string]any)
	for _, key := range sortedKeys(languages) {
		if lang, ok := languages[key].(map[string]any); ok {
			if dir, _ := lang["contentdir"].(string); dir != "" {
				dirs = append(dirs, dir)
			}
		}
	}
	return slices.ContainsFunc(dirs, func(dir string) bool { return l.stat(l.at(dir)) != nil })
}

// at returns a configured path as an absolute one.
func (l *loader) at(dir string) string {
	if dir = filepath.FromSlash(dir); filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(l.project, dir)
}

// guessTheme decides how the content is read and, when no theme is named, which embedded one serves a
// project without templates.
func (l *loader) guessTheme(c *Config, tool detect.Tool) {
	own := l.at(c.ContentDir) == filepath.Clean(c.Project)
	c.Bare = !c.Hugo && (own || tool.Docs != "" && l.at(c.ContentDir) == l.at(tool.Docs))
	if _, said := l.tree.root["pluralizelisttitles"]; c.Bare && !said {
		c.PluralizeListTitles = false // such a folder has the name that its owner gave it
	}
	c.IndexPages = !c.Hugo && !c.Bare && len(l.read) == 0 && len(c.Themes) == 0 && l.stat(l.at(c.LayoutDir)) == nil
	if own || c.Bare && len(l.read) == 0 {
		l.tree.foldersOf(c, tool)
	}
	if own {
		c.IgnoreGlobs = l.notContent(c, tool)
	}
	if c.Bare {
		l.dialect(c, tool)
	}
	c.Guessed = l.guessed
	if len(c.Themes) > 0 || l.hasTemplates(c.LayoutDir) {
		return
	}
	roots := []string{c.ContentDir}
	for _, lang := range c.Languages {
		if lang.ContentDir != "" {
			roots = append(roots, lang.ContentDir)
		}
	}
	for i, dir := range roots {
		roots[i] = l.rel(l.at(dir))
	}
	var skip []string
	for _, g := range c.IgnoreGlobs {
		if dir, ok := strings.CutSuffix(g, "/**"); ok {
			skip = append(skip, path.Join(roots[0], dir))
		}
	}
	theme, why := detect.Theme(faithful{FS: os.DirFS(l.project), l: l}, tool, roots, skip)
	c.DefaultTheme = theme
	c.Guessed = append(slices.Clip(c.Guessed), Guess{"theme", theme, why})
}

// dialect has the files of another tool read as that tool reads them.
func (l *loader) dialect(c *Config, tool detect.Tool) {
	c.Lenient = len(l.read) == 0
	c.Tool, c.Foreign.Route, c.Foreign.Project.KeepNumbers = strings.ToLower(tool.Name), tool.Route, tool.KeepNumbers
	if c.Tool == "" && c.Lenient {
		c.Tool = "plain"
	}
	c.Markup.WholeIDs = tool.Name != ""
	if _, said := l.tree.root["capitalizelisttitles"]; !said && (c.Tool == "obsidian" || c.Tool == "docusaurus") {
		c.CapitalizeListTitles = false
	}
	root := l.toolRoot(tool)
	c.IgnoreGlobs, c.KeepGlobs = slices.Concat(c.IgnoreGlobs, tool.Ignore), tool.Keep
	switch tool.Name {
	case "Jekyll":
		c.jekyll(root, tool.Docs)
	case "MkDocs":
		out, kept := excluded(root)
		c.IgnoreGlobs, c.KeepGlobs = slices.Concat(c.IgnoreGlobs, out), kept
	}
	markup, _ := l.tree.root["markup"].(map[string]any)
	setting := func(key string, into *bool) {
		at := "markup." + strings.ToLower(key)
		if l.tree.origin[at] == "" && !*into {
			*into = true
			l.guessed = append(l.guessed, Guess{"markup." + key, "true", tool.File})
		}
	}
	if c.Tool == "obsidian" {
		if markup["wikilinks"] == nil {
			setting("wikiLinks", &c.Markup.WikiLinks)
		}
		l.guessParam(c, "backlinks", tool.File)
		l.guessTags(c, tool.File)
		setting("goldmark.renderer.hardWraps", &c.Markup.Goldmark.Renderer.HardWraps)
		setting("goldmark.extensions.extras.mark.enable", &c.Markup.Goldmark.Extensions.Extras.Mark)
	}
	if c.Tool == "docusaurus" {
		l.guessed = append(l.guessed, sortByName(c, tool.File)...)
	}
	if tool.File == "" {
		tool.File = "a folder of Markdown files"
	}
	if tool.Name != "" || c.Lenient {
		setting("goldmark.renderer.unsafe", &c.Markup.Goldmark.Renderer.Unsafe)
	}
	if tool.Name != "" && c.Lenient {
		l.guessMarkup(c, tool, root)
	}
}

// guessTags leaves tags as the only taxonomy: a vault knows no other, and a folder of it may be called Categories.
func (l *loader) guessTags(c *Config, why string) {
	if l.tree.root["taxonomies"] != nil {
		return
	}
	for _, lang := range c.Languages {
		lang.Taxonomies = []Taxonomy{{"tag", "tags"}}
	}
	l.guessed = append(l.guessed, Guess{"taxonomies.tag", "tags", why})
}

// guessParam turns on a parameter of the themes that nobody gave.
func (l *loader) guessParam(c *Config, name, why string) {
	guessed := false
	for _, lang := range c.Languages {
		if _, given := lang.Params[name]; !given {
			lang.Params[name], guessed = true, true
		}
	}
	if !guessed {
		return
	}
	l.guessed = append(l.guessed, Guess{"params." + name, "true", why})
}

// sortByName sorts the tree of the docs theme by the names of files, unless something else was chosen.
func sortByName(c *Config, why string) []Guess {
	for _, lang := range c.Languages {
		sidebar, isMap := lang.Params["sidebar"].(map[string]any)
		if lang.Params["sidebar"] != nil && !isMap || sidebar["sort"] != nil {
			return nil
		}
		if sidebar = maps.Clone(sidebar); sidebar == nil {
			sidebar = map[string]any{}
		}
		sidebar["sort"] = "name"
		lang.Params["sidebar"] = sidebar
	}
	return []Guess{{"params.sidebar.sort", "name", why}}
}

// hasTemplates reports whether a folder holds a template for pages where most projects have one. It only
// saves work: a project with templates elsewhere does not use the theme that is guessed for it.
func (l *loader) hasTemplates(dir string) bool {
	for _, sub := range []string{"", "_default"} {
		folder := filepath.Join(l.at(dir), sub)
		entries, err := os.ReadDir(folder)
		if l.unreadable(folder, err); err != nil {
			return false
		}
		for _, e := range entries {
			if slices.Contains(pageTemplates, e.Name()) && (e.Type().IsRegular() || e.Type()&fs.ModeSymlink != 0) {
				return true
			}
		}
	}
	return false
}

// pageTemplates are names of templates for pages.
var pageTemplates = []string{"baseof.html", "single.html", "list.html", "page.html", "home.html", "index.html"}

// foldersOf leaves a project of another tool the folders that have a meaning here: its assets/ are not those of a theme.
func (t *tree) foldersOf(c *Config, tool detect.Tool) {
	if tool.Name == "" {
		return
	}
	for key, dir := range map[string]*string{"assetdir": &c.AssetDir, "datadir": &c.DataDir, "i18ndir": &c.I18nDir} {
		if t.root[key] == nil {
			*dir = ".sitegen/" + *dir
		}
	}
	if t.root["staticdir"] == nil {
		c.StaticDirs = tool.Static
	}
}

// notContent lists, as globs, what is in a project folder that is its own content folder and is not content: outputs,
// configuration, templates, and what package managers bring. Folders with assets and data may hold pages and pictures, too:
// many people keep the pictures of their notes in assets/.
func (l *loader) notContent(c *Config, tool detect.Tool) []string {
	globs := slices.Concat([]string{".*/**", "**/node_modules/**", "resources/_gen/**"}, c.Files, c.IgnoreGlobs)
	dirs := []string{"public", c.PublishDir, c.LayoutDir, c.ThemesDir}
	if tool.Name == "" {
		dirs = slices.Concat(dirs, []string{c.I18nDir, "archetypes"}, c.StaticDirs)
	}
	for _, dir := range dirs {
		rel, err := filepath.Rel(c.Project, l.at(dir))
		if err == nil && filepath.IsLocal(rel) && rel != "." {
			globs = append(globs, filepath.ToSlash(rel)+"/**")
		}
	}
	return globs
}
