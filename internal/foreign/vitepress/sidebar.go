package vitepress

import (
	"cmp"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// sidebars returns the sidebars by the paths of their pages; the path of the only one is "/".
// https://vitepress.dev/reference/default-theme-sidebar
func (l *locale) sidebars() (out []sidebar) {
	switch v := l.get("themeConfig", "sidebar").(type) {
	case []any:
		return []sidebar{{"/", "", v}}
	case *script.Object:
		for _, key := range v.Keys {
			switch bar := v.Get(key).(type) {
			case []any:
				out = append(out, sidebar{key, "", bar})
			case *script.Object:
				out = append(out, sidebar{key, bar.Str("base"), bar.List("items")})
			}
		}
	}
	return out
}

// sidebar is the list of entries that the pages at a path show. base is the start of their links.
type sidebar struct {
	path, base string
	items      []any
}

// navigation returns the entries of all sidebars for nav.Read. The sidebar of a folder is a group with the label in the
// header; its pages in other folders follow.
func (l *locale) navigation(c *config, isPage func(file string) bool) (out []any) {
	var others []any
	for _, bar := range l.sidebars() {
		list := l.entries(c, bar.items, bar.base, isPage, 0)
		folder := strings.Trim(strings.TrimPrefix(strings.Trim(bar.path, "/")+"/", l.key+"/"), "/")
		if folder == "" {
			out = append(out, list...)
			continue
		}
		if inside := only(list, folder+"/"); len(inside) > 0 {
			out = append(out, map[string]any{cmp.Or(l.label(bar.path), path.Base(folder)): inside})
		}
		others = append(others, list...)
	}
	return append(out, others...)
}

// sideLinks returns the links to other sites in all sidebars as entries of a menu.
func (l *locale) sideLinks(c *config) []any {
	isPage := func(string) bool { return true }
	return nav.Menu(nav.Read(l.navigation(c, isPage), isPage).Links)
}

// only returns the entries whose pages are in a folder.
func only(list []any, folder string) (out []any) {
	nav.Each(list, func(label, to string, inside []any) {
		if inside = only(inside, folder); len(inside) > 0 {
			out = append(out, map[string]any{label: inside})
		} else if strings.HasPrefix(to, folder) {
			out = append(out, map[string]any{label: to})
		}
	})
	return out
}

// label returns the text of the first link in the header to a path.
func (l *locale) label(at string) string {
	items, _ := l.get("themeConfig", "nav").([]any)
	for _, item := range items {
		o, _ := item.(*script.Object)
		if link := o.Str("link"); strings.HasPrefix(link+"/", strings.TrimSuffix(at, "/")+"/") {
			return o.Str("text")
		}
	}
	return ""
}

// mostEntries is the maximum depth of groups.
const mostEntries = 20

// entries converts items of a sidebar.
func (l *locale) entries(c *config, items []any, base string, isPage func(string) bool, depth int) (out []any) {
	if depth == mostEntries {
		return nil
	}
	for _, item := range items {
		o, _ := item.(*script.Object)
		if o == nil {
			continue
		}
		label, below := plain(o.Str("text")), base
		if s, ok := o.Get("base").(string); ok {
			below = s
		}
		var list []any
		if link, ok := o.Get("link").(string); ok {
			if to := l.file(c, below+link, isPage); to != "" {
				list = append(list, map[string]any{label: to})
			}
		}
		inside := o.List("items")
		if list = append(list, l.entries(c, inside, below, isPage, depth+1)...); len(list) == 0 {
			continue
		}
		if inside != nil && label != "" {
			list = []any{map[string]any{label: list}}
		}
		out = append(out, list...)
	}
	return out
}

// file returns the file of a link, relative to the folder of the language; "" for other sites and unknown pages.
func (l *locale) file(c *config, link string, isPage func(string) bool) string {
	if strings.Contains(link, "://") {
		return link
	}
	link, _, _ = strings.Cut(link, "#")
	link, _, _ = strings.Cut(link, "?")
	at := strings.TrimPrefix(link, "/")
	if l.key != "" {
		rest, ok := strings.CutPrefix(at+"/", l.key+"/")
		if !ok {
			return ""
		}
		at = strings.TrimSuffix(rest, "/")
		if strings.HasSuffix(link, "/") && at != "" {
			at += "/"
		}
	}
	if at == "" || strings.HasSuffix(at, "/") {
		at += "index.md"
	}
	at = strings.TrimSuffix(strings.TrimSuffix(at, ".html"), ".md") + ".md"
	at = path.Clean(at)
	folder := strings.TrimSuffix(at, ".md") + "/index.md"
	for _, name := range []string{at, folder} {
		file := c.sources[path.Join(l.key, name)]
		if below, ok := strings.CutPrefix(file, strings.TrimPrefix(l.dir+"/", c.src+"/")); ok && file != "" {
			return below
		}
		if isPage(name) {
			return name
		}
	}
	return at
}

// plain returns a label, which may contain HTML, as text.
func plain(label string) string {
	return strings.Join(strings.Fields(tags.ReplaceAllString(label, "")), " ")
}

// menu returns the links in the header as entries of a menu: https://vitepress.dev/reference/default-theme-nav
func (c *config) menu(l *locale) (out []any) {
	add := func(text, link string) {
		if text == "" || link == "" {
			return
		}
		entry := map[string]any{"name": text, "url": c.address(link), "weight": int64(len(out) + 1)}
		out = append(out, entry)
	}
	items, _ := l.get("themeConfig", "nav").([]any)
	for _, item := range items {
		o, _ := item.(*script.Object)
		if link := o.Str("link"); link != "" {
			add(plain(o.Str("text")), link)
			continue
		}
		for _, inner := range o.List("items") {
			in, _ := inner.(*script.Object)
			add(plain(in.Str("text")), in.Str("link"))
			for _, last := range in.List("items") {
				in, _ := last.(*script.Object)
				add(plain(in.Str("text")), in.Str("link"))
			}
		}
	}
	links, _ := l.get("themeConfig", "socialLinks").([]any)
	for _, item := range links {
		o, _ := item.(*script.Object)
		icon := o.Str("icon")
		add(cmp.Or(nav.SiteName(icon), icon, o.Str("ariaLabel")), o.Str("link"))
	}
	return out
}

// address returns the URL of a link of the header in this site.
func (c *config) address(link string) string {
	if strings.Contains(link, "://") || !strings.HasPrefix(link, "/") {
		return link
	}
	return pageURL(link, !c.clean())
}
