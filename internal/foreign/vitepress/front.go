package vitepress

import (
	"html"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// tags matches HTML tags and comments.
var tags = pattern.New(`<!--.*?-->|</?[A-Za-z][^<>]*>`)

// front converts the front matter: https://vitepress.dev/reference/frontmatter-config
func (m *manner) front(p *foreign.Page, body []byte) {
	layout, _ := p.Values["layout"].(string)
	delete(p.Values, "layout")
	if layout == "home" {
		p.Values["layout"] = "splash"
		home(p.Values, p.Base)
	}
	head(p.Values)
	for _, key := range []string{"sidebar", "prev", "next", "editLink", "aside", "outline"} {
		key = strings.ToLower(key)
		if _, ok := p.Values[key].(map[string]any); !ok || key == "prev" || key == "next" {
			delete(p.Values, key)
		}
	}
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

// home converts the hero and features of a home page to those of the docs theme:
// https://vitepress.dev/reference/default-theme-home-page
func home(values map[string]any, base string) {
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
	var actions []any
	list, _ := hero["actions"].([]any)
	for _, v := range list {
		action, _ := v.(map[string]any)
		text, link := foreign.TextOf(action["text"]), foreign.TextOf(action["link"])
		if link != "" && text != "" {
			actions = append(actions, map[string]any{"text": text, "link": link})
		}
	}
	if actions != nil {
		out["actions"] = actions
	}
	values["hero"] = out
	var cards []any
	list, _ = values["features"].([]any)
	for _, v := range list {
		f, _ := v.(map[string]any)
		card := map[string]any{"title": foreign.TextOf(f["title"])}
		if s := icon(f["icon"], base); s != "" {
			card["icon"] = s
		}
		if s := foreign.TextOf(f["details"]); s != "" {
			card["text"] = s
		}
		if s := foreign.TextOf(f["link"]); s != "" {
			card["link"] = s
		}
		cards = append(cards, card)
	}
	if delete(values, "features"); cards != nil {
		values["cards"] = cards
	}
}

// icon returns the icon of a feature as HTML, or as text.
func icon(v any, base string) string {
	image, ok := picture(v).(map[string]any)
	if _, text := v.(string); text || !ok {
		return foreign.TextOf(v)
	}
	src := image["src"].(string)
	if strings.HasPrefix(src, "/") {
		src = base + src
	}
	return `<img src="` + html.EscapeString(src) + `" alt="">`
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
		content := foreign.TextOf(attrs["content"])
		key, value := "", any(content)
		switch name := foreign.TextOf(attrs["name"]) + foreign.TextOf(attrs["property"]); {
		case name == "description" || name == "og:description":
			key = "description"
		case name == "robots" && strings.Contains(content, "noindex"):
			key, value = "noindex", true
		case name == "og:image":
			key = "cover"
		case foreign.TextOf(attrs["rel"]) == "canonical":
			key, value = "canonical", foreign.TextOf(attrs["href"])
		case name == "og:title" || name == "og:type" || name == "og:url" || strings.HasPrefix(name, "twitter:"):
			continue // the themes write their own
		}
		if key == "" || value == "" {
			others = append(others, v)
		} else if values[key] == nil {
			values[key] = value
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
		src := v["src"]
		if src == nil {
			src = v["light"]
		}
		if s, ok := src.(string); ok {
			return map[string]any{"src": s, "alt": foreign.TextOf(v["alt"])}
		}
	}
	return nil
}

// dialect returns the dialect of the pages.
func (c *config) dialect() foreign.Dialect {
	m := c.manner
	return foreign.Dialect{
		Name: name, Settings: m.settings(), NoSlash: true, UsesBase: true, TopHeading: true,
		Front: m.front,
		Text:  func(t *block.Text, p *foreign.Page) []foreign.Problem { return m.read(t, p) },
	}
}
