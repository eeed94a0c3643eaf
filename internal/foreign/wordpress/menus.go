package wordpress

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// entry is an entry of a menu.
type entry struct{ id, parent, name, url string }

// menus writes the main menu. Others depend on the places of the old theme.
func (s *site) menus() {
	lists := map[string][]entry{}
	left := map[string][]string{} // entries that lead to lists
	var names []string
	items := slices.Clone(s.items)
	slices.SortStableFunc(items, func(a, b *item) int { return a.Order - b.Order })
	for _, i := range items {
		if i.Type != "nav_menu_item" || i.Status != "publish" {
			continue
		}
		menu := ""
		for _, t := range i.Terms {
			if t.Domain == "nav_menu" {
				menu = t.Slug
			}
		}
		if e, ok := s.entry(i); ok {
			if lists[menu] == nil {
				names = append(names, menu)
			}
			lists[menu] = append(lists[menu], e)
		} else if kind := i.meta("_menu_item_type"); kind == "taxonomy" || kind == "post_type_archive" {
			left[menu] = append(left[menu], cmp.Or(e.name, i.meta("_menu_item_object")+" "+i.meta("_menu_item_object_id")))
		}
	}
	if len(names) == 0 {
		for _, i := range items {
			if list := s.navigation(i); len(list) > 0 {
				names, lists[i.Name] = append(names, i.Name), list
			}
		}
	}
	if len(names) == 0 {
		return
	}
	main := slices.MaxFunc(names, func(a, b string) int { return rank(a, lists[a]) - rank(b, lists[b]) })
	for _, name := range names {
		if name != main {
			s.Note("", 0, "menu "+name, conversion.Ignored, "the theme has one: add entries to [[menus.footer]]")
		}
	}
	s.Note("", 0, "menu "+main, conversion.Used, "menus.main")
	if names := left[main]; names != nil {
		s.Note("", 0, "menu "+main, conversion.NeedsYou,
			"entries of categories and other lists are left out: add them to menus.main: %s", strings.Join(names, ", "))
	}
	list := lists[main]
	for n, e := range list {
		lines := []string{
			conversion.Line("identifier", e.id, ""), conversion.Line("name", e.name, ""), conversion.Line("url", e.url, ""),
			conversion.Line("weight", n+1, ""),
		}
		if up := top(list, e.parent); up != "" {
			lines = append(lines, conversion.Line("parent", up, ""))
		}
		s.Out.Table("[menus.main]", "", lines...)
	}
}

// rank says how likely a menu is the main one: by its name, or because it leads to pages of the site.
func rank(name string, list []entry) int {
	switch {
	case mainMenu.MatchString(name):
		return 2
	case slices.ContainsFunc(list, func(e entry) bool { return strings.HasPrefix(e.url, "/") }):
		return 1
	}
	return 0
}

var mainMenu = pattern.New(`(?i)\b(?:main|primary|header|top)\b`)

// top returns the entry at the top of the menu above an entry, because themes have one level of children.
func top(list []entry, parent string) (id string) {
	for range len(list) {
		at := slices.IndexFunc(list, func(e entry) bool { return e.id == parent })
		if at < 0 {
			break
		}
		id, parent = list[at].id, list[at].parent
	}
	return id
}

// entry returns an entry of a menu; false if what it links to is not published.
func (s *site) entry(i *item) (entry, bool) {
	e := entry{
		id: i.ID, name: plain(i.Title), url: i.meta("_menu_item_url"),
		parent: i.meta("_menu_item_menu_item_parent"),
	}
	object := i.meta("_menu_item_object_id")
	switch i.meta("_menu_item_type") {
	case "post_type":
		to := s.byID[object]
		if to == nil || !to.public() || to.Type != "post" && to.Type != "page" || to.at() == "" {
			return e, false
		}
		e.name, e.url = cmp.Or(e.name, plain(to.Title)), to.at()
	case "taxonomy":
		return e, false // exports have no IDs of terms that are sure
	default:
		e.url = s.own(e.url, s.file)
	}
	return e, e.name != "" && e.url != ""
}

var navigationLink = pattern.New(`<!-- wp:navigation-(?:link|submenu) (\{.*?\}) /?-->`)

// navigation returns the entries of a menu of the block editor.
func (s *site) navigation(i *item) (out []entry) {
	if i.Type != "wp_navigation" || i.Status != "publish" {
		return nil
	}
	for _, m := range navigationLink.FindAllStringSubmatch(i.content(), -1) {
		var link struct{ Label, URL string }
		if json.Unmarshal([]byte(m[1]), &link) != nil || link.Label == "" || link.URL == "" {
			continue
		}
		id := strings.ToLower(link.Label)
		out = append(out, entry{id: id, name: plain(link.Label), url: s.own(link.URL, s.file)})
	}
	return out
}

// file returns the URL of a file that a menu leads to.
func (s *site) file(address string) string { return s.media.link(s, address, false) }
