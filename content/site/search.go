package site

// Apart reports whether p stands apart from the tree of pages: it is in no list, and no cascade reaches it.
func (p *Page) Apart() bool { return p.Kind == NotFound || p.Kind == Search }

// apart are the pages of that sort.
func (e *edition) apart() []*Page {
	if e.Search == nil {
		return []*Page{e.NotFound}
	}
	return []*Page{e.NotFound, e.Search}
}

// searchPath is where the search page lies.
const searchPath = "/search"

// createSearch makes the search page, unless the parameter search says no or the project has a page there itself. Whether it
// is written is for the theme to say: see themes.
func (e *edition) createSearch() {
	if e.byPath[searchPath] != nil || e.Language.Params["search"] == false {
		return
	}
	e.Search = &Page{Kind: Search, Path: searchPath, name: "search"}
	e.init(e.Search)
}

// withdrawSearch takes the search page back: something of the project's own is written there.
func (e *edition) withdrawSearch() {
	e.Search.disable()
	e.Search.Targets, e.Search.URL, e.Search = nil, URL{}, nil
}

// translateApart links the pages of all languages that stand in no list: those for what is not found, and those of
// the search.
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
}
