// Package docusaurus reads projects of Docusaurus: https://docusaurus.io/docs
package docusaurus

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

const name = "Docusaurus"

// Tool is Docusaurus.
var Tool = &foreign.Tool{
	Name: name, ID: "docusaurus", FeedLimit: "blog.feedOptions.limit in docusaurus.config.js",
	Configs: configs(), Detect: detect, Converts: converts, Convert: convert,
	Sources: func(dir string) *foreign.Sources {
		return &foreign.Sources{
			Extensions: foreign.Markdown(), Index: index(), Dated: true,
			Paths: func(s foreign.Source) []string { return paths(path.Base(dir), s) },
		}
	},
}

func configs() (out []string) {
	for _, ext := range []string{"js", "ts", "mjs", "cjs", "mts", "cts"} {
		out = append(out, "docusaurus.config."+ext)
	}
	return out
}

// detect returns the project with a configuration whose docs folder exists.
func detect(root fs.FS, dir string) *foreign.Project {
	for _, config := range configs() {
		if file, text := foreign.ConfigIn(root, dir, config); file != "" {
			if p := project(root, file, text); foreign.IsDir(root, p.Docs) {
				return p
			}
		}
	}
	return nil
}

// project reads the literal values of a configuration: the title, the docs folder, and folders of static files.
// https://docusaurus.io/docs/api/docusaurus-config
func project(root fs.FS, file string, text []byte) *foreign.Project {
	dir := path.Dir(file)
	program, err := script.Read(file, text)
	config := program.Export()
	p := &foreign.Project{
		File: file, Wrong: err, Title: foreign.TextOf(config.Str("title")), Ignore: []string{
			"**/_*.md", "**/_*.mdx", "**/_*/**", "**/*.html", "**/*.htm",
		},
		Settings: foreign.Settings{
			FolderNames: true, Dollars: program.Mentions("remark-math"), // an import
			NoMath:   !program.Mentions("remark-math"),
			KeepCase: true, SidebarSort: "name", NoTypographer: true,
			Emoji: config.Get("markdown", "emoji") != false, Future: true,
		},
	}
	l, wrong := layoutOf(root, dir, config)
	if p.Wrong == nil {
		p.Wrong = wrong
	}
	for _, folder := range l.statics() {
		p.Static = append(p.Static, path.Join(dir, folder))
	}
	m := &manner{
		site: dir, keepNumbers: l.docs.Get("numberPrefixParser") == false, math: p.Settings.Dollars, layout: l,
		parts: l.parts(), format: config.Str("markdown", "format"), kinds: l.keywords(),
		npm: l.npmOptions(program), marks: readMarks(config), texts: l.translations(), autos: map[string][]string{},
	}
	if len(m.parts) == 0 {
		p.Docs = path.Join(dir, cmp.Or(l.manual, "docs"))
		return p
	}
	p.Docs = m.parts[0].dir
	for i, part := range m.parts {
		f := foreign.Folder{Dir: part.dir, At: part.at, Lang: strings.ToLower(part.locale)}
		if i == 0 {
			f.Dir = ""
		}
		p.Settings.Folders = append(p.Settings.Folders, f)
	}
	p.Ignore = append(p.Ignore, l.excluded()...)
	p.Settings.BaseURL = foreign.BaseURL(config.Str("url"), config.Str("baseUrl"))
	plain := dialect(m)
	var all []*bars
	var newest *bars
	for _, v := range l.versions {
		b, wrong := readBars(l, v, &plain)
		if p.Wrong == nil {
			p.Wrong = wrong
		}
		if !v.below && !v.other {
			newest = b
		}
		named := l.categories(v, &plain)
		for _, r := range named {
			m.local = append(m.local, path.Join(nav.Target(v.route), r.Path))
		}
		if b == nil || b.list == nil {
			if len(named) > 0 {
				all = append(all, &bars{layout: l, version: v, read: nav.Navigation{Rules: named}})
			}
		} else {
			for _, r := range named {
				if rule := b.read.Rule(r.Path); rule.Label == "" {
					rule.Label, rule.Title = r.Label, r.Title
				}
			}
			all = append(all, b)
			for _, file := range slices.Sorted(maps.Keys(b.files)) {
				m.listed = append(m.listed, path.Join(v.route, file))
			}
			m.autos[v.route] = b.autos
			for _, r := range b.read.Rules {
				if r.Label != "" {
					m.named = append(m.named, path.Join(nav.Target(v.route), r.Path))
				}
			}
		}
	}
	p.Settings.More = l.site(newest, all)
	p.Settings.Nav = func(func(string) bool) []any { return l.cascades(all) }
	p.Dialect = dialect(m)
	p.Warnings = l.warnings(file, program, all)
	return p
}

// excluded returns patterns of files that are not published.
func (l *layout) excluded() (out []string) {
	add := func(at string, o *script.Object) {
		for _, glob := range conversion.Strings(o.Get("exclude")) {
			out = append(out, path.Join(at, glob))
		}
	}
	for _, v := range l.versions {
		add(v.route, v.options)
		out = append(out, l.notIncluded(v)...)
	}
	for _, b := range l.blogs {
		add(b.route, b.options)
	}
	return out
}

// notIncluded returns the pages of a version that none of the patterns in include matches:
// https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#include
func (l *layout) notIncluded(v *version) (out []string) {
	set, err := glob.NewSet(conversion.Strings(v.options.Get("include")))
	if err != nil || set.Empty() {
		return nil
	}
	dir := path.Join(l.dir, v.dir)
	for _, file := range foreign.Find(l.root, dir, func(file string, folder bool) bool { return folder || isPage(file) }) {
		if rest := strings.TrimPrefix(file, dir+"/"); !set.Match(rest) {
			out = append(out, path.Join(v.route, rest))
		}
	}
	return out
}

// site returns the settings of the site, as in sitegen.toml. newest are the sidebars of the version at the route of the
// docs; nil if there are none. all are those of all versions.
func (l *layout) site(newest *bars, all []*bars) map[string]any {
	out, params := l.lists(":slug", func(string) bool { return true }), map[string]any{}
	links, _ := l.header(newest.target)
	below := l.footer(l.locales[0])
	if bars := menus(links, below.links, l.sideLinks(all, l.locales[0])); len(bars) > 0 {
		out["menus"] = bars
	}
	if below.copyright != "" {
		out["copyright"] = below.copyright
	}
	if logo := l.logo(); logo != nil {
		params["logo"] = logo
	}
	if s := l.config.Str("tagline"); s != "" {
		params["description"] = strings.Join(strings.Fields(s), " ")
	}
	if image := l.theme().Str("image"); image != "" {
		params["images"] = []any{image}
	}
	if s := l.theme().Str("announcementBar", "content"); s != "" {
		params["announcement"] = strings.Join(strings.Fields(s), " ")
	}
	if menu := l.versionMenu(); menu != nil {
		params["versions"] = menu
	}
	if len(params) > 0 {
		out["params"] = params
	}
	if n := l.sheet(); n > 0 {
		out["pagination"] = map[string]any{"pagerSize": n}
	}
	if standard := l.standard(); standard != "en" || len(l.locales) > 1 {
		out["defaultContentLanguage"] = standard
	}
	if len(l.locales) > 1 {
		languages := map[string]any{}
		for i, locale := range l.locales {
			values := map[string]any{"weight": int64(i + 1)}
			if label := l.config.Str("i18n", "localeConfigs", locale, "label"); label != "" {
				values["label"] = label
			}
			if i > 0 {
				below := l.footer(locale)
				bars := menus(l.translated(links, locale), below.links, l.sideLinks(all, locale))
				if len(bars) > 0 {
					values["menus"] = bars
				}
				if below.copyright != "" {
					values["copyright"] = below.copyright
				}
			}
			languages[locale] = values
		}
		out["fallbackPages"], out["languages"] = true, languages
	}
	return out
}

// cascades returns the order, labels, and groups of pages in the sidebars, and what applies to other single pages: the
// list of posts, the first pages of versions, and the pages of authors.
func (l *layout) cascades(all []*bars) (out []any) {
	for _, b := range all {
		out = append(out, b.cascades()...)
	}
	n := nav.Read(nil, nil)
	for _, b := range l.blogs {
		r := n.Rule(nav.Target(b.route))
		for key, value := range l.list(b, l.locales[0]) {
			r.Set(key, value)
		}
	}
	for _, v := range l.versions {
		if v.below && !v.other {
			r := n.Rule(nav.Target(v.route))
			r.Title = v.label
			r.Set("sidebar", map[string]any{"root": true, "hide": true})
		}
	}
	l.people(&n, l.locales[0])
	l.tagged(&n)
	if out = append(l.localized(all), append(out, n.Cascades()...)...); len(out) == 0 {
		return nil
	}
	return out
}

// localized returns the cascade for all pages, and those for other locales, which come before those for all of them:
// labels of sidebars, titles of blogs, and authors.
func (l *layout) localized(all []*bars) (out []any) {
	if l.config.Get("noIndex") == true { // https://docusaurus.io/docs/api/docusaurus-config#noIndex
		out = append(out, map[string]any{"noindex": true, "target": map[string]any{"path": "/**"}})
	}
	for _, locale := range l.locales[1:] {
		var list []any
		n := nav.Read(nil, nil)
		for _, b := range l.blogs {
			if values := l.list(b, locale); values["title"] != l.list(b, l.locales[0])["title"] {
				n.Rule(nav.Target(b.route)).More = values
			}
		}
		l.people(&n, locale)
		for _, b := range all {
			list = append(list, b.translated(l.labels(b.version, locale))...)
		}
		for _, v := range append(list, n.Cascades()...) {
			values := maps.Clone(v.(map[string]any))
			target := maps.Clone(values["target"].(map[string]any))
			target["sites"] = map[string]any{"matrix": map[string]any{"languages": []any{strings.ToLower(locale)}}}
			values["target"] = target
			out = append(out, values)
		}
	}
	return out
}

// warnings returns a warning about the parts of a project that only its program can make.
func (l *layout) warnings(file string, program *script.Program, all []*bars) diag.List {
	var lost []string
	pages := foreign.Find(l.root, path.Join(l.dir, l.single), func(file string, folder bool) bool {
		name, ext := path.Base(file), path.Ext(file)
		return l.single != "" && name[0] != '_' && !strings.Contains(name, ".test.") && (folder ||
			slices.Contains([]string{".js", ".jsx", ".ts", ".tsx"}, ext) && !strings.HasSuffix(name, ".d.ts"))
	})
	if len(pages) > 0 {
		lost = append(lost, "pages in JavaScript ("+conversion.Few(pages)+")")
	}
	if len(l.instances("docs")) > 0 && !l.has(l.manual) {
		lost = append(lost, "the folder of the docs, which does not exist ("+l.manual+")")
	}
	if len(l.away) > 0 {
		lost = append(lost, "redirects to other sites ("+conversion.Few(l.away)+")")
	}
	if program.HasKey("createRedirects") || program.HasKey("fromExtensions") || program.HasKey("toExtensions") {
		lost = append(lost, "redirects that are computed")
	}
	for _, key := range headKeys {
		if h := l.readHead(key); h.unknown || h.html.Len() > 0 {
			lost = append(lost, key)
		}
	}
	below := l.footer(l.locales[0])
	if below.computed {
		lost = append(lost, "footer.copyright, which is computed")
	}
	if below.others > 0 {
		lost = append(lost, "entries of footer.links in HTML, or computed")
	}
	if slices.ContainsFunc(all, func(b *bars) bool { return b.html }) {
		lost = append(lost, "entries of sidebars in HTML")
	}
	if len(lost) == 0 {
		return nil
	}
	return diag.List{{
		Rule: "dialect", Severity: diag.Warning, File: file, Message: "left out: " + strings.Join(lost, "; "),
		Hint: "for all parts of the project that need you, see the report of sitegen init --from",
	}}
}
