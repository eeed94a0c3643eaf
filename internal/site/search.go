package site

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Apart reports whether p is outside of the tree of pages: it is in no list, and inherits from no cascade.
func (p *Page) Apart() bool { return p.Kind == NotFound || p.Generated() }

// Generated reports whether sitegen added p: nobody wrote it, and it repeats what other pages say.
func (p *Page) Generated() bool {
	return p.Kind == Search || p.Kind == HTMLSitemap || p.Kind == FeedPage
}

// apart returns the pages outside of the tree.
func (e *edition) apart() []*Page {
	return append([]*Page{e.NotFound}, e.optional()...)
}

// documented returns the pages of the tree, and the 404 page if it has a document: content/404.md.
func (e *edition) documented() []*Page {
	if e.NotFound.Doc == nil {
		return e.all
	}
	return append(slices.Clip(e.all), e.NotFound)
}

// usualNotFound returns the 404 page of a language without content/404.md: the template has its text.
func (e *edition) usualNotFound() *Page {
	p := &Page{Kind: NotFound, Path: notFoundPath, name: "404"}
	e.init(p)
	return p
}

// optional returns those of them that a project can turn off.
func (e *edition) optional() (out []*Page) {
	for _, p := range []*Page{e.Search, e.HTMLSitemap, e.FeedPage} {
		if p != nil {
			out = append(out, p)
		}
	}
	return out
}

// Paths of these pages.
const (
	notFoundPath    = "/404"
	searchPath      = "/search"
	htmlSitemapPath = "/sitemap"
	feedPagePath    = "/feed"
)

// createHTMLSitemap creates the HTML site map if the project enables it.
func (e *edition) createHTMLSitemap() {
	if e.a.Config.Discovery.HTMLSitemap > 0 {
		e.HTMLSitemap = e.themePage(HTMLSitemap, htmlSitemapPath, "sitemap")
	}
}

// createFeedPage creates the page about feeds if the project enables it.
func (e *edition) createFeedPage() {
	if e.a.Config.Discovery.Feeds.Page && !e.Language.DisableKinds["rss"] {
		e.FeedPage = e.themePage(FeedPage, feedPagePath, "feed")
	}
}

// createSearch creates the search page, unless the parameter search is false. The theme decides whether it is
// written: see themes.
func (e *edition) createSearch() {
	if e.Language.Params["search"] != false {
		e.Search = e.themePage(Search, searchPath, "search")
	}
}

// themePage creates a page that is not part of the content. Its key is unique even if a page of the project has
// the same path.
func (e *edition) themePage(kind Kind, path, name string) *Page {
	p := &Page{Kind: kind, Path: path, name: name}
	e.init(p)
	if e.byPath[path] != nil {
		p.Key += "#theme"
	}
	return p
}

// withdraw removes such a page if the project's own page, or an alias of it, is written to its path. The search
// page keeps its location, because the index is next to it anyway.
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

// taken warns about a page of the project at the path of a page that a setting enables, unless both are of the
// same kind.
func (e *edition) taken(own *Page, path, setting string) {
	if own == nil || own.Layout == "htmlsitemap" || own.Layout == "feedpage" {
		return
	}
	x := e.a.problem(diag.Warning, own.Doc, "", "%s is at %s/, and replaces the page of the setting %s", claim{page: own},
		path, setting)
	x.Hint = "give the page another slug or url, or remove the setting"
}

// translateApart links the language versions of the pages outside of the tree: 404 pages, search pages, site
// maps, and pages about feeds.
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

// Listable returns the pages that sitemaps may list: those that lists may show, and the HTML site map.
func (e *Edition) Listable() []*Page {
	if e.HTMLSitemap == nil {
		return e.Pages
	}
	return append(slices.Clip(e.Pages), e.HTMLSitemap)
}

// Listable returns, by page ID, whether the lists of its language may contain a page.
func (s *Site) Listable() []bool {
	out := make([]bool, len(s.Pages))
	for _, e := range s.Editions {
		for _, p := range e.Listable() {
			out[p.ID] = true
		}
	}
	return out
}

// SearchFolder returns the output folder of the search page and the index.
func (e *Edition) SearchFolder() string { return path.Dir(e.Search.Addresses()[0].File) }

// SearchRoot returns the URL of the folder above, to which the URLs in the index are relative.
func (e *Edition) SearchRoot() string {
	root := e.Search.URL.Rel()
	return root[:strings.LastIndex(root, "search/")]
}

// Trail returns the titles of the lists that contain p, from the top, without the home page.
func (p *Page) Trail() []string {
	var names []string
	for _, a := range slices.Backward(p.Ancestors) {
		if a.Kind != Home && a.LinkTitle != "" {
			names = append(names, a.LinkTitle)
		}
	}
	return names
}
