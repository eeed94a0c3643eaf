package render

import (
	"sync"
	"sync/atomic"

	"github.com/sitegen/sitegen/content/site"
)

// views are the views of one Run, made when they are first asked for and then shared.
type views struct {
	pages     []atomic.Pointer[Page]     // by site.Page.ID
	sites     []atomic.Pointer[Site]     // by language index
	languages []atomic.Pointer[Language] // by language index
	hugo      atomic.Pointer[Hugo]
	inner     sync.Map // *site.Page -> *Page, for content files inside bundles

	lists         sync.Map // list key -> *list, for the lists of a site
	frozen        sync.Map // slice identity -> *list: the lists that sorting results are kept for
	sorted        sync.Map // sortKey -> *list
	kept          sync.Map // keptKey -> *keptList: what where and sort gave for lists of the site
	keptPages     atomic.Int64
	taxonomies    []atomic.Pointer[taxonomies]
	menus         []atomic.Pointer[menus]
	related       sync.Map               // slice identity -> *site.Related
	config        atomic.Pointer[uint64] // hash of the configuration
	assets        atomic.Pointer[assetFiles]
	derived       sync.Map // derivedKey -> *Resource
	statics       sync.Map // path -> *Resource, nil for none: files of static folders
	pageResources sync.Map // *Page -> Resources
}

func newViews(s *site.Site) views {
	return views{
		pages:      make([]atomic.Pointer[Page], len(s.Pages)),
		sites:      make([]atomic.Pointer[Site], len(s.Editions)),
		taxonomies: make([]atomic.Pointer[taxonomies], len(s.Editions)),
		menus:      make([]atomic.Pointer[menus], len(s.Editions)),
		languages:  make([]atomic.Pointer[Language], len(s.Config.Languages)),
	}
}

// pageView returns the one view of p; nil for nil.
func (r *Run) pageView(p *site.Page) *Page {
	if p == nil {
		return nil
	}
	if p.ID < 0 || p.ID >= len(r.pages) || r.o.Site.Pages[p.ID] != p {
		// A content file inside a bundle is a page resource: it stands in no list of the site.
		v, ok := r.inner.Load(p)
		if !ok {
			v, _ = r.inner.LoadOrStore(p, &Page{p: p, run: r})
		}
		return v.(*Page)
	}
	return once(&r.pages[p.ID], func() *Page { return &Page{p: p, run: r} })
}

// siteView returns the one view of a language's site.
func (r *Run) siteView(e *site.Edition) *Site {
	return once(&r.sites[e.Language.Index], func() *Site { return &Site{e: e, run: r} })
}

// once returns what slot holds, made by build when it holds nothing. Two callers may build at the
// same time; one result is kept, so build must give equal values.
func once[T any](slot *atomic.Pointer[T], build func() *T) *T {
	if v := slot.Load(); v != nil {
		return v
	}
	v := build()
	if slot.CompareAndSwap(nil, v) {
		return v
	}
	return slot.Load()
}
