package astro

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// Keys of what is reported with the text, or comes before it.
const (
	otherHead = "headelements"
	banner    = "banner"
)

// dialect returns the dialect of the pages.
func (s *site) dialect() foreign.Dialect {
	return foreign.Dialect{
		Name: "Starlight", Settings: s.settings(), Extensions: []string{"mdx"}, NoSlash: true, UsesBase: true,
		TopHeading: true,
		Front:      func(p *foreign.Page, _ []byte) { s.front(p) },
		Text:       func(t *block.Text, p *foreign.Page) []foreign.Problem { return s.markdown(t, p) },
	}
}

// front converts the front matter: https://starlight.astro.build/reference/frontmatter/
func (s *site) front(p *foreign.Page) {
	v := p.Values
	labeled, listed := s.listed[s.place(p)]
	list, _ := v["head"].([]any)
	delete(v, "head")
	for _, element := range list {
		said, _ := element.(map[string]any)
		attributes, _ := said["attrs"].(map[string]any)
		if attributes == nil || !foreign.HeadElement(v, attributes) {
			v[otherHead] = true
		}
	}
	entry(v, listed, labeled)
	switch toc := v["tableofcontents"]; toc {
	case true, false:
		v["toc"] = toc
	}
	if v["pagefind"] == false {
		v["search"] = false
	}
	switch at := v["lastupdated"].(type) {
	case nil, bool:
	default: // a date
		v["lastmod"] = at
		delete(v, "lastupdated")
	}
	switch edit := v["editurl"].(type) {
	case bool:
		if delete(v, "editurl"); !edit {
			v["editurl"] = ""
		}
	}
	for _, key := range []string{"prev", "next"} {
		s.neighbour(v, key)
	}
	if _, ok := v["hero"].(map[string]any); ok || v["template"] == "splash" {
		v["layout"] = "splash"
		s.hero(p)
	}
	delete(v, "template")
	if text, _ := v[banner].(map[string]any); text != nil {
		v[banner] = foreign.TextOf(text["content"])
	}
}

// place sets the URL of a page, and the URLs that lead to it. It returns its path, without the folder of the language.
func (s *site) place(p *foreign.Page) string {
	below := strings.TrimPrefix(p.File, s.docs+"/")
	natural := foreign.Stem(below)
	if path.Base(natural) == "index" {
		natural = strings.TrimSuffix(path.Dir(natural), ".")
	}
	at, given := address(below), false
	if slug, ok := p.Values["slug"].(string); ok {
		delete(p.Values, "slug")
		at, given = strings.Trim(slug, "/"), true
		if at == "index" {
			at = ""
		}
	}
	switch {
	case at == "404":
		p.Values["url"], p.Values["build"] = "/404.html", map[string]any{"list": "never"}
	case given || nav.Unusual(natural) || at != strings.ToLower(natural) || strings.Contains(natural, "."):
		p.Values["url"] = strings.TrimSuffix("/"+at, "/") + "/"
	}
	if old := s.moved[strings.TrimSuffix("/"+at, "/")]; len(old) > 0 {
		p.Values["aliases"] = append(foreign.Words(p.Values["aliases"]), old...)
	}
	return strings.Trim(strings.TrimPrefix(at, s.localeOf(p.File)), "/")
}

// entry converts how a page appears in the sidebar. Its order counts in generated groups only, and a label in
// the sidebar overrides that of the page. https://starlight.astro.build/reference/frontmatter/#sidebarconfig
func entry(v map[string]any, listed, labeled bool) {
	said, _ := v["sidebar"].(map[string]any)
	delete(v, "sidebar")
	out := map[string]any{}
	if label := foreign.TextOf(said["label"]); label != "" && v["linktitle"] == nil && !labeled {
		v["linktitle"] = label
	}
	if order, ok := frontmatter.Float(said["order"]); ok && v["weight"] == nil && !listed {
		v["weight"] = foreign.Weight(order)
	}
	if said["hidden"] == true && !listed {
		out["hide"] = true
	}
	if badge := badge(said["badge"]); badge != nil {
		out["badge"] = badge
	}
	if len(out) > 0 {
		v["sidebar"] = out
	}
}

// badge converts a badge in the sidebar: https://starlight.astro.build/reference/frontmatter/#sidebarconfig
func badge(said any) any {
	switch said := said.(type) {
	case string:
		return said
	case map[string]any:
		kind := foreign.TextOf(said["variant"])
		if kind == "success" {
			kind = "tip"
		}
		return map[string]any{"text": foreign.TextOf(said["text"]), "type": kind}
	}
	return nil
}

// neighbour converts the link to the page before or after.
func (s *site) neighbour(v map[string]any, key string) {
	out := map[string]any{}
	switch to := v[key].(type) {
	case string:
		out["text"] = to
	case map[string]any:
		if label := foreign.TextOf(to["label"]); label != "" {
			out["text"] = label
		}
		if link := foreign.TextOf(to["link"]); link != "" {
			out["link"] = s.rooted(link)
		}
	}
	if len(out) > 0 {
		v[key] = out
	} else if v[key] != false {
		delete(v, key)
	}
}

// hero converts the start of a landing page: https://starlight.astro.build/reference/frontmatter/#heroconfig
func (s *site) hero(p *foreign.Page) {
	said, _ := p.Values["hero"].(map[string]any)
	out := map[string]any{}
	for _, key := range []string{"title", "tagline"} {
		if text := foreign.TextOf(said[key]); text != "" {
			out[key] = text
		}
	}
	image, _ := said["image"].(map[string]any)
	picture := func(keys ...string) string {
		for _, key := range keys {
			if name, ok := image[key].(string); ok {
				return s.picture(name, path.Dir(p.File))
			}
		}
		return ""
	}
	if src := picture("file", "light", "dark"); src != "" {
		to := map[string]any{"src": src, "alt": foreign.TextOf(image["alt"])}
		if dark := picture("dark"); dark != "" && dark != src {
			to["dark"] = dark
		}
		out["image"] = to
	}
	var actions []any
	list, _ := said["actions"].([]any)
	for _, v := range list {
		action, _ := v.(map[string]any)
		to := map[string]any{"text": foreign.TextOf(action["text"]), "link": s.rooted(foreign.TextOf(action["link"]))}
		attributes, _ := action["attrs"].(map[string]any)
		for _, key := range []string{"target", "rel"} {
			if text := foreign.TextOf(attributes[key]); text != "" {
				to[key] = text
			}
		}
		if to["text"] != "" && to["link"] != "" {
			actions = append(actions, to)
		}
	}
	if actions != nil {
		out["actions"] = actions
	}
	if p.Values["hero"] = out; len(out) == 0 {
		delete(p.Values, "hero")
	}
}

// rooted returns a link without the path of the site, which Astro does not add.
func (s *site) rooted(to string) string {
	if rest, ok := strings.CutPrefix(to, s.base()+"/"); ok && s.base() != "" {
		return "/" + rest
	}
	return to
}
