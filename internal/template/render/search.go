package render

import (
	"cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/site"
)

// searchLayout is the layout of search pages. Hugo treats it like any other layout, for pages whose front matter names
// it.
const searchLayout = "search"

// htmlSitemapLayout is the layout of the site map for people. Hugo treats it like any other layout.
const htmlSitemapLayout = "htmlsitemap"

// feedPageLayout is the layout of the page about feeds. Hugo treats it like any other layout.
const feedPageLayout = "feedpage"

// Searches reports whether a language has a search page and an index: its template exists, and the parameter `search`
// is not false. Without an embedded theme the parameter must be true, since a template with that name has no meaning in
// Hugo.
func (r *Run) Searches(e *site.Edition) bool {
	p := e.Search
	if p == nil || len(p.Addresses()) == 0 {
		return false
	}
	if wants := e.Language.Params["search"]; wants == false || r.theme.embedded == "" && wants != true {
		return false
	}
	main, _ := r.theme.store.Layout(lookupPath(p), wanted(p, p.Addresses()[0].Format))
	return main != nil
}

// SearchTaken warns of pages of the project at the path of a language's search page. A page with the search layout is
// itself a search page.
func (r *Run) SearchTaken() (found diag.List) {
	for _, e := range r.o.Site.Editions {
		p := e.SearchTaken
		if p == nil || p.Layout == searchLayout || !r.Searches(e) {
			continue
		}
		d := &diag.Diagnostic{
			Rule: "search-page", Severity: diag.Warning,
			Message: "this page is at " + e.Search.URL.Path() + ", and replaces the search page of the theme",
			Hint:    "the search works, but has no page for readers without JavaScript: give this page another slug or url, or layout: search to make it the search page",
		}
		if p.Doc == nil {
			d.Message = "the " + string(p.Kind) + " page " + p.Path + d.Message[len("this page"):]
		} else if d.File = p.Doc.File; p.Doc.Front != nil {
			d.Line = cmp.Or(p.Doc.Front.Lines["url"], p.Doc.Front.Lines["slug"], p.Doc.Front.Lines["aliases"])
		}
		found = append(found, d)
	}
	return found
}
