package discovery

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/html"
)

// feedTitle is the title of a feed: in English and in Hugo's own feeds that which Hugo gives it, "Posts on My
// Site". A site without a title is called by its host, as a feed has to have one (rule B1).
func feedTitle(f *plan) string {
	p := f.page
	name := siteTitle(p.Edition)
	what := p.Title
	if f.dir != "" {
		what = f.title
	} else if what == name || what == p.Edition.Language.Title || p.Kind == site.Home && p.Edition.Language.Title == "" {
		what = ""
	}
	base := baseLanguage(p.Edition)
	switch {
	case what == "":
	case f.hugo || base == "en":
		name = what + " on " + name
	default:
		name = what + " – " + name
	}
	if f.updates {
		format, ok := changed[base]
		if !ok {
			format = changed["en"]
		}
		return fmt.Sprintf(format, name)
	}
	return name
}

// changed is "changes" by language, with the name of what changed (rule F2).
var changed = map[string]string{
	"da": "Ændringer: %s",
	"de": "Änderungen: %s",
	"en": "Updates: %s",
	"es": "Cambios: %s",
	"fi": "Muutokset: %s",
	"fr": "Modifications : %s",
	"it": "Modifiche: %s",
	"ja": "更新履歴：%s",
	"nb": "Endringer: %s",
	"nl": "Wijzigingen: %s",
	"pl": "Zmiany: %s",
	"pt": "Alterações: %s",
	"ru": "Изменения: %s",
	"sv": "Ändringar: %s",
	"zh": "更新：%s",
}

func baseLanguage(e *site.Edition) string {
	base, _, _ := strings.Cut(feedLanguage(e), "-")
	return strings.ToLower(base)
}

// siteText is a text of the configuration as feeds have it: without markup (rule S4) and without characters that XML
// forbids or that mean nothing (U4), which checkTexts reports once for all feeds.
func siteText(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unmeant(r) {
			return -1
		}
		return r
	}, html.PlainText(s)))
}

func unmeant(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r >= 0x7f && r <= 0x9f || r == '\uFFFD' || r == '\uFFFE' || r == '\uFFFF'
}

// checkTexts reports texts of the configuration that hold such characters.
func (er editionReader) checkTexts(e *site.Edition) {
	description, _ := e.Language.Params["description"].(string)
	for _, t := range []struct{ key, text string }{{"title", e.Language.Title}, {"params.description", description}, {"copyright", e.Language.Copyright}} {
		if strings.ContainsFunc(t.text, unmeant) {
			er.warn("U4", fmt.Sprintf("%s of the language %s: %q holds characters that XML forbids: they are left out of feeds", t.key, e.Language.Key, t.text), "")
		}
	}
}

func siteTitle(e *site.Edition) string {
	if t := siteText(e.Language.Title); t != "" {
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
func feedDescription(f *plan) string {
	p := f.page
	if f.dir == "" && p.Description != "" && p.Kind != site.Home {
		return html.PlainText(p.Description)
	}
	if f.isHome() == 1 {
		if s, ok := p.Edition.Language.Params["description"].(string); ok && s != "" {
			return siteText(s)
		}
		if p.Description != "" {
			return html.PlainText(p.Description)
		}
	}
	name := siteTitle(p.Edition)
	base := baseLanguage(p.Edition)
	format, ok := recent[base]
	switch {
	case ok && base != "en":
		list := *f
		list.updates = false
		return fmt.Sprintf(format, feedTitle(&list))
	case f.author != "":
		return fmt.Sprintf(recent["en"], "by "+f.author+" on "+name)
	case f.dir != "":
		return fmt.Sprintf(recent["en"], "in "+f.title+" on "+name)
	case p.Title != "" && p.Title != name && p.Title != p.Edition.Language.Title:
		return fmt.Sprintf(recent["en"], "in "+p.Title+" on "+name)
	}
	return fmt.Sprintf(recent["en"], "on "+name)
}

// feedLanguage is the BCP 47 tag of a language.
func feedLanguage(e *site.Edition) string {
	tag := e.Language.Locale
	if tag == "" {
		tag = e.Language.Key
	}
	return strings.ReplaceAll(tag, "_", "-")
}

// categories are the titles of the terms of p, without those that name authors.
func categories(p *site.Page) []feeds.Category {
	var out []feeds.Category
	for _, t := range p.Edition.Taxonomies {
		if t.Singular == "author" {
			continue
		}
		for _, term := range p.TermsOf(t.Plural) {
			if name := term.Title; name != "" {
				out = append(out, feeds.Category{Term: name})
			}
		}
	}
	return out
}
