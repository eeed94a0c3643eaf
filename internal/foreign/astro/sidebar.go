package astro

import (
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// mostLevels is the maximum depth of groups.
const mostLevels = 20

// bar is the sidebar in a language that is read: https://starlight.astro.build/guides/sidebar/
type bar struct {
	*site
	locale locale
	pages  map[string]string // files by their paths in URLs
	there  map[string]bool   // these files
	badges map[string]any    // of pages by their files, and of groups by their labels
}

// readListed reads the paths of the pages that the sidebar names.
func (s *site) readListed(items []any, depth int) {
	for _, item := range items {
		o, _ := item.(*script.Object)
		slug, ok := item.(string)
		if o != nil {
			slug, ok = o.Get("slug").(string)
		}
		if ok {
			s.listed[strings.Trim(slug, "/")] = o.Str("label") != ""
		}
		if o != nil && depth < mostLevels {
			s.readListed(o.List("items"), depth+1)
		}
	}
}

// navigation returns the order, labels, and groups of the pages in a language. It is empty without a sidebar, as the
// folders give the order then.
func (s *site) navigation(l locale) nav.Navigation {
	items := s.options.List("sidebar")
	b := &bar{site: s, locale: l, pages: map[string]string{}, badges: map[string]any{}}
	var list []any
	if items != nil {
		for _, slugs := range []bool{false, true} { // reading the front matter of all pages takes time
			b.pages = s.pages(l, slugs)
			missing := false
			if list = b.entries(items, 0, &missing); !missing {
				break
			}
		}
	}
	b.there = map[string]bool{}
	for _, file := range b.pages {
		b.there[file] = true
	}
	read := nav.Read(list, func(file string) bool { return b.there[file] })
	for file := range read.Named {
		if b.there[file] {
			rule := read.Rule(nav.Target(file))
			rule.Title = "" // that of its front matter
			rule.Badge = b.badges[file]
		}
	}
	for i := range read.Rules {
		if r := &read.Rules[i]; r.Title != "" {
			r.Badge = b.badges[r.Label]
		}
	}
	return read
}

// entries converts items. missing becomes true if one of them names a page that does not exist.
func (b *bar) entries(items []any, depth int, missing *bool) (out []any) {
	if depth == mostLevels {
		return nil
	}
	for _, item := range items {
		if slug, ok := item.(string); ok {
			out = append(out, b.page(slug, "", missing)...)
			continue
		}
		o, _ := item.(*script.Object)
		if o == nil {
			continue
		}
		label := o.Str("label")
		if text := o.Str("translations", b.locale.tag); text != "" {
			label = text
		}
		badge := b.badge(o.Get("badge"))
		var list []any
		if dir := strings.Trim(o.Str("autogenerate", "directory"), "/"); dir != "" {
			list = append(list, dir+"/") // its pages follow the folder
		}
		inside := o.List("items")
		list = append(list, b.entries(inside, depth+1, missing)...)
		switch link := o.Str("link"); {
		case o.Get("slug") != nil:
			out = append(out, b.badged(badge, b.page(o.Str("slug"), label, missing))...)
		case strings.Contains(link, "://"):
			out = append(out, map[string]any{label: link})
		case link != "":
			var unknown bool // it may be a page of another tool
			out = append(out, b.badged(badge, b.page(strings.TrimPrefix(link, "/"), label, &unknown))...)
		case label != "" && len(list) > 0:
			b.badges[label] = badge
			out = append(out, map[string]any{label: list})
		default:
			out = append(out, list...)
		}
	}
	return out
}

// badge returns the badge of an item, whose text may be one for each language; nil for none:
// https://starlight.astro.build/guides/sidebar/#badges
func (b *bar) badge(said any) any {
	if o, ok := said.(*script.Object); ok {
		said = o.Map()
		if texts := o.Object("text"); texts != nil {
			said = map[string]any{"text": texts.Str(b.locale.tag), "variant": o.Get("variant")}
		}
	}
	return badge(said)
}

// badged notes the badge of the pages in entries.
func (b *bar) badged(badge any, entries []any) []any {
	nav.Each(entries, func(_, file string, _ []any) { b.badges[file] = badge })
	return entries
}

// page returns the entry of the page with a path.
func (b *bar) page(at, label string, missing *bool) []any {
	at, _, _ = strings.Cut(at, "#")
	at = strings.Trim(at, "/")
	file, ok := b.pages[at]
	if !ok { // the slug of a page may be its path in the file system
		if file, ok = b.pages[address(at+".md")]; !ok {
			*missing = true
			return nil
		}
	}
	if label == "" {
		return []any{file}
	}
	return []any{map[string]any{label: file}}
}

// cascades returns the values of the sidebars of all languages.
func (s *site) cascades(func(string) bool) (out []any) {
	for _, l := range s.locales {
		read := s.navigation(l)
		for _, v := range read.Cascades() {
			if len(s.locales) > 1 || l.key != "" {
				target := v.(map[string]any)["target"].(map[string]any)
				target["sites"] = map[string]any{"matrix": map[string]any{"languages": []any{l.language()}}}
			}
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}
