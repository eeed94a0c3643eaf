package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/follow"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/detect"
	"github.com/sitegen/sitegen/internal/foreign/tools"
)

// Guess is a setting that was not configured but guessed from the project's files.
type Guess struct {
	Key, Value string
	Why        string // what it was guessed from, in a few words
	Bare       bool   // the value isn't text
}

// String returns the setting as a line of sitegen.toml.
func (g Guess) String() string {
	value := strconv.Quote(g.Value)
	if g.Bare || g.Value == "true" || g.Value == "false" {
		value = g.Value
	}
	return g.Key + " = " + value + "   # guessed: " + g.Why
}

// noContentFolder is the reason for using a project's own folder as content if no tool was detected.
const noContentFolder = "no content folder found"

// Undeclared reports whether nothing shows that the project's folder is a site: no configuration, no content
// folder, and no file of a known tool.
func (c *Config) Undeclared() bool {
	return len(c.Files) == 0 && slices.ContainsFunc(c.Guessed, func(g Guess) bool { return g.Why == noContentFolder })
}

// guess sets a top-level value that is not configured.
func (l *loader) guess(g Guess) {
	l.guessed = append(l.guessed, g)
	key := strings.ToLower(g.Key)
	if l.tree.root[key] = any(g.Value); g.Value == "true" {
		l.tree.root[key] = true
	}
	l.tree.origin[key] = "guessed: " + g.Why
	l.tree.spelling[key] = g.Key
}

// guessFolders guesses what must be known first: the content folder of a project without content/ that is not a
// Hugo project, and the title of a project without configuration. It returns the detected tool's project.
func (l *loader) guessFolders() *foreign.Project {
	if l.hugo {
		return nil
	}
	root := faithful{FS: follow.Dir(l.project), l: l, looks: true}
	said, _ := l.tree.root["tool"].(map[string]any)
	docs, _ := l.tree.root["contentdir"].(string)
	project := tools.Stated(root, path.Clean(cmp.Or(docs, "content")), said)
	if project != nil {
		l.diags = append(l.diags, project.Warnings...)
	} else {
		project = tools.Find(root)
	}
	// A folder named content may be anything in a project with the configuration of a tool.
	configured := len(l.read) == 0 && project != nil && len(project.Tool.Configs) > 0
	if _, given := l.tree.root["contentdir"]; !given && (configured || !l.hasContent()) {
		g := Guess{Key: "contentDir", Value: ".", Why: noContentFolder}
		if project != nil {
			g.Value, g.Why = project.Docs, project.File
		}
		l.guess(g)
		if project == nil && len(l.read) == 0 {
			project = tools.Notice(faithful{FS: root.FS, l: l}, l.usualFolders()) // reads pages
		}
	}
	l.guessNav(project)
	l.guessSite(project)
	if _, given := l.tree.root["title"]; given || len(l.read) > 0 {
		return project
	}
	content, _ := l.tree.root["contentdir"].(string)
	content = cmp.Or(content, "content")
	title, why := detect.Title(root, project, path.Clean(content))
	if title == "" {
		title, why = filepath.Base(l.project), "the folder's name"
	}
	l.guess(Guess{Key: "title", Value: title, Why: why})
	return project
}

// wrong reports, once, the parts of a tool's configuration that cannot be read: they may exclude private pages.
func (l *loader) wrong(project *foreign.Project) {
	if project != nil && project.Wrong != nil && !errors.Is(project.Wrong, fs.ErrNotExist) {
		l.diags = append(l.diags, diag.From(project.Wrong)...)
		project.Wrong = nil
	}
}

// guessNav applies the order, titles, and groups of a tool's navigation to pages. A configuration made from
// guesses does not contain the navigation, so it applies there, too, unless there are other rules.
func (l *loader) guessNav(project *foreign.Project) {
	if project == nil || project.Settings.Nav == nil {
		return
	}
	l.wrong(project)
	if _, given := l.tree.root["cascade"]; given {
		return
	}
	cascade := project.Settings.Nav(func(file string) bool {
		file = path.Join(project.Docs, file)
		return fs.ValidPath(file) && foreign.Exists(faithful{FS: follow.Dir(l.project), l: l}, file)
	})
	if cascade != nil {
		l.tree.root["cascade"] = cascade
	}
}

// guessSite uses the top-level settings of a tool's configuration if there is no other configuration.
func (l *loader) guessSite(project *foreign.Project) {
	if len(l.read) > 0 || project == nil {
		return
	}
	l.wrong(project)
	l.diags = append(l.diags, project.Warnings...)
	set := func(key, value string) {
		if _, given := l.tree.root[strings.ToLower(key)]; value != "" && !given {
			l.guess(Guess{Key: key, Value: value, Why: project.File})
		}
	}
	s := &project.Settings
	set("baseURL", s.BaseURL)
	set("timeZone", s.TimeZone)
	if s.KeepCase {
		set("disablePathToLower", "true")
	}
	if s.UglyURLs {
		set("uglyURLs", "true")
	}
	for _, key := range slices.Sorted(maps.Keys(s.More)) {
		if _, given := l.tree.root[strings.ToLower(key)]; !given {
			from := func(string) string { return "guessed: " + project.File }
			l.tree.merge("", layer{values: map[string]any{key: s.More[key]}, at: from})
			l.reportMore(key, s.More[key], project.File)
		}
	}
}

// reportMore reports the guessed values of a key and the keys below it.
func (l *loader) reportMore(key string, value any, why string) {
	switch v := value.(type) {
	case map[string]any:
		for _, inner := range slices.Sorted(maps.Keys(v)) {
			l.reportMore(join(key, inner), v[inner], why)
		}
	case []any:
		var names []string
		for _, item := range v {
			name, ok := item.(string)
			if !ok { // tables
				return
			}
			names = append(names, strconv.Quote(name))
		}
		value := "[" + strings.Join(names, ", ") + "]"
		l.guessed = append(l.guessed, Guess{Key: key, Value: value, Why: why, Bare: true})
	default:
		_, text := v.(string)
		l.guessed = append(l.guessed, Guess{Key: key, Value: fmt.Sprint(v), Why: why, Bare: !text})
	}
}

// usualFolders returns the default folders of a project that are not content, relative to the project.
func (l *loader) usualFolders() []string {
	out := []string{"public", "layouts", "assets", "data", "i18n", "themes", "archetypes", "resources", "static"}
	if dir, _ := l.tree.root["publishdir"].(string); dir != "" {
		out = append(out, l.rel(l.at(dir)))
	}
	return out
}

// hasContent reports whether the default content folder exists, or that of a language.
func (l *loader) hasContent() bool {
	dirs := []string{"content"}
	languages, _ := l.tree.root["languages"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(languages)) {
		if lang, ok := languages[key].(map[string]any); ok {
			if dir, _ := lang["contentdir"].(string); dir != "" {
				dirs = append(dirs, dir)
			}
		}
	}
	return slices.ContainsFunc(dirs, func(dir string) bool { return l.stat(l.at(dir)) != nil })
}

// at returns a configured path as an absolute path.
func (l *loader) at(dir string) string {
	if dir = filepath.FromSlash(dir); filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(l.project, dir)
}

// guessTheme decides how the content is read and, if no theme is configured, which embedded theme serves a
// project without templates.
func (l *loader) guessTheme(c *Config, project *foreign.Project) {
	own := l.at(c.ContentDir) == filepath.Clean(c.Project)
	c.Bare = !c.Hugo && (own || project != nil && l.at(c.ContentDir) == l.at(project.Docs))
	unsaid := len(l.read) == 0
	if c.Bare {
		c.IndexPages = unsaid && project == nil || project != nil && (project.Mixed || project.Blog)
	} else {
		c.IndexPages = !c.Hugo && unsaid && len(c.Themes) == 0 && l.stat(l.at(c.LayoutDir)) == nil
	}
	if own || c.Bare && len(l.read) == 0 {
		l.foldersOf(c, project)
	}
	if own {
		c.IgnoreGlobs = l.notContent(c, project)
	}
	if c.Bare {
		l.dialect(c, project)
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
	theme, why := detect.Theme(faithful{FS: follow.Dir(l.project), l: l}, project, roots,
		detect.Folders(roots[0], c.IgnoreGlobs))
	c.DefaultTheme = theme
	c.Guessed = append(slices.Clip(c.Guessed), Guess{Key: "theme", Value: theme, Why: why})
}

// dialect makes the files of another tool be read as that tool reads them.
func (l *loader) dialect(c *Config, project *foreign.Project) {
	c.Lenient = len(l.read) == 0
	if project == nil {
		if c.Lenient {
			c.Tool = &foreign.Dialect{}
			l.adopt(c, &foreign.Settings{}, "a folder of Markdown files")
		}
		return
	}
	l.wrong(project)
	c.Tool, c.Folders = &project.Dialect, project.Settings.Folders
	for m := range c.Locals {
		m.Markup.FirstPieces = false
		if project.Settings.FolderNames && !c.says(m, "capitalizeListTitles") {
			m.CapitalizeListTitles = false
		}
	}
	c.IgnoreGlobs, c.KeepGlobs = slices.Concat(c.IgnoreGlobs, project.Ignore), project.Keep
	l.adopt(c, &project.Settings, project.File)
}

// adopt renders pages as a tool does, as far as the configuration says nothing else. HTML in Markdown is HTML in all of
// them.
func (l *loader) adopt(c *Config, s *foreign.Settings, why string) {
	note := func(key, value string, adopted bool) {
		if adopted {
			l.guessed = append(l.guessed, Guess{Key: key, Value: value, Why: why})
		}
	}
	on := func(key string, wanted bool, of func(*Local) *bool) {
		adopted := false
		for m := range c.Locals {
			if into := of(m); wanted && !*into && !c.says(m, key) {
				*into, adopted = true, true
			}
		}
		note(key, "true", adopted)
	}
	goldmark := &c.Markup.Goldmark
	on("markup.wikiLinks", s.WikiLinks, func(m *Local) *bool { return &m.Markup.WikiLinks })
	note("params.backlinks", "true", s.Backlinks && guessParam(c, "backlinks"))
	note("taxonomies.tag", "tags", s.OnlyTags && l.guessTags(c, "tags"))
	on("markup.goldmark.renderer.hardWraps", s.HardWraps, func(m *Local) *bool {
		return &m.Markup.Goldmark.Renderer.HardWraps
	})
	always := false
	for m := range c.Locals {
		if s.Future && !c.says(m, "frontmatter.publishDate") {
			m.Dates.PublishDate, always = nil, true
		}
	}
	if always {
		l.guessed = append(l.guessed, Guess{Key: "frontmatter.publishDate", Value: "[]", Why: why, Bare: true})
	}
	on("enableEmoji", s.Emoji, func(m *Local) *bool { return &m.EnableEmoji })
	for m := range c.Locals {
		m.Markup.Emoji = m.EnableEmoji
		m.Markup.Goldmark.Parser.AttributeInline = s.Attributes
	}
	on("markup.goldmark.extensions.extras.mark.enable", s.Mark, func(m *Local) *bool {
		return &m.Markup.Goldmark.Extensions.Extras.Mark
	})
	note("params.sidebar.sort", s.SidebarSort, s.SidebarSort != "" && sortBy(c, s.SidebarSort))
	on("markup.goldmark.renderer.unsafe", true, func(m *Local) *bool { return &m.Markup.Goldmark.Renderer.Unsafe })
	if !c.Lenient {
		return
	}
	if ids := s.AutoIDType; ids != "" && goldmark.Parser.AutoIDType != ids && !l.tree.says("markup.goldmark.parser.auto") {
		goldmark.Parser.AutoIDType = ids
		note("markup.goldmark.parser.autoIDType", ids, true)
	}
	if s.NoLinkify && !l.tree.says("markup.goldmark.extensions.linkify") {
		goldmark.Extensions.Linkify = false
		note("markup.goldmark.extensions.linkify", "false", true)
	}
	if s.NoTypographer && !l.tree.says("markup.goldmark.extensions.typographer") {
		goldmark.Extensions.Typographer.Disable = true
		note("markup.goldmark.extensions.typographer.disable", "true", true)
	}
}

// says reports whether the configuration has a key with this prefix.
func (t *tree) says(prefix string) bool {
	for key := range t.origin {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

// saysBelow does so for the languages that have these settings.
func (t *tree) saysBelow(m *Local, prefix string) bool {
	return t.says(prefix) || m.Under != "" && t.says(m.Under+"."+prefix)
}

// guessTags makes a taxonomy of tags the only one, and reports whether it did.
func (l *loader) guessTags(c *Config, name string) bool {
	if l.tree.root["taxonomies"] != nil {
		return false
	}
	for _, lang := range c.Languages {
		lang.Taxonomies = []Taxonomy{{"tag", name}}
	}
	return true
}

// guessParam turns on a theme parameter that is not configured, and reports whether it did.
func guessParam(c *Config, name string) (guessed bool) {
	for _, lang := range c.Languages {
		if _, given := lang.Params[name]; !given {
			lang.Params[name], guessed = true, true
		}
	}
	return guessed
}

// sortBy sorts the tree of the docs theme, unless another order is configured, and reports whether it did.
func sortBy(c *Config, order string) bool {
	for _, lang := range c.Languages {
		sidebar, isMap := lang.Params["sidebar"].(map[string]any)
		if lang.Params["sidebar"] != nil && !isMap || sidebar["sort"] != nil {
			return false
		}
		if sidebar = maps.Clone(sidebar); sidebar == nil {
			sidebar = map[string]any{}
		}
		sidebar["sort"] = order
		lang.Params["sidebar"] = sidebar
	}
	return true
}

// hasTemplates reports whether a folder contains a page template in one of the usual places. It only saves
// work: if the templates of a project are elsewhere, the guessed theme is not used for it.
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

// foldersOf limits a project of another tool to the folders that have a meaning here: its assets/ do not belong
// to a theme.
func (l *loader) foldersOf(c *Config, project *foreign.Project) {
	if project == nil {
		return
	}
	for key, dir := range map[string]*string{"assetdir": &c.AssetDir, "datadir": &c.DataDir, "i18ndir": &c.I18nDir} {
		if l.tree.root[key] == nil {
			*dir = ".sitegen/" + *dir
		}
	}
	if l.tree.root["staticdir"] != nil {
		return
	}
	c.StaticDirs = project.Static
	for _, lang := range c.Languages {
		lang.StaticDirs = project.Static
	}
	if own := l.mounts[""]; len(project.Copied) > 0 && own["static"] == nil {
		if own == nil {
			own = map[string][]Mount{}
			l.mounts[""] = own
		}
		for _, dir := range project.Static {
			own["static"] = append(own["static"], Mount{Dir: dir})
		}
		for _, f := range project.Copied {
			own["static"] = append(own["static"], Mount{Dir: f.Dir, At: f.At})
		}
	}
}

// notContent returns glob patterns of everything that is not content in a project folder that is also the
// content folder: outputs, configuration, templates, and package folders. Folders with assets and data may
// contain pages and images, because many people keep the images of their notes in assets/.
func (l *loader) notContent(c *Config, project *foreign.Project) []string {
	globs := slices.Concat([]string{".*/**", "**/node_modules/**", "resources/_gen/**"}, c.Files, c.IgnoreGlobs)
	dirs := []string{"public", c.PublishDir, c.LayoutDir, c.ThemesDir}
	if project == nil {
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
