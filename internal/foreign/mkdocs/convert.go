package mkdocs

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/follow"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// converts reports whether a folder contains an MkDocs configuration.
func converts(dir string) bool { return conversion.First(dir, configs()...) != "" }

// mk is a project of MkDocs: https://www.mkdocs.org/user-guide/configuration/.
type mk struct {
	*conversion.Work
	file   string
	chain  []foreign.YAML // the configuration and the files that it inherits from
	root   map[string]any
	docs   string   // folder of the pages, relative to the project
	pages  []string // those that are published, sorted
	all    *shelf   // the same by folder
	manner *manner
	given  bool           // there is a navigation, also that of plugins
	read   nav.Navigation // values from the configuration for single pages, in the first language

	cascades []any          // the same in all languages
	hidden   []string       // pages that the tree does not show
	labels   map[string]int // number of notes about entries of nav with a label

	params []string          // lines of [params]
	menu   []conversion.Link // links of the header
	groups []conversion.Link // entries of the top level of nav
	tabs   bool              // groups are shown in the header
	head   string            // text of conversion.HeadEnd
}

// convert reads a project of MkDocs.
func convert(p *conversion.Work) error {
	name := conversion.First(p.Dir, configs()...)
	m := &mk{Work: p, file: name}
	var err error
	read := func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(p.Dir, filepath.FromSlash(file))) }
	if m.chain, err = readConfig(name, read); err != nil {
		return err
	}
	for _, c := range m.chain {
		m.root = foreign.Merge(m.root, c.Root)
	}
	if m.docs, _ = m.root["docs_dir"].(string); m.docs == "" {
		m.docs = "docs"
	}
	if filepath.IsAbs(m.docs) || !filepath.IsLocal(m.docs) {
		file, line := lineOf(m.chain, "docs_dir")
		return &diag.Diagnostic{
			File: file, Line: line, Message: "docs_dir is outside the project",
			Hint: "run this in a folder that contains both",
		}
	}
	m.docs = path.Clean(filepath.ToSlash(m.docs))
	root := follow.Dir(p.Dir)
	if m.pages, err = p.Markdown(m.docs); err != nil {
		return fmt.Errorf("docs_dir: %w", err)
	}
	m.manner = mannerOf(m.root, ".", m.docs).files(root)
	isPublic := published(project(m.manner, root, m.root, m.docs))
	m.pages = slices.DeleteFunc(m.pages, func(file string) bool { return !isPublic(file) })
	m.all = shelve(root, m.docs, isPublic)
	m.read, m.cascades, m.given, m.hidden = m.manner.cascades(m.all, m.root, m.isPage)
	p.Theme = cmp.Or(p.Options.Theme, "docs")
	m.Out.Comment("How sitegen builds what " + name + " describes. The content stays where it is.")
	m.Out.Comment("sitegen no longer reads " + name + ": you can delete it.")
	m.Out.Comment("All keys: docs/configuration.md. What became of the old ones: sitegen init --from . --dry-run")
	others, _ := fs.Glob(root, "mkdocs*.y*ml")
	for _, file := range others {
		if !slices.ContainsFunc(m.chain, func(c foreign.YAML) bool { return c.File == file }) {
			m.Note(file, 0, "configuration", conversion.NeedsYou, "only %s is converted: compare the values of this file", name)
		}
	}
	m.settings()
	m.write()
	return nil
}

// str returns a text of the configuration.
func (m *mk) str(key string) string {
	return foreign.TextOf(m.root[key])
}

func (m *mk) at(key string) string {
	file, line := lineOf(m.chain, key)
	return fmt.Sprintf("%s, %s:%d", key, file, line)
}

// say records the outcome for a key.
func (m *mk) say(key string, fate conversion.Fate, format string, args ...any) {
	file, line := lineOf(m.chain, key)
	m.Note(file, line, key, fate, format, args...)
}

// settings converts the keys of the top level, in file order.
func (m *mk) settings() {
	keys := make([]string, 0, len(m.root))
	for key := range m.root {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, inFile(m.chain))
	m.first()
	for _, key := range []string{"extra_css", "extra_javascript"} {
		m.extraFiles(key)
	}
	for _, key := range keys {
		m.setting(key)
	}
	if _, given := m.root["nav"]; !given {
		m.nav()
	}
	for _, page := range m.pages {
		if trimmed := nav.Trim(page); nav.Unusual(trimmed) && trimmed != foreign.Stem(page) {
			m.Note(m.file, 0, page, conversion.NeedsYou,
				"its address changes, as folders keep no spaces and the like; the old one redirects")
		}
	}
}

// first writes the keys that come first, whatever their order in the file.
func (m *mk) first() {
	m.Base(m.str("site_url"), m.file, m.at("site_url"))
	title, from := m.str("site_name"), m.at("site_name")
	if m.Options.Title != "" {
		title, from = m.Options.Title, ""
	}
	m.Out.Set("title", title, from)
	m.Out.Set("contentDir", m.docs, "")
	m.Out.Set("theme", m.Theme, "")
	m.Out.Set("disablePathToLower", true, "URLs keep capital letters, as in MkDocs")
	m.Out.Set("pluralizeListTitles", false, "a folder without a page is called by its name")
	site := m.manner.site()
	for _, key := range slices.Sorted(maps.Keys(site)) {
		if _, table := site[key].(map[string]any); !table {
			m.Out.Set(key, site[key], comments[key])
		}
	}
	if m.manner.ugly {
		m.Out.Set("uglyURLs", true, m.at("use_directory_urls"))
	}
}

// comments explain keys of sitegen.toml that follow from the tool or its plugins.
var comments = map[string]string{
	"buildDrafts": "blog", "capitalizeListTitles": "plugins", "enableGitInfo": "plugins", "minify": "plugins",
}

// keys are those of the top level whose outcome does not depend on their values.
var keys = map[string]outcome{
	"site_name": {conversion.Used, "title"}, "docs_dir": {conversion.Used, "contentDir"},
	"use_directory_urls": {conversion.Used, "URLs stay the same"},
	"INHERIT":            {conversion.Used, "keys of that file are used where this one does not have them"},
	"not_in_nav":         {conversion.Used, "pages that are not in nav are not in the tree"},
	"exclude_docs":       {conversion.Used, "tool.mkdocs.exclude_docs: these files are not published"},
	"draft_docs":         {conversion.Used, "tool.mkdocs.draft_docs: these files are not published"},

	"extra_templates": {conversion.NeedsYou, "templates go into layouts/"}, "hooks": {conversion.NeedsYou, noHooks},

	"site_dir":         {conversion.Ignored, "sitegen writes into public/; publishDir is another folder"},
	"dev_addr":         {conversion.Ignored, "sitegen serve --port"},
	"watch":            {conversion.Ignored, "sitegen serve watches the files that pages include"},
	"strict":           {conversion.Ignored, "sitegen build --strict"},
	"google_analytics": {conversion.NeedsYou, noVisits},

	"remote_branch": {conversion.Ignored, noPush}, "remote_name": {conversion.Ignored, noPush},
	"validation": {
		conversion.Ignored, "sitegen build --strict for links, and sitegen check for missing anchors (anchor-dead)",
	},
}

// setting converts one key of the top level.
func (m *mk) setting(key string) {
	switch key {
	case "site_url":
		if m.str(key) != "" { // not !ENV
			m.say(key, conversion.Used, "baseURL")
		}
	case "site_description", "site_author":
		param := strings.TrimPrefix(key, "site_")
		m.params = append(m.params, conversion.Line(param, m.str(key), m.at(key)))
		m.say(key, conversion.Used, "params.%s", param)
	case "copyright":
		m.Out.Set("copyright", m.str(key), m.at(key))
		m.say(key, conversion.Used, "copyright")
	case "repo_url":
		if !m.linked(m.str(key)) {
			m.menu = append(m.menu, conversion.Link{Name: m.repoName(), URL: m.str(key)})
		}
		m.say(key, conversion.Used, "an entry of menus.main")
		m.editURL()
	case "repo_name", "edit_uri", "edit_uri_template":
		if m.root["repo_url"] != nil || key == "edit_uri_template" {
			m.say(key, conversion.Used, "with repo_url")
		} else {
			m.say(key, conversion.Ignored, "no repo_url is set")
		}
	case "nav":
		m.nav()
	case "theme":
		m.theme()
	case "plugins":
		m.plugins()
	case "markdown_extensions":
		m.extensions()
	case "extra":
		m.extra()
	case "extra_css", "extra_javascript": // read first
	default:
		o := keys[key]
		m.say(key, cmp.Or(o.fate, conversion.Ignored), "%s", cmp.Or(o.text, "sitegen does not know it"))
	}
}

// linked reports whether the menu has a link to a URL: nav often has the repository, too.
func (m *mk) linked(url string) bool {
	return slices.ContainsFunc(m.menu, func(l conversion.Link) bool { return l.URL != "" && l.URL == url })
}

// repoName returns the text of the link to the repository.
func (m *mk) repoName() string {
	if name := m.str("repo_name"); name != "" {
		return name
	}
	for _, host := range [][2]string{{"github.com", "GitHub"}, {"gitlab.com", "GitLab"}, {"bitbucket.org", "Bitbucket"}} {
		if strings.Contains(m.str("repo_url"), host[0]) {
			return host[1]
		}
	}
	return "Source"
}

// editURL sets params.editURL.
func (m *mk) editURL() {
	uri, unread := editURL(m.root)
	if unread {
		m.say("edit_uri_template", conversion.NeedsYou, "only {path} is known: set params.editURL")
	}
	if uri == "" {
		return
	}
	m.params = append(m.params, conversion.Line("editURL", uri, "repo_url and edit_uri"))
}

// write writes the tables.
func (m *mk) write() {
	markup := m.manner.markup()
	renderer := []string{conversion.Line("unsafe", true, "HTML in pages is kept")}
	if markup.breaks {
		renderer = append(renderer, conversion.Line("hardWraps", true, "nl2br"))
	}
	m.Out.Table("markup.goldmark.renderer", "", renderer...)
	if markup.numbers {
		m.Out.Table("markup.highlight", "", conversion.Line("lineNos", true, "linenums"))
	}
	m.Out.Table("markup.goldmark.parser", "",
		conversion.Line("autoIDType", markup.ids, "headings have the IDs that they have in MkDocs"))
	if markup.types {
		m.Out.Table("markup.goldmark.parser.attribute", "", conversion.Line("block", true, "fancylists"))
	}
	typographer := []string{conversion.Line("disable", true, "quotes and dashes as they are typed")}
	if markup.smarty {
		typographer = nil
		signs := m.manner.typographer()
		for _, key := range slices.Sorted(maps.Keys(signs)) {
			typographer = append(typographer, conversion.Line(key, signs[key], "smarty"))
		}
	}
	if len(typographer) > 0 {
		m.Out.Table("markup.goldmark.extensions.typographer", "", typographer...)
	}
	if m.manner.future() {
		m.Future()
	}
	site := m.manner.site()
	params, _ := site["params"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(params)) {
		from := cmp.Or(map[string]string{"logo": "theme.logo", "social": "extra.social"}[key], "plugins")
		m.params = append(m.params, conversion.Line(key, params[key], from))
	}
	delete(site, "params")
	if len(m.params) > 0 {
		m.Out.Table("params", "", m.params...)
	}
	if m.tabs { // menus.main contains the tabs then
		m.menu = slices.Concat(m.groups, m.menu)
	}
	m.Out.Menu("menus.main", "links of the header", m.menu)
	for _, key := range slices.Sorted(maps.Keys(site)) {
		if table, ok := site[key].(map[string]any); ok {
			m.Out.Values(key, "plugins", table)
		}
	}
	if m.head != "" {
		m.Files = append(m.Files, conversion.File{Path: conversion.HeadEnd, Data: []byte(m.head)})
	}
	said := m.manner.said
	if len(said) == 0 {
		said = map[string]any{"markdown_extensions": []any{}}
	}
	m.Out.Values("tool.mkdocs", "how the pages are written, with the keys of "+m.file, said)
	m.Out.Cascades("order and names from nav, and redirects", m.cascades)
}
