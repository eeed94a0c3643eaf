package site

import "slices"

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

// createHTMLSitemap makes the site map for people where the project asks for one and has no page there itself.
func (e *edition) createHTMLSitemap() {
	if e.byPath[htmlSitemapPath] != nil || e.a.Config.Discovery.HTMLSitemap == 0 {
		return
	}
	e.HTMLSitemap = &Page{Kind: HTMLSitemap, Path: htmlSitemapPath, name: "sitemap"}
	e.init(e.HTMLSitemap)
}

// createFeedPage makes the page about feeds where the project asks for one and has no page there itself.
func (e *edition) createFeedPage() {
	if e.byPath[feedPagePath] != nil || !e.a.Config.Discovery.Feeds.Page || e.Language.DisableKinds["rss"] {
		return
	}
	e.FeedPage = &Page{Kind: FeedPage, Path: feedPagePath, name: "feed"}
	e.init(e.FeedPage)
}

// createSearch makes the search page, unless the parameter search says no or the project has a page there itself. Whether it
// is written is for the theme to say: see themes.
func (e *edition) createSearch() {
	if e.byPath[searchPath] != nil || e.Language.Params["search"] == false {
		return
	}
	e.Search = &Page{Kind: Search, Path: searchPath, name: "search"}
	e.init(e.Search)
}

// withdraw takes such a page back: something of the project's own is written there.
func (e *edition) withdraw(p *Page) {
	p.disable()
	p.Targets, p.URL = nil, URL{}
	switch p {
	case e.Search:
		e.Search = nil
	case e.HTMLSitemap:
		e.HTMLSitemap = nil
	case e.FeedPage:
		e.FeedPage = nil
	}
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
