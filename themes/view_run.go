package themes

import (
	"sync/atomic"

	"github.com/sitegen/sitegen/content/site"
)

// views are the views of one Run, made when they are first asked for and then shared.
type views struct {
	pages []atomic.Pointer[Page] // by site.Page.ID
	sites []atomic.Pointer[Site] // by language index
}

func newViews(s *site.Site) views {
	return views{
		pages: make([]atomic.Pointer[Page], len(s.Pages)),
		sites: make([]atomic.Pointer[Site], len(s.Editions)),
	}
}

// pageView returns the one view of p; nil for nil.
func (r *Run) pageView(p *site.Page) *Page {
	if p == nil {
		return nil
	}
	slot := &r.pages[p.ID]
	if v := slot.Load(); v != nil {
		return v
	}
	v := &Page{p: p, run: r}
	if slot.CompareAndSwap(nil, v) {
		return v
	}
	return slot.Load()
}

// siteView returns the one view of a language's site.
func (r *Run) siteView(e *site.Edition) *Site {
	slot := &r.sites[e.Language.Index]
	if v := slot.Load(); v != nil {
		return v
	}
	v := &Site{e: e, run: r}
	if slot.CompareAndSwap(nil, v) {
		return v
	}
	return slot.Load()
}
