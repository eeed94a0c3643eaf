package astro

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// starlight is the module of the theme for documentation, whose pages sitegen reads: https://starlight.astro.build/
const starlight = "@astrojs/starlight"

// assets is the folder of the pictures in the output, which Astro gives it, too.
const assets = "_astro"

// site is a project with Starlight.
type site struct {
	root    fs.FS
	dir     string                   // of the project
	file    string                   // its configuration
	lines   func(path ...string) int // of keys
	program *script.Program
	config  *script.Object // of Astro: https://docs.astro.build/en/reference/configuration-reference/
	options *script.Object // of Starlight: https://starlight.astro.build/reference/configuration/
	src     string         // folder of the sources
	docs    string         // folder of the pages of all languages
	locales []locale       // that of the root, or else the default one, first
	moved   map[string][]any
	listed  map[string]bool   // paths of pages in the sidebar that are not in generated groups; true: with a label
	aliases map[string]string // start of the names of modules: "~/" is src/
	away    []string          // redirects that lead elsewhere, or have parameters
}

// locale is a language: https://starlight.astro.build/guides/i18n/
type locale struct {
	key     string // folder in docs and in URLs; "" for the root
	tag     string // language tag
	options *script.Object
}

// detect returns the project with a configuration that uses Starlight, if the folder of its pages exists.
func detect(root fs.FS, dir string) *foreign.Project {
	file, text := foreign.ConfigIn(root, dir, configs()...)
	if file == "" || !strings.Contains(string(text), starlight) {
		return nil
	}
	s, err := read(root, dir, file, text)
	if !foreign.IsDir(root, s.docs) {
		return nil
	}
	p := &foreign.Project{
		File: file, Wrong: err, Docs: s.folder(s.locales[0]), Title: s.title(s.locales[0]), Ignore: s.ignored(),
		Static: []string{path.Join(dir, s.publicDir())}, Dialect: s.dialect(),
		Settings: foreign.Settings{
			BaseURL: s.baseURL(), SidebarSort: "name", FolderNames: true, Future: true,
			Dollars: s.program.Mentions("remark-math"), NoMath: !s.program.Mentions("remark-math"),
			NoTypographer: s.config.Get("markdown", "smartypants") == false,
			UglyURLs:      s.config.Str("build", "format") == "file", More: s.more(), Nav: s.cascades,
		},
		Warnings: s.warnings(),
	}
	if at := path.Join(s.src, "assets"); foreign.IsDir(root, at) {
		p.Copied = []foreign.Folder{{Dir: at, At: assets}}
	}
	return p
}

// read reads a configuration. With an error, the result has what could be read.
func read(root fs.FS, dir, file string, text []byte) (*site, error) {
	s := &site{root: root, dir: dir, file: file, lines: script.Lines(string(text))}
	var err error
	s.program, err = script.ReadProject(file, text, func(name string) ([]byte, bool) {
		return foreign.Head(root, name, foreign.MostConfig)
	})
	s.config = s.program.Export()
	if args := s.program.Imported(starlight); len(args) > 0 {
		s.options, _ = args[0].(*script.Object)
	}
	s.src = path.Join(dir, "src")
	if at := path.Join(dir, s.config.Str("srcDir")); at != dir && fs.ValidPath(at) {
		s.src = at
	}
	s.docs = path.Join(s.src, "content/docs")
	s.readLocales()
	s.readRedirects()
	s.readAliases()
	s.listed = map[string]bool{}
	s.readListed(s.options.List("sidebar"), 0)
	return s, err
}

// readLocales reads the languages whose folders exist.
func (s *site) readLocales() {
	standard := s.options.Str("defaultLocale")
	if all := s.options.Object("locales"); all != nil {
		for _, key := range all.Keys {
			l := locale{options: all.Object(key), tag: all.Str(key, "lang")}
			if key != "root" {
				if l.key = key; l.tag == "" {
					l.tag = key
				}
			}
			switch first := l.key == "" || key == standard && all.Get("root") == nil; {
			case !fs.ValidPath(path.Join(s.docs, l.key)) || !foreign.IsDir(s.root, path.Join(s.docs, l.key)):
			case first:
				s.locales = slices.Insert(s.locales, 0, l)
			default:
				s.locales = append(s.locales, l)
			}
		}
	}
	if len(s.locales) == 0 {
		s.locales = []locale{{tag: "en"}}
	}
}

// folder returns the folder of the pages of a language.
func (s *site) folder(l locale) string { return path.Join(s.docs, l.key) }

// localeOf returns the key of the language of a page.
func (s *site) localeOf(file string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(file, s.docs+"/"), "/")
	for _, l := range s.locales {
		if l.key == first {
			return l.key
		}
	}
	return ""
}

// language returns the key of a language.
func (l locale) language() string {
	if l.key != "" {
		return strings.ToLower(l.key)
	}
	tag, _, _ := strings.Cut(strings.ToLower(l.tag), "-")
	return tag
}

// title returns the title of the site, which may be that of a language.
func (s *site) title(l locale) string {
	return s.said("title", l)
}

// said returns an option that is a text, or an object with a text for each language.
func (s *site) said(key string, l locale) string {
	if of := s.options.Object(key); of != nil {
		return foreign.TextOf(of.Str(l.tag))
	}
	return foreign.TextOf(s.options.Str(key))
}

func (s *site) publicDir() string {
	if dir := s.config.Str("publicDir"); fs.ValidPath(path.Clean(dir)) && dir != "" {
		return path.Clean(dir)
	}
	return "public"
}

func (s *site) baseURL() string { return foreign.BaseURL(s.config.Str("site"), s.config.Str("base")) }

// base returns the path of the site, "/sub"; "" at the root of a host. Links in texts contain it.
func (s *site) base() string {
	return strings.TrimSuffix("/"+strings.Trim(s.config.Str("base"), "/"), "/")
}

// ignored returns patterns of files that are not pages. In collections of the older kind, folders whose name begins with
// an underscore have none: https://docs.astro.build/en/guides/upgrade-to/v6/#removed-legacy-content-collections
func (s *site) ignored() []string {
	out := []string{"**/_*.md", "**/_*.mdx", "**/*.html", "**/*.htm", "**/*.markdown", "**/*.mdown"}
	for _, ext := range []string{"ts", "js", "mjs"} {
		if foreign.Exists(s.root, path.Join(s.src, "content/config."+ext)) {
			out = append(out, "**/_*/**")
		}
	}
	return out
}

// readRedirects reads the redirects to pages: https://docs.astro.build/en/reference/configuration-reference/#redirects
func (s *site) readRedirects() {
	s.moved = map[string][]any{}
	all := s.config.Object("redirects")
	if all == nil {
		return
	}
	for _, from := range all.Keys {
		to := all.Str(from)
		if o := all.Object(from); o != nil {
			to = o.Str("destination")
		}
		to = strings.TrimPrefix(to, s.base())
		if !strings.HasPrefix(to, "/") || strings.ContainsAny(from+to, "[]#?") {
			s.away = append(s.away, from)
			continue
		}
		at := strings.TrimSuffix(to, "/")
		s.moved[at] = append(s.moved[at], path.Join("/", strings.TrimPrefix(from, s.base()))+"/")
	}
}

// readAliases reads the names of folders in modules: https://docs.astro.build/en/guides/typescript/#import-aliases
func (s *site) readAliases() {
	s.aliases = map[string]string{"/": s.dir}
	text, ok := foreign.Head(s.root, path.Join(s.dir, "tsconfig.json"), foreign.MostConfig)
	if !ok {
		return
	}
	config, err := script.Export("tsconfig.json", text)
	if err != nil {
		return // it is only for editors in most projects
	}
	options := config.Object("compilerOptions")
	paths := options.Object("paths")
	if paths == nil {
		return
	}
	for _, from := range paths.Keys {
		for _, to := range conversion.Strings(paths.Get(from))[:min(1, len(paths.List(from)))] {
			s.aliases[strings.TrimSuffix(from, "*")] = path.Join(s.dir, options.Str("baseUrl"), strings.TrimSuffix(to, "*"))
		}
	}
}

// module returns the path of a module that does not begin with a dot; "" for packages.
func (s *site) module(name string) string {
	best := ""
	for start := range s.aliases {
		if strings.HasPrefix(name, start) && len(start) > len(best) {
			best = start
		}
	}
	if best == "" {
		return ""
	}
	return path.Join(s.aliases[best], strings.TrimPrefix(name, best))
}

// address returns the path of the page of a file below docs, as the loader of Astro makes it, without slashes at its
// ends: https://docs.astro.build/en/reference/content-loader-reference/#generateid
func address(file string) string {
	parts := strings.Split(foreign.Stem(file), "/")
	for i, part := range parts {
		parts[i] = nav.Slug(part)
	}
	at := strings.Join(parts, "/")
	if at == "index" {
		return ""
	}
	return strings.TrimSuffix(at, "/index")
}

// isPage reports whether a file is a page.
func isPage(file string) bool {
	return slices.Contains([]string{".md", ".mdx"}, path.Ext(file)) && path.Base(file)[0] != '_'
}

// pages returns the files of a language by the paths of their pages, without that of the language, and those of the first
// language for pages that are not translated. The extension of all is .md, which navigations know. With slugs, the front
// matter of all pages is read, too.
func (s *site) pages(l locale, slugs bool) map[string]string {
	out := map[string]string{}
	if first := s.locales[0]; l.key != first.key {
		out = s.pages(first, slugs)
	}
	dir := s.folder(l)
	_ = fs.WalkDir(s.root, dir, func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !isPage(file) || s.localeOf(file) != l.key {
			return nil // what cannot be read is reported with the pages
		}
		rest := strings.TrimPrefix(file, dir+"/")
		at := address(rest)
		if slugs {
			text, _ := foreign.Head(s.root, file, headSize)
			if front, err := frontmatter.Parse(file, foreign.Closed(text)); err == nil {
				if slug, ok := front.Values["slug"].(string); ok {
					at = strings.TrimPrefix(strings.Trim(slug, "/"), strings.TrimSuffix(l.key+"/", "/"))
				}
			}
		}
		out[strings.Trim(at, "/")] = foreign.Stem(rest) + ".md"
		return nil
	})
	return out
}

// headSize is the maximum number of bytes read of a page for its slug.
const headSize = 1 << 14

// more returns settings of other keys, as in sitegen.toml.
func (s *site) more() map[string]any {
	out := map[string]any{"taxonomies": map[string]any{}}
	if s.dir == "." { // public contains static files
		out["publishDir"] = "dist"
		if to := s.config.Str("outDir"); fs.ValidPath(path.Clean(to)) && to != "" {
			out["publishDir"] = path.Clean(to)
		}
	}
	if s.options.Get("lastUpdated") == true {
		out["enableGitInfo"] = true
	}
	first := s.locales[0]
	for key, v := range s.ofLocale(first) {
		out[key] = v
	}
	params, _ := out["params"].(map[string]any)
	if logo := s.logo(); logo != nil {
		params["logo"] = logo
	}
	levels := map[string]any{"startLevel": int64(2), "endLevel": int64(3)}
	switch toc := s.options.Get("tableOfContents").(type) {
	case bool:
		params["toc"] = toc
	case *script.Object:
		for key, of := range map[string]string{"startLevel": "minHeadingLevel", "endLevel": "maxHeadingLevel"} {
			if n, ok := toc.Get(of).(float64); ok {
				levels[key] = int64(n)
			}
		}
	}
	markup := map[string]any{"tableOfContents": levels}
	if s.config.Get("markdown", "smartypants") != false { // https://github.com/retextjs/retext-smartypants
		markup["goldmark"] = map[string]any{"extensions": map[string]any{"typographer": map[string]any{"enDash": "&mdash;"}}}
	}
	out["markup"] = markup
	if len(params) > 0 {
		out["params"] = params
	}
	out["defaultContentLanguage"] = first.language()
	if len(s.locales) == 1 && first.key == "" {
		if first.tag != "" {
			out["locale"] = first.tag
		}
		return out
	}
	if first.key != "" {
		out["defaultContentLanguageInSubdir"] = true
	}
	languages := map[string]any{}
	for i, l := range s.locales {
		values := map[string]any{"weight": int64(i + 1), "locale": l.tag, "contentDir": s.folder(l)}
		for key, option := range map[string]string{"label": "label", "direction": "dir"} {
			if text := l.options.Str(option); text != "" {
				values[key] = text
			}
		}
		if i > 0 {
			for key, v := range s.ofLocale(l) {
				values[key] = v
			}
		}
		languages[l.language()] = values
	}
	out["languages"], out["fallbackPages"] = languages, true
	return out
}

// ofLocale returns the settings that may differ between languages.
func (s *site) ofLocale(l locale) map[string]any {
	out, params := map[string]any{}, map[string]any{}
	if text := s.said("description", l); text != "" {
		params["description"] = text
	}
	if edit := s.options.Str("editLink", "baseUrl"); edit != "" {
		params["editURL"] = strings.TrimSuffix(edit, "/") + "/" + strings.TrimPrefix(s.folder(l), s.dir+"/") + "/{path}"
	}
	if text := s.title(l); text != "" && text != s.title(s.locales[0]) {
		out["title"] = text
	}
	out["params"] = params
	menus := map[string]any{}
	for name, menu := range map[string][]any{"main": s.social(), "sidebar": nav.Menu(s.navigation(l).Links)} {
		if len(menu) > 0 {
			menus[name] = menu
		}
	}
	if len(menus) > 0 {
		out["menus"] = menus
	}
	return out
}

// logo returns the picture in the header: https://starlight.astro.build/reference/configuration/#logo
func (s *site) logo() any {
	o := s.options.Object("logo")
	src, dark := s.picture(o.Str("src")+o.Str("light"), s.dir), s.picture(o.Str("dark"), s.dir)
	if src == "" {
		return nil
	}
	logo := map[string]any{"src": src}
	if dark != "" {
		logo["dark"] = dark
	}
	if alt := o.Str("alt"); alt != "" {
		logo["alt"] = alt
	}
	if o.Get("replacesTitle") == true {
		logo["title"] = false
	}
	return logo
}

// picture returns the path in the site of a picture that a file in a folder names; it is unchanged if it is not one of
// those in src/assets.
func (s *site) picture(name, dir string) string {
	at := path.Join(dir, name)
	if len(name) > 0 && name[0] != '.' {
		if at = s.module(name); at == "" {
			return name
		}
	}
	if rest, ok := strings.CutPrefix(at, path.Join(s.src, "assets")+"/"); ok {
		return "/" + assets + "/" + rest
	}
	return name
}

// social returns the links in the header, a list or an object:
// https://starlight.astro.build/reference/configuration/#social
func (s *site) social() (out []any) {
	add := func(name, to string) {
		if to != "" {
			out = append(out, map[string]any{"name": name, "url": to, "weight": int64(len(out) + 1)})
		}
	}
	for _, v := range s.options.List("social") {
		o, _ := v.(*script.Object)
		add(o.Str("label"), o.Str("href"))
	}
	if o := s.options.Object("social"); o != nil {
		for _, key := range o.Keys {
			name := nav.SiteName(strings.ToLower(key))
			name = cmp.Or(name, key)
			add(name, o.Str(key))
		}
	}
	return out
}

// lost returns the parts of the project that only its programs can make, and redirects that are not aliases.
func (s *site) lost() (out []string) {
	if len(s.options.List("head")) > 0 {
		out = append(out, "head")
	}
	if len(s.away) > 0 {
		out = append(out, "redirects to other sites, or with parameters ("+conversion.Few(s.away)+")")
	}
	if s.options == nil {
		out = append(out, "the options of Starlight, which are computed")
	}
	if pages := s.routes(); len(pages) > 0 {
		out = append(out, "pages in "+s.src+"/pages ("+conversion.Few(pages)+")")
	}
	return out
}

// routes returns the files in src/pages, which programs make.
func (s *site) routes() (out []string) {
	dir := path.Join(s.src, "pages")
	_ = fs.WalkDir(s.root, dir, func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Base(file)[0] != '_' {
			out = append(out, strings.TrimPrefix(file, dir+"/"))
		}
		return nil // a project without the folder has none
	})
	return out
}

func (s *site) warnings() diag.List {
	lost := s.lost()
	if len(lost) == 0 {
		return nil
	}
	return diag.List{{
		Rule: "dialect", Severity: diag.Warning, File: s.file, Message: "left out: " + strings.Join(lost, "; "),
		Hint: "for all parts of the project that need you, see the report of sitegen init --from",
	}}
}

// settings returns everything in s that affects how pages are read, for caches.
func (s *site) settings() map[string]any {
	return map[string]any{"all": fmt.Sprint(s.docs, s.src, s.base(), s.moved, s.aliases, s.program.Mentions("remark-math"))}
}
