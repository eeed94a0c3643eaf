package view

import (
	"cmp"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// Menus are all menus of a language by name: https://gohugo.io/methods/site/menus/
type Menus map[string]Menu

// Menu has the top-level entries of a menu, or the children of an entry.
type Menu []*MenuEntry

// MenuEntry is one entry of a menu: https://gohugo.io/methods/menu-entry/
type MenuEntry struct {
	e        *site.MenuEntry
	page     *Page
	children Menu
}

// menus are the menus of one language, made once.
type menus struct {
	all  Menus
	hash uint64
	own  map[*site.Page][]*MenuEntry // entries in the front matter of each page
}

func (s *perSite) readMenus(e *site.Edition) *menus {
	m := &menus{all: make(Menus, len(e.Menus)), own: make(map[*site.Page][]*MenuEntry)}
	for _, name := range slices.Sorted(maps.Keys(e.Menus)) {
		m.hash = trace.Mix(m.hash, trace.HashString(name))
		m.all[name] = s.menu(m, e.Menus[name])
	}
	return m
}

func (s *perSite) menu(m *menus, entries []*site.MenuEntry) Menu {
	out := make(Menu, len(entries))
	for i, e := range entries {
		v := &MenuEntry{e: e, page: s.Page(e.Page)}
		m.hash = trace.Mix(trace.Mix(m.hash, uint64(e.Weight)),
			trace.HashStrings(e.Menu, e.Identifier, e.Name, e.Parent, e.Title, e.Pre, e.Post, e.Link, e.Key))
		if e.Page != nil {
			m.hash = trace.Mix(m.hash, e.Page.CardHash)
			if e.Page.Declares(e) {
				m.hash = trace.Mix(m.hash, 1)
				m.own[e.Page] = append(m.own[e.Page], v)
			}
		}
		m.hash = trace.Mix(m.hash, hashParams(e.Params))
		v.children = s.menu(m, e.Children)
		out[i] = v
	}
	if len(out) == 0 {
		return nil
	}
	m.hash = trace.Mix(m.hash, uint64(len(out)))
	return out
}

// Menus are the menus of the language by name, in lower case (Menus):
// https://gohugo.io/methods/site/menus/
func (s *Site) Menus(c *Call) Menus {
	m := s.menus()
	c.Ask(trace.Menu, s.e.Language.Lower, m.hash)
	return m.all
}

// Named finds a menu by its name in any case.
func (m Menus) Named(_ tmpl.Scope, name string) (any, bool, error) {
	if menu, ok := m[name]; ok {
		return menu, true, nil
	}
	return m[strings.ToLower(name)], true, nil
}

// ByWeight are the entries by weight (unset last), name, and identifier (Menu):
// https://gohugo.io/methods/menu/byweight/
func (m Menu) ByWeight() Menu {
	return m.sorted(func(a, b *MenuEntry) int {
		return cmp.Or(
			site.CompareWeights(a.e.Weight, b.e.Weight),
			words.CompareFold(a.Name(), b.Name()),
			cmp.Compare(a.e.Identifier, b.e.Identifier),
		)
	})
}

// ByName are the entries by name (Menu): https://gohugo.io/methods/menu/byname/
func (m Menu) ByName() Menu {
	return m.sorted(func(a, b *MenuEntry) int { return words.CompareFold(a.Name(), b.Name()) })
}

func (m Menu) sorted(order func(a, b *MenuEntry) int) Menu {
	out := slices.Clone(m)
	slices.SortStableFunc(out, order)
	return out
}

// Reverse are the entries in reverse order (Menu): https://gohugo.io/methods/menu/reverse/
func (m Menu) Reverse() Menu {
	out := slices.Clone(m)
	slices.Reverse(out)
	return out
}

// Limit are the first n entries (Menu): https://gohugo.io/methods/menu/limit/
func (m Menu) Limit(n int) Menu { return m[:min(max(n, 0), len(m))] }

// Name is the name (string): https://gohugo.io/methods/menu-entry/name/
func (e *MenuEntry) Name() string { return e.e.Name }

// Title is the title, else the title of the page (string): https://gohugo.io/methods/menu-entry/title/
func (e *MenuEntry) Title() string { return e.e.Title }

// Identifier is the identifier (string): https://gohugo.io/methods/menu-entry/identifier/
func (e *MenuEntry) Identifier() string { return e.e.Identifier }

// KeyName is the identifier, else the name (string):
// https://gohugo.io/methods/menu-entry/keyname/
func (e *MenuEntry) KeyName() string { return cmp.Or(e.e.Identifier, e.e.Name) }

// URL is the URL of the target, for a page in the output format being rendered (string):
// https://gohugo.io/methods/menu-entry/url/
func (e *MenuEntry) URL(c *Call) string {
	if e.page != nil && e.e.Link != "" { // the question for menus includes the card of each page
		return addressIn(e.page.p, c).Rel()
	}
	return e.e.Link
}

// ConfiguredURL is the URL of an entry that is not a page; "" for a page (string).
func (e *MenuEntry) ConfiguredURL() string {
	if e.page != nil {
		return ""
	}
	return e.e.Link
}

// Page is the target page; nil if it is only a URL (Page): https://gohugo.io/methods/menu-entry/page/
func (e *MenuEntry) Page() *Page { return e.page }

// PageRef is the path of that page as configured (string):
// https://gohugo.io/methods/menu-entry/pageref/
func (e *MenuEntry) PageRef() string { return e.e.PageRef }

// Menu is the name of the menu (string): https://gohugo.io/methods/menu-entry/menu/
func (e *MenuEntry) Menu() string { return e.e.Menu }

// Parent is the key of the parent entry (string): https://gohugo.io/methods/menu-entry/parent/
func (e *MenuEntry) Parent() string { return e.e.Parent }

// Pre is the HTML before the entry (template.HTML): https://gohugo.io/methods/menu-entry/pre/
func (e *MenuEntry) Pre() template.HTML { return template.HTML(e.e.Pre) }

// Post is the HTML after the entry (template.HTML): https://gohugo.io/methods/menu-entry/post/
func (e *MenuEntry) Post() template.HTML { return template.HTML(e.e.Post) }

// Weight is the weight, 0 when unset (int): https://gohugo.io/methods/menu-entry/weight/
func (e *MenuEntry) Weight() int { return e.e.Weight }

// Params are the parameters (Params): https://gohugo.io/methods/menu-entry/params/
func (e *MenuEntry) Params() tmpl.Params { return tmpl.ParamsOf(e.e.Params) }

// Children are the entries below (Menu): https://gohugo.io/methods/menu-entry/children/
func (e *MenuEntry) Children() Menu { return e.children }

// HasChildren reports whether there are any (bool):
// https://gohugo.io/methods/menu-entry/haschildren/
func (e *MenuEntry) HasChildren() bool { return len(e.children) > 0 }

// IsEqual reports whether both are the same entry (bool).
func (e *MenuEntry) IsEqual(o *MenuEntry) bool {
	return o != nil && e.id() == o.id() && e.e.Parent == o.e.Parent
}

// IsSameResource reports whether both have the same target (bool).
func (e *MenuEntry) IsSameResource(o *MenuEntry) bool {
	if o == nil {
		return false
	}
	if e.page != nil && o.page != nil {
		return e.page == o.page
	}
	return e.e.Link != "" && e.e.Link == o.e.Link
}

func (e *MenuEntry) id() string { return cmp.Or(e.e.Identifier, e.e.Link, e.e.Name) }

// IsMenuCurrent reports whether the target of the entry in that menu is this page (bool):
// https://gohugo.io/methods/page/ismenucurrent/
func (p *Page) IsMenuCurrent(c *Call, menu string, entry *MenuEntry) bool {
	p.Site().Menus(c)
	return entry != nil && p.p.IsMenuCurrent(strings.ToLower(menu), entry.e)
}

// HasMenuCurrent reports whether the target of a child of the entry is this page, or the entry's section contains it
// (bool): https://gohugo.io/methods/page/hasmenucurrent/
func (p *Page) HasMenuCurrent(c *Call, menu string, entry *MenuEntry) bool {
	p.Site().Menus(c)
	return entry != nil && p.p.HasMenuCurrent(strings.ToLower(menu), entry.e)
}

// Menus are the menu entries in the front matter of this page, by the name of their menu (map).
func (p *Page) Menus(c *Call) map[string]*MenuEntry {
	m := p.Site().menus()
	c.Ask(trace.Menu, p.p.Edition.Language.Lower, m.hash)
	out := make(map[string]*MenuEntry)
	for _, e := range m.own[p.p] {
		if _, ok := out[e.e.Menu]; !ok {
			out[e.e.Menu] = e
		}
	}
	return out
}
