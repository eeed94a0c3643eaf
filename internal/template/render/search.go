package render

import (
	"cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/site"
)

// searchLayout is the name of the template of search pages. To Hugo it is a layout like any other, for pages that ask
// for it in their front matter.
const searchLayout = "search"

// htmlSitemapLayout is the name of the template of the site map for people. To Hugo it is a layout like any other, too.
const htmlSitemapLayout = "htmlsitemap"

// feedPageLayout is the name of the template of the page about feeds. To Hugo it is a layout like any other, too.
const feedPageLayout = "feedpage"

// Searches reports whether a language has a search page and with it an index: its template is there, and the parameter
// `search` is not false. Where no embedded theme takes part the parameter must be true, since to Hugo a template of
// that name means nothing.
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

// SearchTaken warns of pages of the project that are where the search page of a language would be. A page that has the
// layout of search pages is one.
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
