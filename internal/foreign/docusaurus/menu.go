package docusaurus

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// navbar converts navbar items for links, docs and sidebars to header links, and keeps the logo.
// https://docusaurus.io/docs/api/themes/configuration#navbar-items
func (d *docusaurus) navbar() {
	bar := d.config.Object("themeConfig", "navbar")
	if bar == nil {
		return
	}
	if logo := bar.Str("logo", "src"); logo != "" && d.Exists("static/"+strings.TrimPrefix(logo, "/")) {
		text := "{src = " + conversion.Quote(strings.TrimPrefix(logo, "/"))
		if dark := bar.Str("logo", "srcDark"); dark != "" {
			text += ", dark = " + conversion.Quote(strings.TrimPrefix(dark, "/"))
		}
		d.Params = append(d.Params, "logo = "+text+"}   # "+d.file)
	}
	others := 0
	for _, v := range bar.List("items") {
		item, _ := v.(*script.Object)
		to := d.target(item)
		switch label := item.Str("label"); {
		case item == nil:
		case to != "" && label != "":
			d.Menu = append(d.Menu, conversion.Link{Name: label, URL: to})
		case strings.Contains(to, "://git") && len(d.Params) > 0 && label == "":
			d.Params = append(d.Params, conversion.Line("repository", to, d.file))
		case item.Str("type") != "docsVersionDropdown" && item.Str("type") != "localeDropdown" &&
			item.Str("type") != "search":
			others++
		}
	}
	says := ""
	if others > 0 {
		says = "; other entries are not converted"
	}
	d.Note(d.file, d.line("navbar:"), "navbar", conversion.Used, "%d links of menus.main%s", len(d.Menu), says)
	for _, locale := range d.locales[1:] {
		d.localMenu(locale)
	}
}

// target returns the URL of an item, or "" if it is unknown.
func (d *docusaurus) target(item *script.Object) string {
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

// first returns the URL of a sidebar's first page.
func (d *docusaurus) first(m *manual, items any) string {
	list, _ := items.([]any)
	for _, item := range list {
		id, _ := item.(string)
		if o, _ := item.(*script.Object); o != nil {
			if to := d.first(m, o.Get("items")); to != "" {
				return to
			}
			id = o.Str("id")
		}
		if to := d.address(m, id); to != "" {
			return to
		}
	}
	if o, _ := items.(*script.Object); o != nil || len(list) > 0 {
		return "/" + m.route + "/"
	}
	return ""
}

// address returns the URL of a page of a manual in the default language, or "".
func (d *docusaurus) address(m *manual, id string) string {
	p := m.byID[id]
	if p == nil {
		return ""
	}
	if url, _ := p.Values["url"].(string); url != "" {
		return url
	}
	name, slug := strings.TrimSuffix(strings.TrimSuffix(p.to, "_index.md"), ".md"), ""
	if slug, _ = p.Values["slug"].(string); slug != "" {
		name = path.Join(path.Dir(name), slug)
	}
	return "/" + strings.TrimSuffix(name, "/") + "/"
}

// localMenu writes the menu of another language.
func (d *docusaurus) localMenu(locale string) {
	labels := d.messages("i18n/" + locale + "/docusaurus-theme-classic/navbar.json")
	for i, l := range d.Menu {
		name, url := l.Name, l.URL
		if s := labels["item.label."+name]; s != "" {
			name = s
		}
		if !strings.Contains(url, "://") {
			url = d.top(locale) + strings.TrimPrefix(url, "/")
		}
		d.Out.Table("[languages."+key(locale)+".menus.main]", "", conversion.Line("name", name, ""),
			conversion.Line("url", url, ""), conversion.Line("weight", i+1, ""))
	}
}

// messages returns the texts of a translation file by ID. A file that does not exist has none.
func (d *docusaurus) messages(file string) map[string]string {
	out := map[string]string{}
	text, err := os.ReadFile(filepath.Join(d.Dir, filepath.FromSlash(file)))
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
