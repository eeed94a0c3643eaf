package vitepress

import (
	"fmt"
	"html"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// tags matches HTML tags and comments.
var tags = pattern.New(`<!--.*?-->|</?[A-Za-z][^<>]*>`)

// otherLayout is the key of a layout that sitegen doesn't have; it is reported with the text.
const otherLayout = "otherlayout"

// original is the key of the values of a home page that have another form in the theme, as the page says them.
const original = "saidhome"

// splash is the layout of home pages, whose hero has the heading of the page.
const splash = "splash"

// topHeading matches a heading of the first level in a text.
var topHeading = pattern.New(`(?m)^# +(.+?)(?: +\{#[\w-]+\})?[ \t\r]*$`)

// front converts the front matter: https://vitepress.dev/reference/frontmatter-config
func (m *manner) front(p *foreign.Page, body []byte) {
	layout := p.Values["layout"]
	switch delete(p.Values, "layout"); layout {
	case "home":
		p.Values["layout"] = splash
		m.home(p)
		if m := topHeading.FindStringSubmatch(string(body)); m != nil && p.Values["title"] == nil {
			p.Values["title"] = plain(m[1])
		}
	case "doc", "", true, nil:
	default:
		p.Values[otherLayout] = fmt.Sprint(layout)
	}
	head(p.Values)
	if template, ok := p.Values["titletemplate"]; ok {
		p.Values["titletemplate"] = titleTemplate(template)
	}
	m.parts(p)
	if at := strings.TrimPrefix(p.File, m.src+"/"); m.src == "." || at != p.File {
		at = strings.TrimSuffix(at, path.Ext(at))
		to := strings.TrimSuffix(moved(m.moves, at+".md"), ".md")
		if natural := strings.TrimPrefix(at, m.folder); to != natural || path.Base(at) == "README" ||
			m.ugly && path.Base(to) != "index" {
			p.Values["url"] = pageURL("/"+to+".md", m.ugly)
		}
	}
	foreign.HideTitle(p.Values, body)
}

// titleTemplate converts what the title of the head consists of; "" is the default:
// https://vitepress.dev/reference/site-config#titletemplate
func titleTemplate(v any) string {
	s := foreign.TextOf(v)
	switch {
	case v == false:
		return ":title"
	case s == "" || strings.Contains(s, ":title"):
		return s
	}
	return ":title | " + s
}

// parts converts the keys for the parts around the text. Keys that are maps may be those of sitegen.
func (m *manner) parts(p *foreign.Page) {
	v := p.Values
	if v["outline"] == false || v["aside"] == false {
		v["toc"] = false
	}
	if v["editlink"] == false {
		v["editurl"] = ""
	}
	for _, key := range []string{"sidebar", "editlink", "aside", "outline"} {
		if _, ok := v[key].(map[string]any); !ok {
			delete(v, key)
		}
	}
	for _, key := range []string{"prev", "next"} { // https://vitepress.dev/reference/default-theme-prev-next-links
		entry, _ := v[key].(map[string]any)
		to := map[string]any{}
		if text := foreign.TextOf(entry["text"]) + foreign.TextOf(v[key]); text != "" && v[key] != false {
			to["text"] = text
		}
		link := m.themeLink(foreign.TextOf(entry["link"]), m.address(p.File))
		switch {
		case v[key] == false:
		case strings.HasPrefix(link, "/"):
			at, _ := cutAfter(link)
			at = strings.TrimSuffix(strings.TrimSuffix(at, ".html"), "/")
			locale := strings.TrimPrefix(strings.TrimSuffix(p.File, p.Path), m.src+"/")
			to["link"] = "/" + strings.TrimPrefix(strings.TrimPrefix(at, "/"), locale)
			v[key] = to
		case strings.Contains(link, "://"):
			to["link"] = link
			v[key] = to
		case len(to) > 0: // only another label
			v[key] = to
		default:
			delete(v, key)
		}
	}
}

// address returns the path of the file of a page in the site.
func (m *manner) address(file string) string {
	return "/" + moved(m.moves, strings.TrimPrefix(file, m.src+"/"))
}

// themeLink converts a link in front matter of the page at url. Unlike those in a text, links without a dot at their
// start begin at the root of the site:
// https://github.com/vuejs/vitepress/blob/main/src/client/theme-default/support/utils.ts
func (m *manner) themeLink(link, url string) string {
	at, _ := cutAfter(link)
	if at != "" && !strings.ContainsAny(at[:1], "./") && !scheme.MatchString(link) && !isFile(at) &&
		!strings.HasSuffix(at, "/") && !strings.HasSuffix(at, ".html") {
		link = "/" + link
	}
	return m.link(link, url)
}

// home converts the hero and features of a home page to those of the docs theme:
// https://vitepress.dev/reference/default-theme-home-page
func (m *manner) home(p *foreign.Page) {
	values, url := p.Values, m.address(p.File)
	hero, _ := values["hero"].(map[string]any)
	out := map[string]any{}
	var lines []string
	for _, key := range []string{"name", "text", "tagline"} {
		if s := foreign.TextOf(hero[key]); s != "" {
			lines = append(lines, s)
		}
	}
	if len(lines) > 0 {
		out["title"] = lines[0]
		out["tagline"] = strings.Join(lines[1:], "\\\n")
	}
	if image := picture(hero["image"]); image != nil {
		out["image"] = image
	}
	// anchor adds the attributes of a link to an action or a card.
	anchor := func(to, from map[string]any) {
		to["link"] = m.themeLink(foreign.TextOf(from["link"]), url)
		for _, key := range []string{"target", "rel"} {
			if s := foreign.TextOf(from[key]); s != "" {
				to[key] = s
			}
		}
	}
	var actions []any
	list, _ := hero["actions"].([]any)
	for _, v := range list {
		action, _ := v.(map[string]any)
		if text := foreign.TextOf(action["text"]); text != "" && foreign.TextOf(action["link"]) != "" {
			to := map[string]any{"text": text}
			anchor(to, action)
			actions = append(actions, to)
		}
	}
	if actions != nil {
		out["actions"] = actions
	}
	values[original] = map[string]any{"hero": values["hero"], "features": values["features"]}
	values["hero"] = out
	var cards []any
	list, _ = values["features"].([]any)
	for _, v := range list {
		f, _ := v.(map[string]any)
		card := map[string]any{"title": html.UnescapeString(plain(foreign.TextOf(f["title"])))}
		for key, s := range map[string]string{
			"icon": icon(f["icon"], p.Base), "text": foreign.TextOf(f["details"]), "more": foreign.TextOf(f["linktext"]),
		} {
			if s != "" {
				card[key] = s
			}
		}
		if foreign.TextOf(f["link"]) != "" {
			anchor(card, f)
		}
		cards = append(cards, card)
	}
	if delete(values, "features"); cards != nil {
		values["cards"], out["cardsfirst"] = cards, true
	}
}

// icon returns the icon of a feature as HTML, or as text.
func icon(v any, base string) string {
	image, ok := picture(v).(map[string]any)
	if _, text := v.(string); text || !ok {
		return foreign.TextOf(v)
	}
	size := ""
	for _, key := range []string{"width", "height"} {
		if s := foreign.TextOf(v.(map[string]any)[key]); s != "" {
			size += " " + key + `="` + html.EscapeString(s) + `"`
		}
	}
	element := func(key, class string) string {
		src := image[key].(string)
		if strings.HasPrefix(src, "/") {
			src = base + src
		}
		return `<img src="` + html.EscapeString(src) + `" alt=""` + size + class + `>`
	}
	if image["dark"] == nil {
		return element("src", "")
	}
	return element("src", ` class="on-light"`) + element("dark", ` class="on-dark"`)
}

// head reads the elements that a page adds to its head, as far as the themes have them:
// https://vitepress.dev/reference/frontmatter-config#head. Others stay, and are reported with the text.
func head(values map[string]any) {
	list, _ := values["head"].([]any)
	delete(values, "head")
	var others []any
	for _, v := range list {
		element, _ := v.([]any)
		attrs := map[string]any{}
		if len(element) > 1 {
			attrs, _ = element[1].(map[string]any)
		}
		if !foreign.HeadElement(values, attrs) {
			others = append(others, v)
		}
	}
	if others != nil {
		values["headelements"] = others
	}
}

// picture returns a picture, which may be different in light and dark mode:
// https://vitepress.dev/reference/default-theme-config#logo
func picture(v any) any {
	switch v := v.(type) {
	case string:
		return map[string]any{"src": v}
	case map[string]any:
		src, dark := v["src"], v["dark"]
		if src == nil {
			src = v["light"]
		}
		if s, ok := src.(string); ok {
			out := map[string]any{"src": s, "alt": foreign.TextOf(v["alt"])}
			if s, ok := dark.(string); ok {
				out["dark"] = s
			}
			return out
		}
	}
	return nil
}

// dialect returns the dialect of the pages.
func (c *config) dialect() foreign.Dialect {
	m := c.manner
	return foreign.Dialect{
		Name: name, Settings: m.settings(), NoSlash: true, UsesBase: true, TopHeading: true,
		PageBeside: true, Front: m.front, Open: foreign.Ended,
		Text: func(t *block.Text, p *foreign.Page) []foreign.Problem { return m.read(t, p) },
	}
}
