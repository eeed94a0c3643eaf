package site

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Apart reports whether p stands apart from the tree of pages: it is in no list, and no cascade reaches it.
func (p *Page) Apart() bool { return p.Kind == NotFound || p.Generated() }

// Generated reports whether p is one of the pages that sitegen adds: nobody wrote it, and it says what others say.
func (p *Page) Generated() bool {
	return p.Kind == Search || p.Kind == HTMLSitemap || p.Kind == FeedPage
}

// apart are the pages of that sort.
func (e *edition) apart() []*Page {
	return append([]*Page{e.NotFound}, e.optional()...)
}

// optional are those that a project may do without.
func (e *edition) optional() (out []*Page) {
	for _, p := range []*Page{e.Search, e.HTMLSitemap, e.FeedPage} {
		if p != nil {
			out = append(out, p)
		}
	}
	return out
}

// Where these pages are.
const (
	searchPath      = "/search"
	htmlSitemapPath = "/sitemap"
	feedPagePath    = "/feed"
)

// createHTMLSitemap makes the site map for people where the project asks for one.
func (e *edition) createHTMLSitemap() {
	if e.a.Config.Discovery.HTMLSitemap > 0 {
		e.HTMLSitemap = e.themePage(HTMLSitemap, htmlSitemapPath, "sitemap")
	}
}

// createFeedPage makes the page about feeds where the project asks for one.
func (e *edition) createFeedPage() {
	if e.a.Config.Discovery.Feeds.Page && !e.Language.DisableKinds["rss"] {
		e.FeedPage = e.themePage(FeedPage, feedPagePath, "feed")
	}
}

// createSearch makes the search page, unless the parameter search is false. Whether it is written is for the theme to
// say: see themes.
func (e *edition) createSearch() {
	if e.Language.Params["search"] != false {
		e.Search = e.themePage(Search, searchPath, "search")
	}
}

// themePage makes a page that is not part of the content. Its key is unique, also where a page of the project has the
// same path.
func (e *edition) themePage(kind Kind, path, name string) *Page {
	p := &Page{Kind: kind, Path: path, name: name}
	e.init(p)
	if e.byPath[path] != nil {
		p.Key += "#theme"
	}
	return p
}

// withdraw takes such a page back: the project's own page, or an alias of it, is written there. The search page keeps
// its place, for the index is next to it all the same.
func (e *edition) withdraw(p, own *Page) {
	p.disable()
	p.extras().linked, p.Targets = p.Targets, nil
	switch p {
	case e.Search:
		e.SearchTaken = own
	case e.NotFound:
		if own != nil && slices.ContainsFunc(own.Targets, func(t Target) bool { return t.File == p.linked[0].File }) {
			e.NotFound = own
		}
		p.URL = URL{}
	case e.HTMLSitemap:
		e.taken(own, htmlSitemapPath, "htmlSitemap")
		p.URL = URL{}
		e.HTMLSitemap = nil
	case e.FeedPage:
		e.taken(own, feedPagePath, "feeds.page")
		p.URL = URL{}
		e.FeedPage = nil
	}
}

// taken warns of a page of the project where a setting wants another one, unless the page is one of that sort itself.
func (e *edition) taken(own *Page, path, setting string) {
	if own == nil || own.Layout == "htmlsitemap" || own.Layout == "feedpage" {
		return
	}
	x := e.a.problem(diag.Warning, own.Doc, "", "%s is at %s/, and replaces the page of the setting %s", claim{page: own},
		path, setting)
	x.Hint = "give the page another slug or url, or remove the setting"
}

// translateApart links the pages of all languages that stand in no list: those for what is not found, those of
// the search, site maps, and those about feeds.
func (a *assembly) translateApart() {
	link := func(of func(*edition) *Page) {
		var all []*Page
		for _, e := range a.editions {
			if p := of(e); p != nil && p.Render {
				all = append(all, p)
			}
		}
		for _, p := range all {
			p.Translations, p.TranslationKey = all, p.Path
		}
	}
	link(func(e *edition) *Page { return e.NotFound })
	link(func(e *edition) *Page { return e.Search })
	link(func(e *edition) *Page { return e.HTMLSitemap })
	link(func(e *edition) *Page { return e.FeedPage })
}

// Listable are the pages that sitemaps may list: those that lists may show, and the site map for people.
func (e *Edition) Listable() []*Page {
	if e.HTMLSitemap == nil {
		return e.Pages
	}
	return append(slices.Clip(e.Pages), e.HTMLSitemap)
}

// Listable returns by page ID which pages the lists of their language may hold.
func (s *Site) Listable() []bool {
	out := make([]bool, len(s.Pages))
	for _, e := range s.Editions {
		for _, p := range e.Listable() {
			out[p.ID] = true
		}
	}
	return out
}

// SearchFolder is the folder of the output in which the search page and the index of e lie.
func (e *Edition) SearchFolder() string { return path.Dir(e.Search.Addresses()[0].File) }

// SearchRoot is the address of the folder above, which those of pages are relative to.
func (e *Edition) SearchRoot() string {
	root := e.Search.URL.Rel()
	return root[:strings.LastIndex(root, "search/")]
}

// Trail names the lists that p lies in, from the top, but for the home page.
func (p *Page) Trail() []string {
	var names []string
	for _, a := range slices.Backward(p.Ancestors) {
		if a.Kind != Home && a.LinkTitle != "" {
			names = append(names, a.LinkTitle)
		}
	}
	return names
}
