// Package vitepress reads projects of VitePress: https://vitepress.dev/
package vitepress

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

const name = "VitePress"

// Tool is VitePress.
var Tool = &foreign.Tool{
	Name: name, ID: "vitepress", Configs: configs(), Detect: detect, Converts: converts, Convert: convert, InPlace: true,
	Sources: sources,
}

// sources returns the rules of https://vitepress.dev/guide/routing. The folder is that of the pages, or of a project.
func sources(dir string) *foreign.Sources {
	r := &foreign.Sources{Extensions: foreign.Markdown(), Index: []string{"index"}}
	for project, n := dir, 0; n < 3; project, n = filepath.Dir(project), n+1 {
		root := os.DirFS(project)
		file, text := foreign.ConfigIn(root, ".", configs()...)
		if file == "" {
			continue
		}
		c, _ := read(root, ".", file, text)
		pages := filepath.Join(project, filepath.FromSlash(c.src))
		r.Folder = foreign.Below(dir, pages)
		above := foreign.Below(pages, dir)
		r.Paths = func(s foreign.Source) []string {
			s.Path = moved(c.moves, path.Join(above, s.Path))
			return r.ByName(s)
		}
		break
	}
	return r
}

// configs returns the names of configurations: https://vitepress.dev/reference/site-config#config-resolution
func configs() (out []string) {
	for _, ext := range []string{"js", "ts", "mjs", "mts"} {
		out = append(out, ".vitepress/config/index."+ext, ".vitepress/config."+ext)
	}
	return out
}

// config is the configuration of a project.
type config struct {
	file    string                   // its name
	dir     string                   // folder of the project
	lines   func(path ...string) int // of keys
	root    fs.FS
	program *script.Program
	site    *script.Object
	src     string // folder of the pages and of all languages
	locales []*locale
	moves   []move            // rewrites
	sources map[string]string // files of the pages that they move, by the new paths, in the folder of the pages
	manner  *manner
}

// locale is a language of a project: https://vitepress.dev/guide/i18n
type locale struct {
	key      string // folder in URLs; "" for the root
	lang     string // key of the language
	dir      string // folder of its pages
	object   *script.Object
	more     *script.Object // configuration in its folder
	fallback *script.Object // configuration of the project
}

// get returns a value of the language, or else of the project.
func (l *locale) get(keys ...string) any {
	for _, o := range []*script.Object{l.more, l.object, l.fallback} {
		if v := o.Get(keys...); v != nil && v != (script.Unknown{}) {
			return v
		}
	}
	return nil
}

func (l *locale) text(keys ...string) string { return foreign.TextOf(l.get(keys...)) }

// detect returns the project with a configuration in a folder.
func detect(root fs.FS, dir string) *foreign.Project {
	file, text := foreign.ConfigIn(root, dir, configs()...)
	if file == "" {
		return nil
	}
	c, err := read(root, dir, file, text)
	p := &foreign.Project{
		File: file, Wrong: err, Docs: c.locales[0].dir, Title: c.locales[0].text("title"),
		Homes:  []string{"index.md"},
		Static: []string{path.Join(c.src, "public")}, Dialect: c.dialect(), Ignore: c.ignored(), Settings: c.settings(),
	}
	p.Warnings = c.warnings()
	return p
}

// read reads a configuration. With an error, it contains what could be read.
func read(root fs.FS, dir, file string, text []byte) (*config, error) {
	c := &config{file: file, dir: dir, lines: script.Lines(string(text)), root: root, src: dir}
	var err error
	c.program, err = script.ReadProject(file, text, func(name string) ([]byte, bool) {
		return foreign.Head(root, name, foreign.MostConfig)
	})
	c.site = c.program.Export()
	if src := c.site.Str("srcDir"); fs.ValidPath(path.Join(dir, src)) {
		c.src = path.Join(dir, src)
	}
	c.moves = rewrites(c.site.Object("rewrites"))
	if c.sources = map[string]string{}; len(c.moves) > 0 {
		for _, file := range foreign.Find(root, c.src, func(file string, folder bool) bool {
			return folder || path.Ext(file) == ".md"
		}) {
			file = strings.TrimPrefix(file, c.src+"/")
			if to := moved(c.moves, file); to != file {
				c.sources[to] = file
			}
		}
	}
	c.readLocales()
	c.manner = c.mannerOf()
	return c, err
}

// readLocales reads the languages whose folders exist.
func (c *config) readLocales() {
	first := &locale{dir: c.src, object: c.site.Object("locales", "root"), fallback: c.site}
	for _, m := range c.moves { // {'en/:rest*': ':rest*'}
		if m.folder != "" && foreign.IsDir(c.root, path.Join(c.src, m.folder)) {
			first.dir = path.Join(c.src, m.folder)
		}
	}
	c.locales = []*locale{first}
	if all := c.site.Object("locales"); all != nil {
		for _, key := range all.Keys {
			o, _ := all.Get(key).(*script.Object)
			folder := strings.Trim(key, "/")
			if key == "root" || !fs.ValidPath(folder) || !foreign.IsDir(c.root, path.Join(c.src, folder)) {
				continue
			}
			c.locales = append(c.locales, &locale{
				key: folder, lang: languageKey(folder), dir: path.Join(c.src, folder), object: o, fallback: c.site,
			})
		}
	}
	for i, l := range c.locales { // https://vitepress.dev/guide/i18n#separate-locale-configs
		dir := l.dir
		if i == 0 {
			dir = c.src
		}
		file, text := foreign.ConfigIn(c.root, dir, "config.js", "config.ts", "config.mjs", "config.mts")
		if file == "" {
			continue
		}
		if p, err := script.ReadProject(file, text, func(name string) ([]byte, bool) {
			return foreign.Head(c.root, name, foreign.MostConfig)
		}); err == nil {
			l.more = p.Export()
		}
	}
	first.lang, _, _ = strings.Cut(strings.ToLower(first.tag()), "-")
	if slices.ContainsFunc(c.locales[1:], func(l *locale) bool { return l.lang == first.lang }) {
		first.lang = languageKey(first.tag())
	}
}

// tag returns the language tag of the pages.
func (l *locale) tag() string {
	if s := l.text("lang"); s != "" {
		return s
	}
	if l.key != "" {
		return l.key
	}
	return "en-US"
}

// languageKey returns a key of a language for a folder or a tag.
func languageKey(s string) string {
	return strings.ToLower(strings.NewReplacer("/", "-", "_", "-").Replace(s))
}

// ignored returns patterns of files that are not pages of VitePress.
func (c *config) ignored() []string {
	out := []string{"**/node_modules/**", "**/dist/**", "**/*.html", "**/*.htm"}
	for _, glob := range c.site.List("srcExclude") {
		if s, ok := glob.(string); ok {
			out = append(out, strings.TrimPrefix(s, "./"))
			if below, ok := strings.CutPrefix(c.locales[0].dir, c.src+"/"); ok {
				out = append(out, strings.TrimPrefix(s, below+"/"))
			}
		}
	}
	return append(out, "public/**")
}

// clean reports whether URLs have no extension.
func (c *config) clean() bool { return c.site.Get("cleanUrls") == true }

// settings returns the settings of the project.
func (c *config) settings() foreign.Settings {
	s := foreign.Settings{
		KeepCase: true, Emoji: true, NoTypographer: true, AutoIDType: "vitepress", Future: true,
		Dollars: c.manner.math, NoMath: !c.manner.math, FolderNames: true,
		BaseURL: c.baseURL(), More: c.more(),
	}
	if slices.ContainsFunc(c.locales, func(l *locale) bool { return len(l.sidebars()) > 0 }) {
		s.Nav = c.cascades
	}
	return s
}

// baseURL returns the URL of the site. The host of the sitemap ends with the base if a project has one:
// https://vitepress.dev/guide/sitemap-generation#options
func (c *config) baseURL() string {
	host, base := c.site.Str("sitemap", "hostname"), c.base()
	if strings.HasSuffix(strings.TrimSuffix(host, "/"), "/"+base) {
		base = ""
	}
	return foreign.BaseURL(host, base)
}

func (c *config) base() string { return strings.Trim(c.site.Str("base"), "/") }

// more returns settings of other keys, as in sitegen.toml.
func (c *config) more() map[string]any {
	out := map[string]any{"taxonomies": map[string]any{}}
	if c.dir == c.src && c.dir == "." {
		out["publishDir"] = ".vitepress/dist" // public contains static files
		if to := c.site.Str("outDir"); fs.ValidPath(path.Clean(to)) && to != "" {
			out["publishDir"] = path.Clean(to)
		}
	}
	if c.site.Get("lastUpdated") == true || c.site.Object("themeConfig", "lastUpdated") != nil {
		out["enableGitInfo"] = true
	}
	first := c.locales[0]
	for key, v := range c.ofLocale(first) {
		out[key] = v
	}
	params, _ := out["params"].(map[string]any)
	if params == nil {
		params = map[string]any{}
	}
	levels, off := c.outline()
	if off {
		params["toc"] = false
	} else if levels != nil {
		out["markup"] = map[string]any{"tableOfContents": levels}
	}
	for key, v := range map[string]any{"logo": c.logo(), "themeColor": c.themeColor()} {
		if v != nil && v != "" {
			params[key] = v
		}
	}
	if len(params) > 0 {
		out["params"] = params
	}
	if len(c.locales) == 1 {
		if tag := first.tag(); tag != "en-US" {
			out["locale"], out["defaultContentLanguage"] = tag, first.lang
		}
		return out
	}
	languages := map[string]any{}
	for i, l := range c.locales {
		values := map[string]any{"weight": int64(i + 1), "locale": l.tag(), "contentDir": l.dir}
		if s := l.text("label"); s != "" {
			values["label"] = s
		}
		if s := l.text("dir"); s != "" {
			values["direction"] = s
		}
		if i > 0 {
			for key, v := range c.ofLocale(l) {
				values[key] = v
			}
			if s := l.text("title"); s != "" {
				values["title"] = s
			}
		}
		languages[l.lang] = values
	}
	out["languages"], out["defaultContentLanguage"] = languages, first.lang
	return out
}

// ofLocale returns the settings of a language that may differ from those of others.
func (c *config) ofLocale(l *locale) map[string]any {
	out, params := map[string]any{}, map[string]any{}
	if s := l.text("description"); s != "" {
		params["description"] = s
	}
	if s := titleTemplate(l.get("titleTemplate")); s != "" {
		params["titleTemplate"] = s
	}
	if edit := l.text("themeConfig", "editLink", "pattern"); strings.Contains(edit, ":path") {
		if below, ok := strings.CutPrefix(l.dir, c.src+"/"); ok {
			edit = strings.Replace(edit, ":path", below+"/:path", 1)
		} else if c.src == "." && l.dir != "." {
			edit = strings.Replace(edit, ":path", l.dir+"/:path", 1)
		}
		params["editURL"] = strings.Replace(edit, ":path", "{path}", 1)
	}
	if len(params) > 0 {
		out["params"] = params
	}
	if s := l.text("themeConfig", "footer", "copyright"); s != "" {
		out["copyright"] = s
	}
	menus := map[string]any{}
	for name, menu := range map[string][]any{"main": c.menu(l), "sidebar": l.sideLinks(c)} {
		if len(menu) > 0 {
			menus[name] = menu
		}
	}
	if len(menus) > 0 {
		out["menus"] = menus
	}
	return out
}

// cascades returns the order, labels, and groups of pages in the sidebars of all languages.
func (c *config) cascades(isPage func(file string) bool) (out []any) {
	for i, l := range c.locales {
		list := l.navigation(c, func(file string) bool { return isPage(c.below(l, file)) })
		read := nav.Read(list, func(file string) bool { return isPage(c.below(l, file)) })
		pages := map[any]bool{}
		for file := range read.Named {
			pages[nav.Target(file)] = true
		}
		for _, v := range read.Cascades() {
			if values := v.(map[string]any); pages[values["target"].(map[string]any)["path"]] { // its heading is its title
				delete(values, "title")
			}
			if len(c.locales) > 1 {
				target := v.(map[string]any)["target"].(map[string]any)
				target["sites"] = map[string]any{"matrix": map[string]any{"languages": []any{c.locales[i].lang}}}
			}
			out = append(out, v)
		}
	}
	return out
}

// below returns the path of a file of a language, relative to the folder of the first one.
func (c *config) below(l *locale, file string) string {
	up := ""
	if l != c.locales[0] && c.locales[0].dir != c.src {
		up = strings.Repeat("../", 1+strings.Count(strings.TrimPrefix(c.locales[0].dir, c.src+"/"), "/"))
	}
	if l == c.locales[0] {
		return file
	}
	return path.Join(up+l.key, file)
}
