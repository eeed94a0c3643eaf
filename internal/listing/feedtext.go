package listing

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/listing/wording"
	"github.com/sitegen/sitegen/internal/site"
)

// feedTitle is the title of a feed: in English and in Hugo's own feeds that which Hugo gives it, "Posts on My Site", and
// of a podcast the title of its list. A site without a title is called by its host, as a feed has to have one (rule B1).
func feedTitle(f *plan) string {
	p := f.page
	name := siteTitle(p.Edition)
	what := p.Title
	if f.dir != "" {
		what = f.title
	} else if what == name || what == p.Edition.Language.Title || p.Kind == site.Home && p.Edition.Language.Title == "" {
		what = ""
	}
	base := wording.Base(p.Edition.Language)
	switch {
	case what == "":
	case f.Podcast != nil: // directories take it for the name of the show
		name = what
	case f.hugo || base == "en":
		name = what + " on " + name
	default:
		name = what + " – " + name
	}
	if f.updates {
		return wording.Changes(base, name)
	}
	return name
}

func siteTitle(e *site.Edition) string { return wording.Title(e.Language, e.Base.Origin()) }

// checkTexts reports texts of the configuration that hold such characters.
func (er editionReader) checkTexts(e *site.Edition) {
	description, _ := e.Language.Params["description"].(string)
	for _, t := range []struct{ key, text string }{{"title", e.Language.Title}, {"params.description", description}, {"copyright", e.Language.Copyright}} {
		if strings.ContainsFunc(t.text, wording.Unmeant) {
			er.warn("U4", fmt.Sprintf("%s of the language %s: %q contains characters that XML forbids: they are left out of feeds", t.key, e.Language.Key, t.text), "")
		}
	}
}

// feedDescription is what the list says of itself, else "Recent content" with Hugo's ending, in the
// language of the page where we know it (rule B1).
func feedDescription(f *plan) string {
	p := f.page
	if f.dir == "" && p.Description != "" && p.Kind != site.Home {
		return wording.Text(p.Description)
	}
	if f.isHome() == 1 {
		if s, ok := p.Edition.Language.Params["description"].(string); ok && s != "" {
			return wording.Text(s)
		}
		if p.Description != "" {
			return wording.Text(p.Description)
		}
	}
	name := siteTitle(p.Edition)
	base := wording.Base(p.Edition.Language)
	switch {
	case wording.Knows(base) && base != "en":
		list := *f
		list.updates = false
		return wording.Recent(base, feedTitle(&list))
	case f.author != "":
		return wording.Recent("en", "by "+f.author+" on "+name)
	case f.dir != "":
		return wording.Recent("en", "in "+f.title+" on "+name)
	case p.Title != "" && p.Title != name && p.Title != p.Edition.Language.Title:
		return wording.Recent("en", "in "+p.Title+" on "+name)
	}
	return wording.Recent("en", "on "+name)
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
