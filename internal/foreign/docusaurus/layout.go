package docusaurus

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// layout says where the files of a project are and where their pages go, in a build as in a conversion:
// https://docusaurus.io/docs/api/docusaurus-config
type layout struct {
	root     fs.FS
	dir      string         // folder of the project in root
	config   *script.Object // the exported object with its literal values; nil if not found
	docs     *script.Object // options of the docs
	locales  []string       // default locale first; a single "" if there is only one
	manual   string         // folder of the docs, inside or next to the project: "docs", "../docs"; "": none
	route    string         // route of the docs, without slashes: "docs"
	blogs    []*blog
	single   string // folder of the single pages; "": none
	top      string // route of the single pages
	versions []*version
	tags     map[string]map[string]tag // of the files of tags, by taxonomy
	moved    map[string][]any          // old URLs by the URL of their page, without slashes at the end
	plain    int                       // number of pages with redirects in the configuration
	away     []string                  // redirects that lead elsewhere
}

// version is a version of the docs, or a further instance of the plugin: https://docusaurus.io/docs/versioning
type version struct {
	name, label string
	dir         string   // folder of its files: "docs", "versioned_docs/version-1.0"
	route       string   // "docs", "docs/next", "docs/1.0"
	plugin      string   // "docs", "docs-community"
	local       string   // its folder in i18n/: "current", "version-1.0"
	bars        []string // possible names of the file with its sidebars
	prerelease  bool
	tags        string // taxonomy of the tags of its pages
	below       bool   // its folder is below that of another version
	other       bool   // it is another instance of the plugin
	options     *script.Object
}

// layoutOf reads the layout of the project in a folder of root.
func layoutOf(root fs.FS, dir string, config *script.Object) (*layout, error) {
	l := &layout{root: root, dir: dir, config: config}
	docs, pages := l.instances("docs"), l.instances("pages")
	if len(pages) > 0 {
		l.single, l.top = place(pages[0], "src/pages", "")
	}
	l.readLocales()
	l.readRedirects()
	l.plain = len(l.moved)
	err := l.readBlogs()
	for i, o := range docs {
		id := o.Str("id")
		if i == 0 {
			l.docs = o
			l.manual, l.route = place(o, "docs", "docs")
			if !l.has(l.manual) && l.has("../docs") { // such as path.resolve(__dirname, "../docs")
				l.manual = "../docs"
			}
			if wrong := l.readVersions(); wrong != nil {
				err = wrong
			}
		} else if id != "" { // https://docusaurus.io/docs/docs-multi-instance
			v := &version{name: "current", label: id, plugin: "docs-" + id, local: "current", other: true, options: o}
			v.dir, v.route = place(o, id, id)
			v.bars = barFiles(o.Str("sidebarPath"))
			l.versions = append(l.versions, v)
		}
	}
	for _, v := range l.versions {
		v.tags = l.taxonomy(v)
	}
	if wrong := l.readTags(); err == nil {
		err = wrong
	}
	return l, err
}

// instances returns the options of the instances of a content plugin, that of the preset first. Options may be nil.
func (l *layout) instances(kind string) (out []*script.Object) {
	presets, plugins := l.config.List("presets"), l.config.List("plugins")
	off := false
	for _, preset := range presets {
		if pair, _ := preset.([]any); len(pair) > 1 && out == nil {
			if options, ok := pair[1].(*script.Object); ok {
				out, off = []*script.Object{options.Object(kind)}, options.Get(kind) == false
			}
		}
	}
	if off {
		out = nil
	}
	for _, v := range plugins {
		name, _ := v.(string)
		pair, _ := v.([]any)
		var options *script.Object
		if len(pair) > 0 {
			name, _ = pair[0].(string)
		}
		if len(pair) > 1 {
			options, _ = pair[1].(*script.Object)
		}
		if name == "@docusaurus/plugin-content-"+kind || name == "content-"+kind {
			out = append(out, options)
		}
	}
	if out == nil && !off && (l.config.Get("presets") != nil || l.config == nil || len(plugins) == 0) {
		out = []*script.Object{nil} // a preset without options, or one that is computed
	}
	return out
}

// place returns the folder and the route of an instance of a plugin.
func place(o *script.Object, folder, route string) (string, string) {
	if s := o.Str("path"); s != "" {
		folder = path.Clean(s)
	}
	if s, ok := o.Get("routeBasePath").(string); ok {
		route = strings.Trim(s, "/")
	}
	return folder, route
}

// barFiles returns names of files with sidebars; the configured one, which may lack its extension, comes first.
func barFiles(configured string, others ...string) (out []string) {
	if configured != "" {
		for _, ext := range []string{"", ".js", ".ts", ".json"} {
			out = append(out, path.Clean(configured)+ext)
		}
	}
	return append(out, others...)
}

// statics returns the folders of files that are copied.
func (l *layout) statics() (out []string) {
	folders, said := l.config.Get("staticDirectories").([]any)
	if !said {
		return []string{"static"}
	}
	for _, folder := range conversion.Strings(folders) {
		if folder != "" {
			out = append(out, path.Clean(folder))
		}
	}
	return out
}

// asset returns the file of the project at a path of the site; "" if there is none.
func (l *layout) asset(name string) string {
	for _, folder := range l.statics() {
		if file := path.Join(folder, name); foreign.Exists(l.root, path.Join(l.dir, file)) {
			return file
		}
	}
	return ""
}

// has reports whether a folder of the project exists.
func (l *layout) has(folder string) bool {
	return folder != "" && foreign.IsDir(l.root, path.Join(l.dir, folder))
}

// readLocales reads the locales that have a folder in i18n/: https://docusaurus.io/docs/i18n/introduction
func (l *layout) readLocales() {
	standard := cmp.Or(l.config.Str("i18n", "defaultLocale"), "en")
	l.locales = []string{""}
	for _, locale := range conversion.Strings(l.config.Get("i18n", "locales")) {
		if locale == "" || locale == standard || !fs.ValidPath(locale) || !l.has("i18n/"+locale) {
			continue
		}
		l.locales[0] = standard
		l.locales = append(l.locales, locale)
	}
}

// standard returns the default locale.
func (l *layout) standard() string { return cmp.Or(l.config.Str("i18n", "defaultLocale"), "en") }

// prefix returns the prefix of a locale's URLs: "/" or "/fr/".
func (l *layout) prefix(locale string) string {
	if locale == l.locales[0] {
		return "/"
	}
	return "/" + locale + "/"
}

// source returns the folder with a locale's files of a plugin; "" for the default locale.
func (l *layout) source(locale, plugin string) string {
	if locale == l.locales[0] {
		return ""
	}
	return "i18n/" + locale + "/docusaurus-plugin-content-" + plugin
}

// readVersions finds the versions of the docs.
func (l *layout) readVersions() error {
	var names []string
	file := path.Join(l.dir, "versions.json")
	if text, ok := foreign.Head(l.root, file, foreign.MostConfig); ok && l.docs.Get("disableVersioning") != true {
		value, _, err := frontmatter.Decode(frontmatter.JSON, file, text)
		if err != nil {
			return err
		}
		names = conversion.Strings(value)
	}
	last := l.docs.Str("lastVersion")
	if last == "" {
		if last = "current"; len(names) > 0 {
			last = names[0]
		}
	}
	only := conversion.Strings(l.docs.Get("onlyIncludeVersions"))
	for _, name := range append([]string{"current"}, names...) {
		if len(only) > 0 && !slices.Contains(only, name) || name == "current" &&
			l.docs.Get("includeCurrentVersion") == false {
			continue
		}
		l.versions = append(l.versions, l.version(name, last))
	}
	return nil
}

// version returns a version of the docs; the version last is at their route.
func (l *layout) version(name, last string) *version {
	v := &version{
		name: name, label: name, dir: "versioned_docs/version-" + name, route: path.Join(l.route, name), plugin: "docs",
		local: "version-" + name, bars: []string{"versioned_sidebars/version-" + name + "-sidebars.json"},
		below: name != last, options: l.docs,
	}
	if name == "current" {
		v.label, v.dir, v.route, v.local, v.prerelease = "Next", l.manual, path.Join(l.route, "next"), "current", name != last
		v.bars = barFiles(l.docs.Str("sidebarPath"), "sidebars.js", "sidebars.ts", "sidebars.json")
	}
	if label := l.docs.Str("versions", name, "label"); label != "" {
		v.label = label
	}
	if folder, ok := l.docs.Get("versions", name, "path").(string); ok {
		v.route = path.Join(l.route, folder)
	} else if name == last {
		v.route = l.route
	}
	return v
}

// readRedirects reads the redirects of a list; functions that make some are not executed.
// https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-client-redirects
func (l *layout) readRedirects() {
	l.moved = map[string][]any{}
	for _, plugin := range l.config.List("plugins") {
		pair, _ := plugin.([]any)
		if len(pair) < 2 || pair[0] != "@docusaurus/plugin-client-redirects" && pair[0] != "client-redirects" {
			continue
		}
		options, _ := pair[1].(*script.Object)
		for _, v := range options.List("redirects") {
			o, _ := v.(*script.Object)
			to := o.Str("to")
			from := o.List("from")
			if s := o.Str("from"); s != "" {
				from = []any{s}
			}
			if !strings.HasPrefix(to, "/") {
				l.away = append(l.away, conversion.Strings(from)...)
				continue
			}
			to, _, _ = strings.Cut(to, "#")
			to = path.Clean(to)
			for _, s := range conversion.Strings(from) {
				if strings.HasPrefix(s, "/") {
					l.moved[to] = append(l.moved[to], strings.TrimSuffix(s, "/")+"/")
				}
			}
		}
	}
}

// redirect records the old URL of a page, and those that lead there.
func (l *layout) redirect(page, old string) {
	if page = path.Clean(page); page != path.Clean(old) {
		l.moved[page] = append(append(l.moved[page], strings.TrimSuffix(old, "/")+"/"), l.moved[path.Clean(old)]...)
	}
}

// leadsAway reports whether a redirect starts at a URL.
func (l *layout) leadsAway(url string) bool {
	for _, old := range l.moved {
		if slices.Contains(old, any(url)) {
			return true
		}
	}
	return false
}

// lead adds the URLs that lead to a generated page to its aliases. url is that of the page if no key sets it.
func (l *layout) lead(values map[string]any, url string) {
	aliases := foreign.Words(values["aliases"])
	if s, ok := values["url"].(string); ok {
		url = s
	} else if len(aliases) > 0 {
		url = foreign.TextOf(aliases[0])
	}
	if old := l.moved[path.Clean(url)]; len(old) > 0 {
		values["aliases"] = append(aliases, old...)
	}
}

// part is a folder with pages: a version of the docs, the blog, or the single pages, in one language.
type part struct {
	dir    string // in root
	at     string // route, which is its path in the content
	locale string // "" for the default locale
	top    string // prefix of its URLs: "/", "/fr/"
	tags   string // taxonomy of its tags, if it is not "tags"
	posts  bool
	docs   bool
}

// parts returns the folders that exist. The first one is that of the docs, if there are any.
func (l *layout) parts() (out []part) {
	for i, locale := range l.locales {
		add := func(folder, at string, p part) {
			if !l.has(folder) {
				return
			}
			p.dir, p.at, p.top = path.Join(l.dir, folder), at, l.prefix(locale)
			if i > 0 {
				p.locale = locale
			}
			out = append(out, p)
		}
		in := func(plugin, local, folder string) string {
			if from := l.source(locale, plugin); from != "" && folder != "" {
				return path.Join(from, local)
			}
			return folder
		}
		for _, v := range l.versions {
			add(in(v.plugin, v.local, v.dir), v.route, part{docs: true, tags: v.tags})
		}
		for _, b := range l.blogs {
			add(in(b.plugin, "", b.dir), b.route, part{posts: true, tags: b.tags})
		}
		add(in("pages", "", l.single), l.top, part{})
	}
	return out
}

// blogAt returns the blog at a route.
func (l *layout) blogAt(route string) *blog {
	return l.blogs[slices.IndexFunc(l.blogs, func(b *blog) bool { return b.route == route })]
}

// versionMenu returns the versions for the menu of the theme; nil if there is only one.
func (l *layout) versionMenu() (out []any) {
	for _, v := range l.versions {
		if v.other {
			continue
		}
		entry := map[string]any{"name": v.label, "path": strings.ToLower("/" + v.route)}
		if v.prerelease {
			entry["prerelease"] = true
		}
		out = append(out, entry)
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// lists returns the settings of tags and authors. Tags have a list of their own in the blog, in each version of the docs,
// and in each further instance: https://docusaurus.io/docs/blog#tags, https://docusaurus.io/docs/blog#authors-pages
// slug is the token for the last part of URLs. used reports whether pages have terms of a taxonomy.
func (l *layout) lists(slug string, used func(many string) bool) map[string]any {
	taxonomies, terms, all := map[string]any{}, map[string]any{}, map[string]any{}
	at := func(many, below string) {
		if used(many) {
			taxonomies[strings.TrimSuffix(many, "s")] = many
			terms[many], all[many] = path.Join(below, slug)+"/", below+"/"
		}
	}
	for _, b := range l.blogs {
		at(b.tags, path.Join("/", b.route, cmp.Or(b.options.Str("tagsBasePath"), "tags")))
		if b.profiles {
			at("authors", path.Join("/", b.route, cmp.Or(b.options.Str("authorsBasePath"), "authors")))
		}
	}
	for _, v := range l.versions {
		at(v.tags, path.Join("/", v.route, cmp.Or(v.options.Str("tagsBasePath"), "tags")))
	}
	return map[string]any{"taxonomies": taxonomies, "permalinks": map[string]any{"term": terms, "taxonomy": all}}
}

// taxonomy returns the name of the taxonomy with the tags of a version of the docs: "tags" if they are the main tags of
// the site, else a name with its route, such as "docs-tags" and "docs-1-0-tags".
func (l *layout) taxonomy(v *version) string {
	if len(l.blogs) == 0 && !v.below && !v.other {
		return "tags"
	}
	return taxonomy(cmp.Or(v.route, "docs"))
}

// taxonomy returns the name of the taxonomy with the tags of the pages at a route.
func taxonomy(route string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return '-'
	}, route) + "-tags"
}
