package migrate

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign/literal"
	"github.com/sitegen/sitegen/internal/foreign/mkdocs"
)

// navbar makes links of the header of the entries that are links, docs, or sidebars, and keeps the logo.
// https://docusaurus.io/docs/api/themes/configuration#navbar-items
func (d *docusaurus) navbar() {
	bar := d.config.Object("themeConfig", "navbar")
	if bar == nil {
		return
	}
	if logo := bar.Str("logo", "src"); logo != "" && d.exists("static/"+strings.TrimPrefix(logo, "/")) {
		text := "{src = " + quote(strings.TrimPrefix(logo, "/"))
		if dark := bar.Str("logo", "srcDark"); dark != "" {
			text += ", dark = " + quote(strings.TrimPrefix(dark, "/"))
		}
		d.params = append(d.params, "logo = "+text+"}   # "+d.file)
	}
	others := 0
	for _, v := range bar.List("items") {
		item, _ := v.(*literal.Object)
		to := d.target(item)
		switch label := item.Str("label"); {
		case item == nil:
		case to != "" && label != "":
			d.menu = append(d.menu, mkdocs.Link{Name: label, URL: to})
		case strings.Contains(to, "://git") && len(d.params) > 0 && label == "":
			d.params = append(d.params, line("repository", to, d.file))
		case item.Str("type") != "docsVersionDropdown" && item.Str("type") != "localeDropdown" && item.Str("type") != "search":
			others++
		}
	}
	says := ""
	if others > 0 {
		says = "; other entries are not converted"
	}
	d.note(d.file, d.line("navbar:"), "navbar", Used, "%d links of menus.main%s", len(d.menu), says)
	for _, locale := range d.locales[1:] {
		d.localMenu(locale)
	}
}

// target is where an entry leads, "" if that is not known.
func (d *docusaurus) target(item *literal.Object) string {
	if to := item.Str("to"); to != "" {
		return "/" + strings.TrimPrefix(to, "/")
	}
	if len(d.manuals) == 0 {
		return item.Str("href")
	}
	m := d.newest()
	switch item.Str("type") {
	case "docSidebar":
		return d.first(m, m.sidebars.Get(item.Str("sidebarId")))
	case "doc":
		return d.address(m, item.Str("docId"))
	}
	return item.Str("href")
}

// first is the URL of the first page of a sidebar.
func (d *docusaurus) first(m *manual, items any) string {
	list, _ := items.([]any)
	for _, item := range list {
		id, _ := item.(string)
		if o, _ := item.(*literal.Object); o != nil {
			if to := d.first(m, o.Get("items")); to != "" {
				return to
			}
			id = o.Str("id")
		}
		if to := d.address(m, id); to != "" {
			return to
		}
	}
	if o, _ := items.(*literal.Object); o != nil || len(list) > 0 {
		return "/" + m.route + "/"
	}
	return ""
}

// address is the URL of a page of a manual in the default language, "" for none.
func (d *docusaurus) address(m *manual, id string) string {
	p := m.byID[id]
	if p == nil {
		return ""
	}
	if url, _ := p.values["url"].(string); url != "" {
		return url
	}
	name, slug := strings.TrimSuffix(strings.TrimSuffix(p.to, "_index.md"), ".md"), ""
	if slug, _ = p.values["slug"].(string); slug != "" {
		name = path.Join(path.Dir(name), slug)
	}
	return "/" + strings.TrimSuffix(name, "/") + "/"
}

// localMenu is the menu of a further language.
func (d *docusaurus) localMenu(locale string) {
	labels := d.messages("i18n/" + locale + "/docusaurus-theme-classic/navbar.json")
	for i, l := range d.menu {
		name, url := l.Name, l.URL
		if s := labels["item.label."+name]; s != "" {
			name = s
		}
		if !strings.Contains(url, "://") {
			url = d.top(locale) + strings.TrimPrefix(url, "/")
		}
		d.out.table("[languages."+key(locale)+".menus.main]", "", line("name", name, ""), line("url", url, ""), line("weight", i+1, ""))
	}
}

// messages are the texts of a file of translations, by their ids. A file that does not exist has none.
func (d *docusaurus) messages(file string) map[string]string {
	out := map[string]string{}
	text, err := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(file)))
	if err != nil {
		return out
	}
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
