package site

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/config"
)

// menuKey identifies an entry within a menu, by identifier or name.
type menuKey struct{ menu, entry string }

// menus builds the menus of a language: https://gohugo.io/content-management/menus/
func (e *edition) menus() {
	m := &menuMaker{e: e, flat: map[menuKey]*MenuEntry{}}
	m.configured()
	if menu := e.Language.SectionPagesMenu; menu != "" {
		m.sections(strings.ToLower(menu))
	}
	m.pages()
	e.Menus = m.tree()
}

type menuMaker struct {
	e     *edition
	flat  map[menuKey]*MenuEntry
	order []menuKey // in the order of first use, so equal entries have a stable order
}

func (m *menuMaker) put(k menuKey, me *MenuEntry) {
	if _, there := m.flat[k]; !there {
		m.order = append(m.order, k)
	}
	m.flat[k] = me
}

// configured adds the entries of the configuration. Of two with the same key, the later one counts.
func (m *menuMaker) configured() {
	for _, name := range slices.Sorted(maps.Keys(m.e.Language.Menus)) {
		entries := make([]*MenuEntry, 0, len(m.e.Language.Menus[name]))
		for _, c := range m.e.Language.Menus[name] {
			entries = append(entries, &MenuEntry{MenuEntry: c, Menu: strings.ToLower(name)})
		}
		slices.SortStableFunc(entries, compareMenuEntries)
		for _, me := range entries {
			if me.PageRef != "" {
				if p, _ := m.e.GetPage(me.PageRef, nil); p != nil {
					me.of(p)
				} else if me.URL == "" {
					m.astray(name, me)
				}
			}
			if me.Page == nil {
				me.Link = m.link(me.URL)
			}
			me.Key = cmp.Or(me.Identifier, me.Name)
			m.put(menuKey{me.Menu, me.Key}, me)
		}
	}
}

// astray warns about an entry whose pageRef matches no page, which would be printed without a URL.
func (m *menuMaker) astray(menu string, me *MenuEntry) {
	lang, from := m.e.Language, m.e.a.defaultEdition()
	file, line := m.e.a.Config.Position(lang, me.Item)
	there, _ := from.GetPage(me.PageRef, nil)
	if first, at := m.e.a.Config.Position(from.Language, me.Item); there == nil && m.e != from &&
		first == file && at == line {
		return // the default language has the same entry
	}
	p := m.e.a.problem(diag.Warning, nil, "", "the menu %s links to the page %q, which does not exist in the language %s",
		menu, me.PageRef, m.e.Language.Lower)
	p.Rule = "menu-page"
	p.File, p.Line = file, line
	p.About = me.PageRef
	var paths []string
	for _, page := range m.e.all {
		if page.Doc != nil && page.Link {
			paths = append(paths, page.Path)
		}
	}
	p.Hint = diag.DidYouMean("/"+strings.Trim(me.PageRef, "/"), paths, "name a page that is published, or give the entry a url")
	if lang.Default || lang.FallbackPages {
		return
	}
	if there != nil && there.Link {
		p.Hint = fmt.Sprintf("translate the page, or set languages.%s.fallbackPages to true to show the pages in %s that %s lacks",
			lang.Lower, from.Language.Lower, lang.Lower)
	}
}

// link returns the URL of an entry without a page: a path from the root, which may have a fragment, gets the path prefix
// of the site.
func (m *menuMaker) link(url string) string {
	if !strings.HasPrefix(url, "/") {
		return url
	}
	clean := m.e.rules.Element(url)
	joined := path.Join(m.e.Base.prefix, m.e.Base.folder, clean)
	if m.e.Base.folder == "" && (joined == "" || joined[0] != '/') {
		joined = "/" + joined
	}
	if joined != "/" && strings.HasSuffix(clean, "/") {
		joined += "/"
	}
	place, fragment, ok := strings.Cut(joined, "#")
	if !ok {
		return encode(joined)
	}
	return encode(place) + "#" + encode(fragment)
}

// of connects an entry to a page, which supplies the values that the entry lacks.
func (me *MenuEntry) of(p *Page) {
	me.Page = p
	me.Link = p.URL.Rel()
	me.Name = cmp.Or(me.Name, p.LinkTitle)
	me.Title = cmp.Or(me.Title, p.Title)
	me.Weight = cmp.Or(me.Weight, p.Weight)
}

// sections adds the top-level sections (sectionPagesMenu) that have no entry yet.
func (m *menuMaker) sections(menu string) {
	for _, p := range m.e.all {
		if p.Kind != Section || !p.ListAlways {
			continue
		}
		k := menuKey{menu, cmp.Or(p.SectionPath, "/")}
		if m.flat[k] != nil {
			continue
		}
		me := &MenuEntry{MenuEntry: config.MenuEntry{Identifier: k.entry}, Menu: menu, Key: k.entry}
		me.of(p)
		m.put(k, me)
	}
}

// pages adds the entries in front matter, including those of taxonomies and terms.
func (m *menuMaker) pages() {
	for _, p := range m.e.all {
		if !p.ListAlways {
			continue
		}
		for _, me := range m.of(p) {
			if p.menus == nil {
				x := p.extras()
				x.menus, x.Menus = map[string]*MenuEntry{}, map[string]bool{}
			}
			p.menus[me.Menu], p.Menus[me.Menu] = me, true
			k := menuKey{me.Menu, me.Key}
			if m.flat[k] != nil {
				m.e.a.problem(diag.Warning, p.Doc, "menus."+me.Menu, "the menu %s already has an entry %q", me.Menu, me.Key)
				continue
			}
			m.put(k, me)
		}
	}
}

// of reads the menu entries of a page: a name, a list of names, or a table of entries by name.
func (m *menuMaker) of(p *Page) []*MenuEntry {
	v, there := p.Params["menus"]
	if !there {
		v, there = p.Params["menu"]
	}
	if !there || v == nil {
		return nil
	}
	var out []*MenuEntry
	add := func(name string, c config.MenuEntry) {
		me := &MenuEntry{MenuEntry: c, Menu: strings.ToLower(name)}
		me.of(p)
		me.Key = cmp.Or(me.Identifier, me.Name)
		out = append(out, me)
	}
	table, ok := v.(map[string]any)
	if !ok {
		names := list(v)
		for _, name := range names {
			add(name, config.MenuEntry{})
		}
		if l, ok := v.([]any); names == nil && (!ok || len(l) > 0) {
			m.e.a.problem(diag.Warning, p.Doc, "menus",
				"menus must be a name, a list of names, or a table, not %s: it is ignored", diag.Value(v))
		}
		return out
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		values, ok := table[name].(map[string]any)
		if !ok && table[name] != nil {
			m.e.a.problem(diag.Error, p.Doc, "menus."+strings.ToLower(name), "menus.%s must be a table", name)
			continue
		}
		params, _ := values["params"].(map[string]any)
		add(name, config.MenuEntry{
			Identifier: text(values["identifier"]), Name: text(values["name"]), Parent: text(values["parent"]),
			Pre: m.markup(p, values, "pre"), Post: m.markup(p, values, "post"), Title: text(values["title"]),
			PageRef: text(values["pageref"]), URL: text(values["url"]), Weight: integer(values["weight"]), Params: params,
		})
	}
	return out
}

// markup returns pre or post of an entry of a page as HTML.
func (m *menuMaker) markup(p *Page, values map[string]any, key string) string {
	s, cfg := text(values[key]), m.e.a.Config
	if cfg.MenusHoldHTML() {
		return s
	}
	if strings.Contains(s, "<") && !cfg.Ignores("warning-menu-pre-post-html-escaped") {
		w := m.e.a.problem(diag.Warning, p.Doc, "menus", "%s of a menu entry is shown as text, not as HTML: %s", key, s)
		w.Hint = "define the entry in the configuration, or trust HTML in content with security.allowContent = ['.*']"
	}
	return html.EscapeString(s)
}

// tree adds the entries to their parents; a parent without its own entry is created.
func (m *menuMaker) tree() map[string][]*MenuEntry {
	children := map[menuKey][]*MenuEntry{}
	var parents []menuKey
	for _, k := range m.order {
		if me := m.flat[k]; me.Parent != "" {
			up := menuKey{me.Menu, me.Parent}
			if children[up] == nil {
				parents = append(parents, up)
			}
			children[up] = append(children[up], me)
		}
	}
	for _, k := range parents {
		if m.flat[k] == nil {
			m.put(k, &MenuEntry{MenuEntry: config.MenuEntry{Name: k.entry}, Menu: k.menu, Key: k.entry})
		}
		slices.SortStableFunc(children[k], compareMenuEntries)
		m.flat[k].Children = children[k]
	}
	out := map[string][]*MenuEntry{}
	for _, k := range m.order {
		if me := m.flat[k]; me.Parent == "" {
			out[k.menu] = append(out[k.menu], me)
		}
	}
	for _, entries := range out {
		slices.SortStableFunc(entries, compareMenuEntries)
	}
	return out
}

// compareMenuEntries orders by weight (0 last), name, identifier.
func compareMenuEntries(x, y *MenuEntry) int {
	return cmp.Or(
		CompareWeights(x.Weight, y.Weight),
		words.CompareFold(x.Name, y.Name),
		strings.Compare(x.Identifier, y.Identifier),
	)
}
