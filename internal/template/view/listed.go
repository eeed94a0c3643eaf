package view

import (
	"errors"
	"strings"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/emit/directory"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// errListedInBody says that the listing is final only after the layouts.
var errListedInBody = errors.New("which pages are listed is not known yet while texts of pages are rendered: call .Site.Listed in a layout")

// Listed are the pages of the language that sitemaps list, by section, in the order of a table of contents. The key of
// each group is the page of the section, which comes first in the group if it is listed itself (PagesGroup). It exists
// only in sitegen. Since rendered pages can exclude themselves, it is not available in texts of pages.
func (s *Site) Listed(c *Call) (PagesGroup, error) {
	if c.InBody {
		return nil, errListedInBody
	}
	type key struct{ e *site.Edition }
	groups := par.OnceFor(&c.Views.answers, key{s.e}, func() PagesGroup {
		var out PagesGroup
		for _, g := range directory.Of(s.e, c.Views.o.Listing.Listed) {
			out = append(out, PageGroup{Key: s.s.Page(g.List), Pages: s.s.pageViews(g.Pages)})
		}
		return out
	})
	for _, g := range groups {
		c.AskPage(g.Key.(*Page), trace.PageCard)
	}
	c.Ask(trace.Listed, s.e.Language.Lower, c.Views.listedAnswer(s.e))
	return groups, nil
}

// listedAnswer returns the answer to the question which pages are listed in a language.
func (v *Views) listedAnswer(e *site.Edition) uint64 {
	type key struct{ e *site.Edition }
	return par.OnceFor(&v.answers, key{e}, func() uint64 { return listedAnswer(v.o.Listing, e) })
}

// listedAnswer returns the answer to the question which pages are listed in a language.
func listedAnswer(l *listing.Listing, e *site.Edition) uint64 {
	var keys []string
	for _, g := range directory.Of(e, l.Listed) {
		keys = append(keys, "\x00"+g.List.Key)
		for _, p := range g.Pages {
			keys = append(keys, p.Key)
		}
	}
	return trace.HashStrings(keys...)
}

// askWhoIsListed asks that question again.
func (v *Views) askWhoIsListed(c *Call, key string) {
	lang, feeds := strings.CutSuffix(key, feedsOf)
	if s := v.SiteByKey(lang); s == nil {
		return
	} else if feeds {
		c.Ask(trace.Listed, key, v.feedsAnswer(s.e))
	} else {
		c.Ask(trace.Listed, key, v.listedAnswer(s.e))
	}
}

// HTMLSitemap is the site map for people, nil if the language has none (Page). It exists only in sitegen.
func (s *Site) HTMLSitemap(c *Call) *Page { return s.single(c, "HTMLSitemap", s.e.HTMLSitemap) }

// single returns a page that a language may have, nil if it has no outputs.
func (s *Site) single(c *Call, name string, p *site.Page) *Page {
	var found []*site.Page
	if p != nil && len(p.Targets) > 0 {
		found = append(found, p)
	}
	c.askMembers(s.e.Language.Lower+"#"+name, found)
	if len(found) == 0 {
		return nil
	}
	return s.s.Page(found[0])
}

// Backlinks are the pages whose texts link to a page or embed it, by title, with markup.wikiLinks (Pages). It exists
// only in sitegen.
func (s *Site) Backlinks(c *Call, p *Page) Pages {
	if c.Views.o.Backlinks == nil {
		return nil
	}
	return s.s.pageViews(c.Views.o.Backlinks(c, Model(p)))
}
