package themes

import "github.com/sitegen/sitegen/content/site"

// Page is a page as templates see it: https://gohugo.io/methods/page/
type Page struct {
	p   *site.Page
	run *Run
}

// Pages is a list of pages: https://gohugo.io/methods/pages/
type Pages []*Page

// Site is one language's site as templates see it: https://gohugo.io/methods/site/
type Site struct {
	e   *site.Edition
	run *Run
}

// Params are front matter or site parameters. Keys are in lower case at every level; templates may
// spell them in any case.
type Params map[string]any
