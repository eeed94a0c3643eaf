package docusaurus

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// navbar converts navbar items for links, docs and sidebars to header links, and keeps the logo.
// https://docusaurus.io/docs/api/themes/configuration#navbar-items
func (d *docusaurus) navbar() {
	bar := d.config.Object("themeConfig", "navbar")
	if bar == nil {
		return
	}
	if logo := d.logo(); logo != nil {
		d.Params = append(d.Params, conversion.Line("logo", logo, d.file))
	}
	var newest *bars
	for _, v := range d.versions {
		if !v.below && !v.other {
			newest = d.bars[v.route]
		}
	}
	links, others := d.header(newest.target)
	d.Menu = links
	for _, v := range bar.List("items") {
		item, _ := v.(*script.Object)
		if to := item.Str("href"); strings.Contains(to, "://git") && len(d.Params) > 0 && item.Str("label") == "" {
			d.Params = append(d.Params, conversion.Line("repository", to, d.file))
			others--
		}
	}
	line := d.line("themeConfig", "navbar")
	d.Note(d.file, line, "navbar", conversion.Used, "%s of menus.main", words.Count(len(d.Menu), "link"))
	if others > 0 {
		d.Note(d.file, line, "navbar", conversion.NeedsYou, "in HTML, or computed: %s", words.Count(others, "link"))
	}
	for _, locale := range d.locales[1:] {
		d.Out.Menu("languages."+key(locale)+".menus.main", "", d.translated(links, locale))
	}
}

// sidebarLinks converts the links in sidebars that lead to other pages and sites.
func (d *docusaurus) sidebarLinks() {
	var all []*bars
	for _, v := range d.versions {
		all = append(all, d.bars[v.route])
	}
	for i, locale := range d.locales {
		menu := "menus.sidebar"
		if i > 0 {
			menu = "languages." + key(locale) + "." + menu
		}
		d.Out.Menu(menu, "", d.sideLinks(all, locale))
	}
}

// messages returns the texts of a translation file by ID. A file that does not exist has none.
func (l *layout) messages(file string) map[string]string {
	out := map[string]string{}
	text, _ := foreign.Head(l.root, path.Join(l.dir, file), foreign.MostConfig)
	value, _, err := frontmatter.Decode(frontmatter.JSON, file, text)
	if err != nil {
		return out
	}
	all, _ := value.(map[string]any)
	for id, v := range all {
		m, _ := v.(map[string]any)
		out[id], _ = m["message"].(string)
	}
	return out
}

// labels returns the texts of the sidebars of a version in a locale, without the names of the sidebars:
// "category.Guides", "doc.Intro". https://docusaurus.io/docs/i18n/tutorial#translate-plugin-data
func (l *layout) labels(v *version, locale string) map[string]string {
	if locale == l.locales[0] {
		return nil
	}
	out, messages := map[string]string{}, l.messages(path.Join(l.source(locale, v.plugin), v.local+".json"))
	for _, id := range slices.Sorted(maps.Keys(messages)) {
		if rest, ok := strings.CutPrefix(id, "sidebar."); ok {
			_, rest, _ = strings.Cut(rest, ".")
			out[rest] = messages[id]
		}
	}
	return out
}

// logo returns the logo of the header for the themes; nil if there is none.
func (l *layout) logo() any {
	logo := l.config.Object("themeConfig", "navbar", "logo")
	src, dark := strings.TrimPrefix(logo.Str("src"), "/"), strings.TrimPrefix(logo.Str("srcDark"), "/")
	if src == "" || l.asset(src) == "" {
		return nil
	} else if dark == "" {
		return map[string]any{"src": src}
	}
	return map[string]any{"src": src, "dark": dark}
}

// inSite returns the URL of a page that the configuration names: https://docusaurus.io/docs/advanced/routing
func inSite(to string) string {
	i := strings.IndexAny(to+"#", "?#")
	at := "/" + strings.Trim(to[:i], "/")
	if at != "/" && !file.MatchString(at) {
		at += "/"
	}
	return at + to[i:]
}

// file matches the path of a file in the folder of static files.
var file = pattern.New(`\.[A-Za-z]\w*$`)

// header returns the links of the navbar with a text, and the number of other entries. target returns the URL of an
// entry. https://docusaurus.io/docs/api/themes/configuration#navbar-items
func (l *layout) header(target func(item *script.Object) string) (out []conversion.Link, others int) {
	for items := l.config.List("themeConfig", "navbar", "items"); len(items) > 0; items = items[1:] {
		item, _ := items[0].(*script.Object)
		label, kind, below := item.Str("label"), item.Str("type"), item.List("items")
		items = slices.Insert(slices.Clone(items), 1, below...) // of a dropdown
		if to := target(item); to != "" && label != "" {
			out = append(out, conversion.Link{Name: label, URL: to})
		} else if len(below) == 0 && kind != "docsVersionDropdown" && kind != "localeDropdown" && kind != "search" {
			others++
		}
	}
	return out, others
}

// translated returns links of the navbar in another language.
func (l *layout) translated(links []conversion.Link, locale string) []conversion.Link {
	return l.local(links, l.messages("i18n/"+locale+"/docusaurus-theme-classic/navbar.json"), "item.label.", locale)
}

// local returns links in a language. labels are its texts by ID, which begins with start.
func (l *layout) local(
	links []conversion.Link, labels map[string]string, start, locale string,
) (out []conversion.Link) {
	for _, link := range links {
		if s := labels[start+link.Name]; s != "" {
			link.Name = s
		}
		if !strings.Contains(link.URL, "://") {
			link.URL = l.prefix(locale) + strings.TrimPrefix(link.URL, "/")
		}
		out = append(out, link)
	}
	return out
}

// menus returns links as the menus of the header, the footer, and the sidebar; without links, there is none.
func menus(header, footer, side []conversion.Link) map[string]any {
	out := map[string]any{}
	for name, links := range map[string][]conversion.Link{"main": header, "footer": footer, "sidebar": side} {
		if list := nav.Menu(links); list != nil {
			out[name] = list
		}
	}
	return out
}

// sideLinks returns the links to other pages and sites in the sidebars of all instances, without older versions.
func (l *layout) sideLinks(all []*bars, locale string) (out []conversion.Link) {
	for _, b := range all {
		if !b.version.below || b.other {
			out = append(out, l.local(b.read.Links, l.labels(b.version, locale), "link.", locale)...)
		}
	}
	return out
}
