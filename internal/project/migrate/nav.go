package migrate

import (
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
)

// rule is what the configuration says of one page: a cascade with the page as its target.
type rule struct {
	path    string // of the page, as targets name it
	weight  int
	label   string
	url     string
	aliases []string
}

func (r rule) lines() []string {
	var out []string
	if r.weight > 0 {
		out = append(out, line("weight", r.weight, ""))
	}
	if r.label != "" {
		out = append(out, line("linkTitle", r.label, ""))
	}
	if r.url != "" {
		out = append(out, line("url", r.url, ""))
	}
	if len(r.aliases) > 0 {
		out = append(out, line("aliases", r.aliases, ""))
	}
	return append(out, "target = {path = "+quote(r.path)+"}")
}

// ruleOf returns the rule of a page, which is made when there is none.
func (m *mk) ruleOf(page string) *rule {
	target := targetOf(page)
	i, there := m.ruleAt[target]
	if !there {
		i = len(m.rules)
		m.ruleAt[target] = i
		m.rules = append(m.rules, rule{path: target})
	}
	return &m.rules[i]
}

// trimPage is the path of a page below docs_dir without what its name only says to the generator: "guide" of
// guide/index.md and guide/README.md.
func trimPage(page string) string {
	page = strings.TrimSuffix(strings.TrimSuffix(page, ".md"), ".markdown")
	dir, name := path.Split(page)
	if name == "index" || name == "README" {
		return strings.TrimSuffix(dir, "/")
	}
	return page
}

// targetOf is the path of a page as cascades name it; "*" stands for what sitegen writes otherwise.
func targetOf(page string) string {
	odd := func(r rune) rune {
		if ordinary(r) || r == '/' {
			return unicode.ToLower(r)
		}
		return '*'
	}
	return "/" + strings.Map(odd, trimPage(page))
}

// ordinary reports whether a character of a file's name stands in its address as it is.
func ordinary(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.'
}

// addresses gives pages whose names hold other characters the address that MkDocs gives them.
func (m *mk) addresses() {
	for _, page := range m.pages {
		trimmed := trimPage(page)
		if strings.IndexFunc(trimmed, func(r rune) bool { return !ordinary(r) && r != '/' }) < 0 {
			continue
		}
		r := m.ruleOf(page)
		if trimmed == strings.TrimSuffix(strings.TrimSuffix(page, ".md"), ".markdown") {
			r.url = m.address(page)
			continue
		}
		r.aliases = append(r.aliases, m.address(page)) // url is not for the pages of folders
		m.note(m.file, 0, page, NeedsYou, "its address changes, as folders keep no spaces and the like; the old one redirects")
	}
}

// address is where MkDocs puts a page, below the root.
func (m *mk) address(page string) string {
	trimmed := trimPage(page)
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

// navigation is nav at work.
type navigation struct {
	*mk
	weight int
	named  map[string]bool // pages that nav has
	taken  map[string]bool // index pages that are those of a group
	mixed  []string        // groups that no folder is
}

// nav turns the navigation into weights and names: the tree of the theme goes by folders.
func (m *mk) nav() {
	list, ok := m.root["nav"].([]any)
	if !ok {
		return
	}
	n := &navigation{mk: m, named: map[string]bool{}, taken: map[string]bool{}}
	n.items(list, 0)
	m.say("nav", Used, "weight and linkTitle of %d pages", len(n.named))
	for _, group := range n.mixed {
		m.navNote(group, NeedsYou, "the theme's tree follows folders, and no folder matches this group: move the files, with aliases, or ignore this")
	}
	for _, page := range m.pages {
		if !n.named[page] && page != "index.md" && page != "README.md" {
			m.say("nav", NeedsYou, "%s is not in nav, but appears in the tree; to hide it, set sidebar.hide in its front matter", page)
		}
	}
}

// navNote is a note about an entry of nav, whose line is looked for.
func (m *mk) navNote(label string, fate Fate, format string, args ...any) {
	file, at := m.lineBelow("nav", func(text string) bool { return strings.Contains(text, label) })
	m.note(file, at, "nav: "+label, fate, format, args...)
}

// items reads a list of entries: a page, a page with a name, a link, or a group. It returns the folders of the pages.
func (n *navigation) items(list []any, depth int) map[string]bool {
	folders := map[string]bool{}
	for _, entry := range list {
		switch e := entry.(type) {
		case string:
			n.page("", e, folders, depth)
		case map[string]any:
			for _, label := range slices.Sorted(maps.Keys(e)) { // one
				switch v := e[label].(type) {
				case string:
					n.page(label, v, folders, depth)
				case []any:
					n.group(label, v, folders, depth)
				}
			}
		}
	}
	return folders
}

// page notes the place of a page or link.
func (n *navigation) page(label, to string, folders map[string]bool, depth int) {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "/") {
		if label == "" {
			label = to
		}
		for _, l := range n.menu {
			if l.url == to {
				n.navNote(label, Used, "an entry of menus.main")
				return
			}
		}
		n.menu = append(n.menu, link{name: label, url: to})
		n.navNote(label, Used, "an entry of menus.main")
		return
	}
	to = path.Clean(to)
	if !n.isPage(to) {
		n.navNote(to, NeedsYou, "no such page in %s", n.docs)
		return
	}
	folders[strings.TrimSuffix(path.Dir(to)+"/", "./")] = true
	if depth == 0 {
		n.groups = append(n.groups, link{name: label, page: targetOf(to)})
	}
	if n.named[to] || trimPage(to) == "" { // its first place counts; the home page has none in the tree
		n.named[to] = true
		return
	}
	n.named[to] = true
	n.weight++
	r := n.ruleOf(to)
	r.weight, r.label = n.weight, label
}

func (n *navigation) isPage(name string) bool {
	_, there := slices.BinarySearch(n.pages, name)
	return there
}

// group notes the place of a group: that of the folder which its pages have in common.
func (n *navigation) group(label string, list []any, folders map[string]bool, depth int) {
	n.weight++
	weight := n.weight
	inside := n.items(list, depth+1)
	top := common(inside)
	for f := range inside {
		folders[f] = true
	}
	if top == "" {
		if len(inside) > 0 {
			n.mixed = append(n.mixed, label)
			n.tab(label, list, depth)
		}
		return
	}
	index := top + "index.md"
	for _, name := range []string{"README.md", "index.md"} {
		if n.isPage(top + name) {
			index = top + name
		}
	}
	r := n.ruleOf(index)
	if n.taken[index] {
		n.mixed = append(n.mixed, label)
		n.tab(label, list, depth)
		return
	}
	n.taken[index] = true
	r.weight, r.label = weight, label
	if depth == 0 {
		n.groups = append(n.groups, link{name: label, page: r.path})
	}
}

// tab makes the first page of a group at the top that is no folder one of the tabs.
func (n *navigation) tab(label string, list []any, depth int) {
	first := n.first(list)
	if depth > 0 || first == "" || slices.ContainsFunc(n.groups, func(l link) bool { return l.page == targetOf(first) }) {
		return
	}
	n.groups = append(n.groups, link{name: label, page: targetOf(first)})
}

// first is the first page of a list of entries that is there; "" for none.
func (n *navigation) first(list []any) string {
	for _, entry := range list {
		switch e := entry.(type) {
		case string:
			if to := path.Clean(e); n.isPage(to) {
				return to
			}
		case map[string]any:
			for _, label := range slices.Sorted(maps.Keys(e)) {
				inside, group := e[label].([]any)
				if !group {
					inside = []any{e[label]}
				}
				if to := n.first(inside); to != "" {
					return to
				}
			}
		}
	}
	return ""
}

// common is the folder in which all folders lie, "guide/"; "" when it is the top.
func common(folders map[string]bool) string {
	first, all := "", true
	for f := range folders {
		if first == "" || len(f) < len(first) || len(f) == len(first) && f < first {
			first = f
		}
	}
	for f := range folders {
		all = all && strings.HasPrefix(f, first)
	}
	if !all || folders[""] {
		return ""
	}
	return first
}
