package discovery

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/feeds"
)

// feedTitle is the title that Hugo gives a list's feed: "Posts on My Site". A site without a title is
// called by its host, as a feed has to have one (rule B1).
func feedTitle(p *site.Page) string {
	name := siteTitle(p.Edition)
	if p.Title == "" || p.Title == name || p.Kind == site.Home && p.Edition.Language.Title == "" {
		return name
	}
	return p.Title + " on " + name
}

func siteTitle(e *site.Edition) string {
	if t := strings.TrimSpace(e.Language.Title); t != "" {
		return t
	}
	if u, err := url.Parse(e.Base.Origin()); err == nil && u.Host != "" {
		return u.Host
	}
	return e.Language.Key
}

// recent is "recent content" by language, with the name of what it is in (rule B1).
var recent = map[string]string{
	"da": "Seneste indhold: %s",
	"de": "Neueste Inhalte: %s",
	"en": "Recent content %s",
	"es": "Contenido reciente: %s",
	"fi": "Uusin sisältö: %s",
	"fr": "Contenu récent : %s",
	"it": "Contenuti recenti: %s",
	"ja": "最近の更新：%s",
	"nb": "Nyeste innhold: %s",
	"nl": "Recente inhoud: %s",
	"pl": "Najnowsze treści: %s",
	"pt": "Conteúdo recente: %s",
	"ru": "Новые материалы: %s",
	"sv": "Senaste innehållet: %s",
	"zh": "最近内容：%s",
}

// feedDescription is what the list says of itself, else "Recent content" with Hugo's ending, in the
// language of the page where we know it (rule B1).
func feedDescription(p *site.Page) string {
	if p.Description != "" && p.Kind != site.Home {
		return p.Description
	}
	if p.Kind == site.Home {
		if s, ok := p.Edition.Language.Params["description"].(string); ok && s != "" {
			return s
		}
		if p.Description != "" {
			return p.Description
		}
	}
	name := siteTitle(p.Edition)
	base, _, _ := strings.Cut(feedLanguage(p.Edition), "-")
	format, ok := recent[strings.ToLower(base)]
	if !ok || base == "en" {
		what := "on " + name
		if p.Title != "" && p.Title != name {
			what = "in " + p.Title + " " + what
		}
		return fmt.Sprintf(recent["en"], what)
	}
	return fmt.Sprintf(format, feedTitle(p))
}

// feedLanguage is the BCP 47 tag of a language.
func feedLanguage(e *site.Edition) string {
	tag := e.Language.Locale
	if tag == "" {
		tag = e.Language.Key
	}
	return strings.ReplaceAll(tag, "_", "-")
}

// people reads the authors of a page or of the site's parameters (rule A2): `author` or `authors`, a
// name, a map with name, email and url, or a list of either.
func people(params map[string]any) []feeds.Person {
	if list := persons(params["authors"]); len(list) > 0 {
		return list
	}
	return persons(params["author"])
}

func persons(v any) []feeds.Person {
	switch v := v.(type) {
	case string:
		if v = strings.TrimSpace(v); v != "" {
			return []feeds.Person{{Name: v}}
		}
	case map[string]any:
		p := feeds.Person{Name: text(v["name"]), Email: text(v["email"]), URL: text(v["url"])}
		if p != (feeds.Person{}) {
			return []feeds.Person{p}
		}
	case []any:
		var all []feeds.Person
		for _, one := range v {
			all = append(all, persons(one)...)
		}
		return all
	case []string:
		var all []feeds.Person
		for _, one := range v {
			all = append(all, persons(one)...)
		}
		return all
	}
	return nil
}

func text(v any) string {
	s, _ := v.(string)
	return strings.TrimSpace(s)
}

// categories are the titles of the terms of p, without those that name authors.
func categories(p *site.Page) []feeds.Category {
	var out []feeds.Category
	for _, t := range p.Edition.Taxonomies {
		if t.Singular == "author" {
			continue
		}
		for _, term := range p.Terms[t.Plural] {
			if name := term.Title; name != "" {
				out = append(out, feeds.Category{Term: name})
			}
		}
	}
	return out
}
