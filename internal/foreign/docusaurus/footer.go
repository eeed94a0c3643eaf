package docusaurus

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// foot is the footer of a site: https://docusaurus.io/docs/api/themes/configuration#footer-1
type foot struct {
	links     []conversion.Link // of all columns
	others    int               // entries in HTML, and those that are computed
	copyright string            // it may have HTML
	computed  bool              // the copyright is computed, such as from the year
}

// footer reads the footer of the configuration, with its texts in a locale.
func (l *layout) footer(locale string) (f foot) {
	said := l.theme().Object("footer")
	messages := map[string]string{}
	if locale != l.locales[0] {
		messages = l.messages("i18n/" + locale + "/docusaurus-theme-classic/footer.json")
	}
	add := func(item *script.Object) {
		label, to := item.Str("label"), item.Str("href")
		if s := item.Str("to"); s != "" {
			to = inSite(s)
		}
		if label == "" || to == "" {
			f.others++
			return
		}
		if s := messages["link.item.label."+label]; s != "" {
			label = s
		}
		if strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") {
			to = l.prefix(locale) + strings.TrimLeft(to, "/")
		}
		f.links = append(f.links, conversion.Link{Name: label, URL: to})
	}
	for _, v := range said.List("links") {
		column, _ := v.(*script.Object)
		items, columns := column.Get("items").([]any)
		if !columns {
			add(column)
			continue
		}
		for _, v := range items {
			item, _ := v.(*script.Object)
			add(item)
		}
	}
	f.copyright = said.Str("copyright")
	f.computed = f.copyright == "" && said.Get("copyright") != nil
	if s := messages["copyright"]; s != "" {
		f.copyright = s
	}
	return f
}

// writeFooter writes the footer of each language.
func (d *docusaurus) writeFooter() {
	said := d.theme().Get("footer")
	if said == nil {
		return
	}
	f, line := d.footer(d.locales[0]), d.line("themeConfig", "footer")
	if f.computed {
		d.Note(d.file, line, "footer.copyright", conversion.NeedsYou, "it is computed: write it as copyright")
	}
	if f.others > 0 {
		d.Note(d.file, line, "footer.links", conversion.NeedsYou,
			"%s in HTML or computed: write them into layouts/_partials/slots/footer.html", words.Count(f.others, "link"))
	}
	if f.copyright != "" {
		d.Out.Set("copyright", f.copyright, d.file)
		d.Note(d.file, line, "footer.copyright", conversion.Used, "copyright")
	}
	if len(f.links) > 0 {
		d.Note(d.file, line, "footer.links", conversion.Used, "%s of menus.footer, in one list", words.Count(len(f.links), "link"))
	}
	if _, known := said.(*script.Object); !known {
		d.Note(d.file, line, "footer", conversion.NeedsYou,
			"it is computed: write its links as [[menus.footer]], and its text as copyright")
	}
	for i, locale := range d.locales {
		menu := "menus.footer"
		if i > 0 {
			menu, f = "languages."+key(locale)+"."+menu, d.footer(locale)
		}
		d.Out.Menu(menu, "", f.links)
	}
}
