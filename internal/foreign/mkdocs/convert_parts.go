package mkdocs

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// theme converts the name, language and colors of the theme.
func (m *mk) theme() {
	t, ok := m.root["theme"].(map[string]any)
	if !ok {
		m.say("theme", conversion.Used, "theme = %q", m.Theme)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(t)) {
		switch key {
		case "name":
			m.say("theme.name", conversion.Used, "theme = %q", m.Theme)
		case "language", "locale":
			if m.manner.editions != nil {
				m.say("theme."+key, conversion.Ignored, "each language has its own")
			} else if lang, _ := t[key].(string); lang != "" {
				m.Out.Set("locale", strings.ReplaceAll(lang, "_", "-"), "theme."+key)
				m.say("theme."+key, conversion.Used, "locale")
			}
		case "palette":
			m.palette(t[key])
		case "features":
			m.features(t[key])
		case "logo":
			if m.manner.logo == "" {
				m.say("theme."+key, conversion.NeedsYou, "no such file in %s: set params.logo", m.docs)
				continue
			}
			m.say("theme."+key, conversion.Used, "params.logo")
		case "favicon":
			m.favicon(foreign.TextOf(t[key]))
		case "icon":
			if icons, _ := t[key].(map[string]any); icons["logo"] != nil && t["logo"] == nil {
				m.say("theme.icon.logo", conversion.NeedsYou, "params.logo is a picture in front of the title")
			}
			m.say("theme.icon", conversion.Ignored, "the theme has its own icons")
		case "custom_dir":
			m.say("theme."+key, conversion.NeedsYou, "put your own templates into layouts/, as Go templates")
		default:
			m.say("theme."+key, conversion.Ignored, "the themes of sitegen have no such setting")
		}
	}
}

// palette converts the color of Material for MkDocs to the accent color of the theme.
func (m *mk) palette(value any) {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, v := range list {
		p, _ := v.(map[string]any)
		name, _ := p["primary"].(string)
		pair, known := materialColours()[strings.ReplaceAll(strings.ToLower(name), " ", "-")]
		switch {
		case name == "":
			continue
		case !known:
			m.say("theme.palette.primary", conversion.NeedsYou,
				"%q is not a known color: set --sg-accent in assets/css/custom.css", name)
		case m.Exists("assets/css/custom.css"):
			m.say("theme.palette.primary", conversion.NeedsYou,
				"assets/css/custom.css is there: --sg-accent: light-dark(%s, %s)", pair[0], pair[1])
		default:
			css := fmt.Sprintf("/* %s of theme.palette */\n:root { --sg-accent: light-dark(%s, %s) }\n", name, pair[0], pair[1])
			m.Files = append(m.Files, conversion.File{Path: "assets/css/custom.css", Data: []byte(css)})
			m.say("theme.palette.primary", conversion.Used, "--sg-accent in assets/css/custom.css")
		}
		return
	}
	m.say("theme.palette", conversion.Ignored, "light and dark mode follow the reader's settings")
}

// materialColours returns the shades 700 and 200 of the Material Design colors by their names in Material for MkDocs.
// For light colors it returns the shade 900, so links are readable.
func materialColours() map[string][2]string {
	return map[string][2]string{
		"red": {"#d32f2f", "#ef9a9a"}, "pink": {"#c2185b", "#f48fb1"}, "purple": {
			"#7b1fa2",
			"#ce93d8",
		}, "deep-purple": {"#512da8", "#b39ddb"},
		"indigo": {"#303f9f", "#9fa8da"}, "blue": {"#1976d2", "#90caf9"}, "light-blue": {
			"#01579b",
			"#81d4fa",
		}, "cyan": {"#006064", "#80deea"},
		"teal": {"#00796b", "#80cbc4"}, "green": {"#2e7d32", "#a5d6a7"}, "light-green": {
			"#33691e",
			"#c5e1a5",
		}, "lime": {"#827717", "#e6ee9c"},
		"yellow": {"#8a5a00", "#fff59d"}, "amber": {"#8f5600", "#ffe082"}, "orange": {
			"#a84300",
			"#ffcc80",
		}, "deep-orange": {"#bf360c", "#ffab91"},
		"brown": {"#5d4037", "#bcaaa4"}, "grey": {"#616161", "#eeeeee"}, "blue-grey": {
			"#455a64",
			"#b0bec5",
		}, "black": {"#000000", "#ffffff"},
	}
}

// shown are the features of Material for MkDocs that sitegen's theme has.
var shown = map[string]string{
	"navigation.tabs": "params.tabs", "navigation.tabs.sticky": "params.tabs",
	"content.code.copy": "the theme does so", "navigation.indexes": "the theme does so",
	"navigation.footer": "the theme does so", "toc.follow": "the table of contents marks the heading in view",
	codeAnnotations: "# (1)! in code is the number of an item in the list below", "content.action.edit": "params.editURL",
}

// features converts the features of Material for MkDocs.
func (m *mk) features(value any) {
	list, _ := value.([]any)
	uri, _ := editURL(m.root)
	for _, v := range list {
		name, _ := v.(string)
		text, fate := shown[name], conversion.Used
		if text == "" || name == "content.action.edit" && uri == "" {
			text, fate = "the themes of sitegen have no such setting", conversion.Ignored
		}
		if text == "params.tabs" && !m.tabs {
			m.tabs = true
			m.params = append(m.params, conversion.Line("tabs", true, "theme.features"))
		}
		m.item("theme.features", name, "theme.features: "+name, fate, text)
	}
}

// named returns the names in a list of plugins or extensions, and the options of each.
func named(value any) (names []string, options map[string]map[string]any) {
	options = map[string]map[string]any{}
	add := func(name string, o any) {
		names = append(names, name)
		options[name], _ = o.(map[string]any)
		if short(name) != "group" || options[name]["enabled"] == false {
			return
		}
		inner, more := named(options[name]["plugins"]) // https://squidfunk.github.io/mkdocs-material/plugins/group/
		names = append(names, inner...)
		maps.Copy(options, more)
	}
	switch list := value.(type) {
	case []any:
		for _, v := range list {
			switch e := v.(type) {
			case string:
				add(e, nil)
			case map[string]any:
				for _, name := range slices.Sorted(maps.Keys(e)) {
					add(name, e[name])
				}
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(list)) {
			add(name, list[name])
		}
	}
	return names, options
}

func (m *mk) plugins() {
	names, options := named(m.root["plugins"])
	on, _ := enabled(m.root["plugins"])
	for _, name := range names {
		if !slices.Contains(on, name) {
			m.navLike("plugins", name, conversion.Ignored, "it is off")
			continue
		}
		if short(name) == "redirects" {
			m.redirects(options[name])
			continue
		}
		o := m.manner.outcomeOf(name)
		if short(name) == "mkdocstrings" {
			if n, first := m.undocumented(); n > 0 {
				o.fate = conversion.NeedsYou
				o.text = fmt.Sprintf("%s without documentation, the first in %s: %s", lines(n), first, apiHint)
			}
		}
		if lost := m.lostLists(); short(name) == "blog" && lost != "" {
			o = outcome{conversion.NeedsYou, "posts have the same URLs; " + lost}
		}
		m.navLike("plugins", name, o.fate, o.text)
	}
}

// navLike records a note about an item of a list and finds its line.
func (m *mk) navLike(key, item string, fate conversion.Fate, text string) {
	m.item(key, item, key+"."+item, fate, text)
}

// item is navLike with a separate name for the note.
func (m *mk) item(key, item, name string, fate conversion.Fate, text string) {
	file, at := itemBelow(m.chain, key, item)
	m.Note(file, at, name, fate, "%s", text)
}

// redirects reports what becomes of the map of mkdocs-redirects.
func (m *mk) redirects(options map[string]any) {
	pairs, _ := options["redirect_maps"].(map[string]any)
	for _, from := range slices.Sorted(maps.Keys(pairs)) {
		to := foreign.TextOf(pairs[from])
		if page, ok := redirected(to, m.isPage); ok {
			m.item("plugins", from, "plugins.redirects: "+from, conversion.Used, "an alias of "+page)
			continue
		}
		if !outside(to) {
			m.item("plugins", from, "plugins.redirects: "+from, conversion.Ignored,
				fmt.Sprintf("%s is not a page in %s, so MkDocs does not redirect either", to, m.docs))
			continue
		}
		m.item("plugins", from, "plugins.redirects: "+from, conversion.Used, "deploy.redirects")
	}
}

// extensions reports the outcome for each extension of Python-Markdown, depending on its use in the pages.
func (m *mk) extensions() {
	names, _ := named(m.root["markdown_extensions"])
	slices.Sort(names)
	for _, name := range slices.Compact(names) { // some projects name one twice
		x, known := m.known()[short(name)]
		n, first := 0, ""
		if x.find != "" {
			n, first = m.count(pattern.New(x.find), x.raw)
		}
		switch where := fmt.Sprintf("%s, the first in %s", lines(n), first); {
		case !known:
			m.navLike("markdown_extensions", name, conversion.NeedsYou,
				"sitegen does not support it: check whether pages depend on it")
		case short(name) == "emoji":
			m.Out.Set("enableEmoji", true, "markdown_extensions")
			text := "enableEmoji"
			if n > 0 {
				text += "; icons are drawn if sitegen or node_modules contains them: " + where
			}
			m.navLike("markdown_extensions", name, conversion.Used, text)
		case short(name) == "snippets" && len(m.manner.snippetsOf(&foreign.Page{}).add) > 0:
			m.navLike("markdown_extensions", name, conversion.Used, "text of other files, also at the end of each page")
		case short(name) == "toc" && m.tocLost() != "":
			m.navLike("markdown_extensions", name, conversion.NeedsYou, m.tocLost())
		case x.find == "":
			m.navLike("markdown_extensions", name, x.fate, x.text)
		case n == 0:
			m.navLike("markdown_extensions", name, conversion.Ignored, "no page uses it")
		default:
			m.navLike("markdown_extensions", name, x.fate, x.text+": "+where)
		}
	}
}

// tocLost tells which options of toc have no effect on headings; "" if none:
// https://python-markdown.github.io/extensions/toc/
func (m *mk) tocLost() string {
	options := m.manner.extensions["toc"]
	if s := foreign.TextOf(options["separator"]); s != "" && s != "-" {
		return fmt.Sprintf("IDs of headings have hyphens instead of %q", s)
	}
	if number(options["baselevel"], 1) > 1 {
		return "headings keep their levels: baselevel has no effect"
	}
	return ""
}

// extension is the outcome for the syntax of an extension.
type extension struct {
	// regular expression for its use in pages, in lines outside of code; "" if Markdown does not show its use
	find string
	fate conversion.Fate
	text string
	raw  bool // count before texts of other files are included
}

// known returns the extensions whose syntax sitegen converts or drops: https://python-markdown.github.io/extensions/,
// https://facelessuser.github.io/pymdown-extensions/
func (m *mk) known() map[string]extension {
	kinds := func(extension string) (out string) { // those of the configuration
		for _, k := range m.manner.kindsOf(extension) {
			out += `|` + regexp.QuoteMeta(k.name)
		}
		return out
	}
	alerts := extension{
		find: `^\s*(?:!!!|\?\?\?|/{3,} *(?:details|admonition|attention|caution|danger|error|hint|important|note|tip|` +
			`warning` + kinds("admonition") + kinds("details") + `)(?:[ |]|$))`, fate: conversion.Used,
		text: "alerts",
	}
	tabs := extension{find: `^\s*(?:===[!+]? |/{3,} *tab\b)`, fate: conversion.Used, text: "tabs"}
	blocks := func(find, text string) extension {
		return extension{find: `^\s*/{3,}[ \t]*` + find + `\b`, fate: conversion.Used, text: text}
	}
	same := extension{fate: conversion.Used, text: "works the same"}
	html := "HTML in the text"
	out := map[string]extension{
		"admonition": alerts, "details": alerts, "blocks.admonition": alerts, "blocks.details": alerts,
		"tabbed": tabs, "blocks.tab": tabs,
		"attr_list": {
			find: `^[^#{].*\{:? ?[.\w][\w-]*[ =}]|^\{:? ?[.\w]`, fate: conversion.Used,
			text: "attributes of links, text, and blocks; in tables and terms, only IDs are kept",
		},
		"md_in_html":               {find: `<\w[^>]* markdown\b`, fate: conversion.Used, text: "Markdown in HTML"},
		"snippets":                 {find: `-+8<-+`, fate: conversion.Used, text: "text of other files", raw: true},
		"abbr":                     {find: `^\s*\*\[`, fate: conversion.Used, text: "abbreviations"},
		"emoji":                    {find: `:(?:material|fontawesome|octicons|simple)-[\w-]+:`, fate: conversion.Used},
		"inlinehilite":             {find: "`#!\\w", fate: conversion.Used, text: "code in lines, without colors"},
		"mdx_include":              {find: `\{!`, fate: conversion.Used, text: "text of other files", raw: true},
		"markdown_include.include": {find: `\{!`, fate: conversion.Used, text: "text of other files", raw: true},
		"markdown_include_variants": {
			find: `^\s*\{\*`, fate: conversion.Used, text: "code of other files", raw: true,
		},
		"macros":    {fate: conversion.Used, text: outcomes["macros"].text},
		"preview":   {fate: conversion.Ignored, text: "links show no preview of their page"},
		"nl2br":     {fate: conversion.Used, text: "markup.goldmark.renderer.hardWraps"},
		"striphtml": {find: `<!--`, fate: conversion.Used, text: "comments are left out"},

		"blocks.html":       blocks("html", "elements"),
		"blocks.definition": blocks("define", "lists of descriptions"),
		"blocks.caption":    blocks(`(?:(?:figure-|table-)?caption`+kinds("caption")+`)`, "figures with captions"),

		"fancylists": {
			find: `^\s*(?:[A-Za-z]|#|[IVXLCDMivxlcdm]{2,15})[.)]\s`, fate: conversion.Used, text: "lists with their types",
		},
		"b64":       {fate: conversion.Ignored, text: "pictures stay files"},
		"mkautodoc": {find: `^\s*:::`, fate: conversion.NeedsYou, text: "documentation from source code is left out"},
		"mkdocs-click": {
			find: `^\s*::: mkdocs-click`, fate: conversion.NeedsYou,
			text: "documentation of commands is left out",
		},
	}
	for _, x := range inLines {
		e := out[x.extension]
		if e.find != "" {
			e.find += "|"
		}
		out[x.extension] = extension{find: e.find + "(?:" + x.find.String() + ")", fate: conversion.Used, text: html}
	}
	for _, name := range []string{
		"toc", "tables", "fenced_code", "codehilite", "highlight", "superfences", "footnotes", "def_list", "meta", "smarty",
		"sane_lists", "mdx_truly_sane_lists", "saneheaders", "extra", "tasklist", "betterem", "magiclink", "arithmatex",
	} {
		out[name] = same
	}
	return out
}

func lines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

// count counts the lines of all published pages outside of code blocks that match an expression, with or, raw, without
// the texts that pages include.
func (m *mk) count(find *pattern.Pattern, raw bool) (n int, first string) {
	if m.text == nil {
		m.text, m.raw = make([][]string, len(m.pages)), make([][]string, len(m.pages))
		for i, page := range m.pages {
			file := path.Join(m.docs, page)
			text, ok := m.readFile(file)
			if !ok {
				continue // the build reports errors
			}
			m.raw[i] = strings.Split(string(text), "\n") // code includes files, too
			s := m.manner.snippetsOf(&foreign.Page{File: file, Path: page, Read: m.readFile})
			s.read(strings.Split(string(text), "\n"))
			m.text[i] = outsideCode(strings.Join(s.lines, "\n"))
		}
	}
	texts := m.text
	if raw {
		texts = m.raw
	}
	for i, page := range m.pages {
		for _, line := range texts[i] {
			if find.MatchString(line) {
				if n++; n == 1 {
					first = path.Join(m.docs, page)
				}
			}
		}
	}
	return n, first
}

// lostLists tells which lists of posts have other URLs, or are missing; "" if none.
func (m *mk) lostLists() string {
	blogs := m.manner.blogs
	switch {
	case len(blogs) > 1:
		return "only the first blog has lists of categories, years, and authors"
	case m.manner.ugly:
		return "lists of categories, years, and authors have no .html"
	}
	return ""
}

// undocumented counts the blocks of mkdocstrings about which griffe says nothing.
func (m *mk) undocumented() (n int, first string) {
	m.count(apiBlock, false)
	for i, page := range m.pages {
		for _, line := range m.text[i] {
			block := apiBlock.FindStringSubmatch(line)
			if block != nil && m.manner.objectOf(&foreign.Page{Read: m.readFile}, block[3]) == nil {
				if n++; n == 1 {
					first = path.Join(m.docs, page)
				}
			}
		}
	}
	return n, first
}

// readFile reads a file of the project.
func (m *mk) readFile(file string) ([]byte, bool) {
	if !filepath.IsLocal(filepath.FromSlash(file)) {
		return nil, false
	}
	return foreign.Head(os.DirFS(m.Dir), file, foreign.MostConfig)
}

// outsideCode returns the lines of a text outside of code blocks.
func outsideCode(text string) (out []string) {
	block.New(text).Each(func(line string) string {
		out = append(out, line)
		return line
	})
	return out
}

func (m *mk) extra() {
	e, _ := m.root["extra"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(e)) {
		switch key {
		case "alternate":
			if m.manner.editions != nil {
				m.say("extra.alternate", conversion.Ignored, "the theme lists the languages")
				continue
			}
			m.say("extra.alternate", conversion.NeedsYou,
				"for each language, add languages.KEY to the configuration, and page.KEY.md next to page.md")
		case "analytics":
			m.say("extra.analytics", conversion.NeedsYou,
				"to count visits, set params.analytics, or write its script into %s", conversion.HeadEnd)
		case "social":
			if len(m.manner.social) == 0 {
				m.say("extra.social", conversion.Ignored, "no entry has a link")
				continue
			}
			m.say("extra.social", conversion.Used, "params.social, in the header and the footer")
		case "version":
			if m.manner.versioned {
				m.say("extra.version", conversion.Used, "params.versionsFile: a menu of the versions")
				continue
			}
			m.say("extra.version", conversion.NeedsYou, "list the versions in params.versions: docs/themes/docs.md")
		default:
			m.say("extra."+key, conversion.Ignored, "for templates of the old theme")
		}
	}
}
