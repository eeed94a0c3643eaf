package render

import "github.com/sitegen/sitegen/content/site"

// searchLayout is the name of the template of search pages. To Hugo it is a layout like any other, for pages that ask for it
// in their front matter.
const searchLayout = "search"

// htmlSitemapLayout is the name of the template of the site map for people. To Hugo it is a layout like any other, too.
const htmlSitemapLayout = "htmlsitemap"

// feedPageLayout is the name of the template of the page about feeds. To Hugo it is a layout like any other, too.
const feedPageLayout = "feedpage"

// Searches reports whether a language has a search page and with it an index: its template is there, and the parameter
// `search` is not false. Where no embedded theme takes part the parameter must be true, since to Hugo a template of that
// name means nothing.
func (r *Run) Searches(e *site.Edition) bool {
	p := e.Search
	if p == nil || len(p.Targets) == 0 {
		return false
	}
	if wants := e.Language.Params["search"]; wants == false || r.theme.embedded == "" && wants != true {
		return false
	}
	main, _ := r.theme.store.layout(lookupPath(p), wanted(p, p.Targets[0].Format))
	return main != nil
}
