package mkdocs

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// manner says how the pages of a project are written: it contains the parts of the configuration that affect texts and
// URLs.
type manner struct {
	dir        string // folder of the project
	docs       string // folder of the pages
	said       map[string]any
	extensions map[string]map[string]any // options of the extensions, by their names without a package
	plugins    map[string]map[string]any // the same of the plugins that are on
	icons      string                    // folder of more icons
	values     map[string]any            // for {{ name }}; nil: that is text
	included   map[string]any            // those of include_yaml
	blogs      []*blog
	editions   *editions     // nil: there is one language
	wrong      error         // the first file that says more about pages, but is not valid
	api        memo[*object] // files of griffe
	metas      memo[any]     // files of the meta plugin
	places     index
	math       bool   // $…$ is a formula
	typesets   bool   // a script of the project typesets formulas
	tagsFirst  bool   // include-markdown comes before macros
	ugly       bool   // URLs are those of files
	versioned  bool   // there is a menu of the versions that mike lists
	features   []any  // of Material for MkDocs
	logo       string // URL path of the picture in front of the title; "" if the folder of pages has none
	social     []any  // links to profiles, with the keys of params.social
	uses       *uses  // nil: nothing is counted
}

// uses contains the pages that use syntax, by the names of extensions.
type uses struct {
	page  string // that is read
	pages map[string][]string
}

// use counts a syntax on the page that is read.
func (m *manner) use(syntax string) {
	if m.uses == nil {
		return
	}
	if list := m.uses.pages[syntax]; list == nil || list[len(list)-1] != m.uses.page {
		m.uses.pages[syntax] = append(list, m.uses.page)
	}
}

// stated returns the part of a configuration that says how pages are read. init --from writes it to tool.mkdocs, from
// which mannerOf reads the same.
func stated(values map[string]any) map[string]any {
	out := map[string]any{}
	for key, v := range values {
		switch key {
		case "markdown_extensions", "plugins":
			list := listed(v)
			if key == "plugins" { // the settings of others are those of the site
				list = slices.DeleteFunc(list, func(v any) bool {
					names, _ := enabled([]any{v})
					return len(names) == 0 || !slices.Contains([]string{
						"autorefs", "blog", "exclude", "i18n", "include-markdown", "macros", "meta",
						"mkdocstrings", "tags",
					}, short(names[0]))
				})
			}
			if len(list) > 0 {
				out[key] = list
			}
		case "exclude_docs", "draft_docs":
			if v, ok := v.(string); ok {
				out[key] = v
			}
		case "extra_javascript":
			if list := typesetters(values); list != nil {
				out[key] = list
			}
		case "use_directory_urls":
			if v == false {
				out[key] = v
			}
		case "theme":
			theme, _ := v.(map[string]any)
			kept := map[string]any{}
			if custom := foreign.TextOf(theme["custom_dir"]); custom != "" {
				kept["custom_dir"] = custom
			}
			list, _ := theme["features"].([]any)
			list = slices.DeleteFunc(slices.Clone(list), func(v any) bool { return v != codeAnnotations && v != linkedTabs })
			if len(list) > 0 {
				kept["features"] = list
			}
			if len(kept) > 0 {
				out[key] = kept
			}
		}
	}
	if fills(values) {
		for _, key := range []string{"extra", "hooks", "site_name", "site_url", "repo_url", "copyright"} {
			if v := nonEmpty(values[key]); v != nil {
				out[key] = v
			}
		}
	}
	return out
}

// typesetters returns the scripts of a project that typeset formulas.
func typesetters(values map[string]any) (out []any) {
	list, _ := values["extra_javascript"].([]any)
	for _, v := range list {
		if s := strings.ToLower(foreign.TextOf(v)); strings.Contains(s, "mathjax") || strings.Contains(s, "katex") {
			out = append(out, v)
		}
	}
	return out
}

// The features of Material for MkDocs that read comments in code as annotations, and that choose a tab in all groups:
// https://squidfunk.github.io/mkdocs-material/reference/content-tabs/#linked-content-tabs
const (
	codeAnnotations = "content.code.annotate"
	linkedTabs      = "content.tabs.link"
)

// listed returns extensions or plugins as a list of names, and of tables with the options of a name.
func listed(v any) (out []any) {
	names, options := named(v)
	for _, name := range names {
		if o := nonEmpty(options[name]); o != nil {
			out = append(out, map[string]any{name: o})
		} else {
			out = append(out, name)
		}
	}
	return out
}

// nonEmpty returns a value without empty ones; nil if it is one.
func nonEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, inner := range v {
			if inner = nonEmpty(inner); inner != nil {
				out[key] = inner
			}
		}
		if len(out) > 0 {
			return out
		}
		return nil
	case []any:
		var out []any
		for _, inner := range v {
			if inner = nonEmpty(inner); inner != nil {
				out = append(out, inner)
			}
		}
		if len(out) > 0 {
			return out
		}
		return nil
	}
	return v
}

// mannerOf reads a configuration: https://python-markdown.github.io/extensions/
func mannerOf(values map[string]any, dir, docs string) *manner {
	m := &manner{
		dir: dir, docs: docs, said: stated(values),
		extensions: map[string]map[string]any{}, plugins: map[string]map[string]any{},
		ugly: values["use_directory_urls"] == false,
	}
	names, options := named(values["markdown_extensions"])
	for _, name := range names {
		m.extensions[short(name)] = options[name]
		if short(name) == "extra" { // https://facelessuser.github.io/pymdown-extensions/extensions/extra/
			for _, other := range []string{"abbr", "attr_list", "def_list", "md_in_html", "betterem", "superfences"} {
				m.extensions[other] = options[name]
			}
		}
	}
	theme, _ := values["theme"].(map[string]any)
	if custom := foreign.TextOf(theme["custom_dir"]); custom != "" {
		m.icons = path.Join(dir, custom, ".icons")
	}
	m.logo = foreign.TextOf(theme["logo"])
	m.social = profiles(values)
	m.features, _ = theme["features"].([]any)
	plugins, settings := enabled(values["plugins"])
	for _, name := range plugins {
		m.plugins[short(name)] = settings[name]
	}
	m.tagsFirst = slices.Index(plugins, "include-markdown") < slices.Index(plugins, "macros")
	extra, _ := values["extra"].(map[string]any)
	version, _ := extra["version"].(map[string]any)
	m.versioned = m.on("mike") || foreign.TextOf(version["provider"]) == "mike"
	m.blogs, m.editions = blogsOf(plugins, settings), editionsOf(m.plugins)
	m.typesets = len(typesetters(values)) > 0
	m.math = m.markup().math
	if fills(values) {
		m.values = map[string]any{}
		maps.Copy(m.values, extra)
		m.values["extra"] = extra
		m.values["config"] = map[string]any{
			"site_name": values["site_name"], "site_url": values["site_url"], "repo_url": values["repo_url"],
			"copyright": values["copyright"], "extra": extra,
		}
	}
	return m
}

// enabled is named without the plugins that are off.
func enabled(value any) (names []string, options map[string]map[string]any) {
	names, options = named(value)
	return slices.DeleteFunc(names, func(name string) bool { return options[name]["enabled"] == false }), options
}

// fills reports whether pages can have variables.
func fills(values map[string]any) bool {
	plugins, _ := enabled(values["plugins"])
	extensions, _ := named(values["markdown_extensions"])
	return slices.Contains(plugins, "macros") || values["hooks"] != nil || // hooks can also fill them in
		slices.ContainsFunc(extensions, func(name string) bool { return short(name) == "macros" })
}

// read reads the files of the project that say more about pages.
func (m *manner) files(root fs.FS) *manner {
	for _, b := range m.blogs {
		if err := b.readAuthors(root, m.docs); err != nil && m.wrong == nil {
			m.wrong = err
		}
	}
	if file := strings.TrimPrefix(m.logo, "/"); file == "" || !foreign.Exists(root, path.Join(m.docs, file)) {
		m.logo = ""
	} else {
		m.logo = "/" + file
	}
	fills := func(hook string) bool {
		text, _ := foreign.Head(root, path.Join(m.dir, hook), foreign.MostConfig)
		return filler.Match(text)
	}
	if !m.on("macros") && !m.has("macros") && !slices.ContainsFunc(texts(m.said["hooks"]), fills) {
		m.values = nil // no program of the project knows variables
	}
	if m.values != nil {
		m.readVariables(root)
	}
	return m
}

// filler matches programs that fill in variables.
var filler = pattern.New(`(?i)jinja|\{\{`)

// profiles returns the links to profiles as params.social:
// https://squidfunk.github.io/mkdocs-material/setup/setting-up-the-footer/#social-links
func profiles(values map[string]any) (out []any) {
	extra, _ := values["extra"].(map[string]any)
	list, _ := extra["social"].([]any)
	for _, v := range list {
		said, _ := v.(map[string]any)
		url := foreign.TextOf(said["link"])
		if url == "" {
			continue
		}
		profile := map[string]any{"url": url}
		if name := foreign.TextOf(said["name"]); name != "" {
			profile["name"] = name
		}
		out = append(out, profile)
	}
	return out
}

// settings returns everything in m, for caches.
func (m *manner) settings() map[string]any {
	authors := []any{}
	for _, b := range m.blogs {
		known := map[string]any{}
		for id, a := range b.authors {
			known[id] = []any{a.name, a.description, a.avatar, a.slug, a.url}
		}
		authors = append(authors, known)
	}
	return map[string]any{
		"dir": m.dir, "docs": m.docs, "said": m.said, "authors": authors, "fills": m.values != nil, "included": m.included,
	}
}

func (m *manner) has(extension string) bool {
	_, ok := m.extensions[extension]
	return ok
}

// short returns the name of an extension or plugin without its package.
func short(name string) string {
	for _, in := range []string{
		"markdown.extensions.", "pymdownx.", "material.extensions.", "zensical.extensions.", "material/",
	} {
		name = strings.TrimPrefix(name, in)
	}
	return name
}

// path returns the path of a page's file in the folder of pages, without the name of a language.
func (m *manner) path(p *foreign.Page) string {
	file := strings.TrimPrefix(p.Path, "/")
	if m.editions != nil && !m.editions.folders {
		_, file = m.editions.of(file)
	}
	return file
}

// url returns the URL of a page with a path.
func (m *manner) url(at string) string {
	if m.ugly {
		return "/" + at + ".html"
	}
	return "/" + at + "/"
}

// address returns the URL of a page in MkDocs, below the root.
func (m *manner) address(file string) string {
	trimmed := nav.Trim(file)
	switch {
	case trimmed == "":
		return "/"
	case trimmed == foreign.Stem(file) || !m.ugly:
		return m.url(trimmed)
	}
	return "/" + trimmed + "/index.html"
}

// keep keeps the URL of a page whose file name has characters that sitegen would change. Pages of folders cannot have
// url, so theirs redirects.
func (m *manner) keep(p *foreign.Page) {
	file := m.path(p)
	trimmed, url := nav.Trim(file), m.address(file)
	if e := m.editions; e != nil && !e.atRoot(p, m.docs) {
		url = url[1:] // the prefix of the language comes before it
	}
	if !nav.Unusual(trimmed) || p.Values["url"] != nil {
		return
	}
	if trimmed == foreign.Stem(file) {
		p.Values["url"] = url
		return
	}
	old, _ := p.Values["aliases"].([]any)
	p.Values["aliases"] = append(slices.Clone(old), url)
}

// markup contains the options of extensions that affect how Markdown is rendered.
type markup struct {
	smarty bool // typographic quotes and dashes
	math   bool // $…$ is a formula
	emoji  bool // :smile: is an emoji
	breaks bool // each line of a paragraph is one on the page, too
	types  bool // lists have types
	// numbers means that all code has line numbers
	numbers bool
	ids     string // style of heading IDs, a value of markup.goldmark.parser.autoIDType
}

func (m *manner) markup() markup {
	out := markup{
		smarty: m.has("smarty"), emoji: m.has("emoji"), breaks: m.has("nl2br"), types: m.has("fancylists"),
		ids: "python-markdown",
	}
	for _, name := range []string{"highlight", "codehilite"} {
		out.numbers = out.numbers || m.extensions[name]["linenums"] == true
	}
	out.math = m.typesets
	for _, name := range []string{"arithmatex", "mdx_math", "markdown_katex", "python_markdown_mdx_math"} {
		out.math = out.math || m.has(name)
	}
	if slugify := m.extensions["toc"]["slugify"]; slugify != nil {
		out.ids = "pymdownx"
		function, _ := slugify.(map[string]any)
		options, _ := function["kwds"].(map[string]any)
		if letters := foreign.TextOf(options["case"]); function != nil && (letters == "" || letters == "none") {
			out.ids += "-cased"
		}
	}
	return out
}

// signs are the keys of typographer with what stays as it is typed without an option of smarty.
var signs = map[string]map[string]any{
	"smart_quotes": {
		"apostrophe": "'", "leftSingleQuote": "'", "rightSingleQuote": "'", "leftDoubleQuote": "&quot;",
		"rightDoubleQuote": "&quot;",
	},
	"smart_dashes":        {"enDash": "--", "emDash": "---"},
	"smart_ellipses":      {"ellipsis": "..."},
	"smart_angled_quotes": {"leftAngleQuote": "&lt;&lt;", "rightAngleQuote": "&gt;&gt;"},
}

// substitutes are the keys of typographer by the names of smarty.
var substitutes = map[string]string{
	"left-single-quote": "leftSingleQuote", "right-single-quote": "rightSingleQuote",
	"left-double-quote": "leftDoubleQuote", "right-double-quote": "rightDoubleQuote",
	"left-angle-quote": "leftAngleQuote", "right-angle-quote": "rightAngleQuote",
	"ellipsis": "ellipsis", "ndash": "enDash", "mdash": "emDash",
}

// typographer returns what smarty writes for signs that differ: https://python-markdown.github.io/extensions/smarty/
func (m *manner) typographer() map[string]any {
	out := map[string]any{}
	options := m.extensions["smarty"]
	own, _ := options["substitutions"].(map[string]any)
	for name, key := range substitutes {
		if s := foreign.TextOf(own[name]); s != "" {
			out[key] = s
		}
	}
	for option, typed := range signs {
		if options[option] == false || option == "smart_angled_quotes" && options[option] != true {
			maps.Copy(out, typed)
		}
	}
	return out
}
