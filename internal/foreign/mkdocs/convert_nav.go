package mkdocs

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// rule contains the values from the configuration for one page: a cascade with the page as its target.
type rule struct {
	path    string // path of the page in targets of cascades
	weight  int
	label   string
	title   string
	group   string // label of the group in the tree
	url     string
	aliases []string
}

func (r rule) lines() []string {
	var out []string
	if r.weight > 0 {
		out = append(out, conversion.Line("weight", r.weight, ""))
	}
	if r.label != "" {
		out = append(out, conversion.Line("linkTitle", r.label, ""))
	}
	if r.title != "" {
		out = append(out, conversion.Line("title", r.title, ""))
	}
	if r.group != "" {
		out = append(out, "sidebar = {group = "+conversion.Quote(r.group)+"}")
	}
	if r.url != "" {
		out = append(out, conversion.Line("url", r.url, ""))
	}
	if len(r.aliases) > 0 {
		out = append(out, conversion.Line("aliases", r.aliases, ""))
	}
	return append(out, "target = {path = "+conversion.Quote(r.path)+"}")
}

// ruleOf returns the rule of a path, creating it if necessary.
func (m *mk) ruleOf(target string) *rule {
	i, there := m.ruleAt[target]
	if !there {
		i = len(m.rules)
		m.ruleAt[target] = i
		m.rules = append(m.rules, rule{path: target})
	}
	return &m.rules[i]
}

// addresses keeps the URLs from MkDocs for pages whose file names have characters that sitegen would change.
func (m *mk) addresses() {
	for _, page := range m.pages {
		trimmed := nav.Trim(page)
		if strings.IndexFunc(trimmed, func(r rune) bool { return !nav.Ordinary(r) && r != '/' }) < 0 {
			continue
		}
		r := m.ruleOf(nav.Target(page))
		if trimmed == strings.TrimSuffix(strings.TrimSuffix(page, ".md"), ".markdown") {
			r.url = m.address(page)
			continue
		}
		r.aliases = append(r.aliases, m.address(page)) // folders' pages cannot have url
		m.Note(m.file, 0, page, conversion.NeedsYou,
			"its address changes, as folders keep no spaces and the like; the old one redirects")
	}
}

// address returns the URL of a page in MkDocs, below the root.
func (m *mk) address(page string) string {
	trimmed := nav.Trim(page)
	index := trimmed == "" || trimmed != strings.TrimSuffix(strings.TrimSuffix(page, ".md"), ".markdown")
	switch {
	case trimmed == "":
		return "/"
	case !m.ugly:
		return "/" + trimmed + "/"
	case index:
		return "/" + trimmed + "/index.html"
	}
	return "/" + trimmed + ".html"
}

// nav converts the navigation to weights, names and groups, because the theme's tree follows the folders.
func (m *mk) nav() {
	list, ok := m.root["nav"].([]any)
	if !ok {
		return
	}
	read := nav.Read(list, m.isPage)
	for _, r := range read.Rules {
		own := m.ruleOf(r.Path)
		own.weight, own.label, own.title, own.group = r.Weight, r.Label, r.Title, r.Group
	}
	m.groups = read.Top
	m.say("nav", conversion.Used, "weight and linkTitle of %d pages", len(read.Named))
	for _, l := range read.Links {
		m.menu = append(m.menu, l)
		m.navNote(l.Name, conversion.Used, "an entry of menus.main")
	}
	for _, name := range read.Missing {
		m.navNote(name, conversion.NeedsYou, "no such page in %s", m.docs)
	}
	for _, label := range read.Groups {
		m.navNote(label, conversion.Used, "sidebar.group of its pages: no folder matches this group")
	}
	for _, page := range m.pages {
		if !read.Named[page] && page != "index.md" && page != "README.md" {
			m.say("nav", conversion.NeedsYou,
				"%s is not in nav, but appears in the tree; to hide it, set sidebar.hide in its front matter", page)
		}
	}
}

// navNote records a note about an entry of nav and finds its line.
func (m *mk) navNote(label string, fate conversion.Fate, format string, args ...any) {
	file, at := m.lineBelow("nav", func(text string) bool { return strings.Contains(text, label) })
	m.Note(file, at, "nav: "+label, fate, format, args...)
}

func (m *mk) isPage(name string) bool {
	_, there := slices.BinarySearch(m.pages, name)
	return there
}
