package site

import "slices"

// Declares reports whether a menu entry comes from the front matter of p, as opposed to the configuration.
func (p *Page) Declares(me *MenuEntry) bool { return p.menus[me.Menu] == me }

// IsMenuCurrent reports whether a menu entry leads to p: https://gohugo.io/methods/page/ismenucurrent/
func (p *Page) IsMenuCurrent(menu string, me *MenuEntry) bool {
	if own := p.menus[menu]; own != nil && own.equal(me) {
		return true
	}
	if me.Page != p {
		return false
	}
	return holds(p.Edition.Menus[menu], me)
}

// HasMenuCurrent reports whether p is below the page of an entry, or below the entry in the menu:
// https://gohugo.io/methods/page/hasmenucurrent/
func (p *Page) HasMenuCurrent(menu string, me *MenuEntry) bool {
	if me.Page != nil && me.Page.Kind == Section && me.Page.IsAncestor(p) {
		return true
	}
	own := p.menus[menu]
	return slices.ContainsFunc(me.Children, func(child *MenuEntry) bool {
		return own != nil && child.equal(own) || child.Page == p || p.HasMenuCurrent(menu, child)
	})
}

// holds reports whether a menu contains an entry, or one with the same URL, at any depth.
func holds(entries []*MenuEntry, me *MenuEntry) bool {
	return slices.ContainsFunc(entries, func(x *MenuEntry) bool {
		return x.sameTarget(me) || holds(x.Children, me)
	})
}

func (me *MenuEntry) sameTarget(other *MenuEntry) bool {
	if me.Page != nil && me.Page == other.Page {
		return true
	}
	return me.Link != "" && me.Link == other.Link
}

func (me *MenuEntry) equal(other *MenuEntry) bool {
	return me.id() == other.id() && me.Parent == other.Parent
}

func (me *MenuEntry) id() string {
	switch {
	case me.Identifier != "":
		return me.Identifier
	case me.Link != "":
		return me.Link
	}
	return me.Name
}
