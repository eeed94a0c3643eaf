package themes

import (
	"sync/atomic"

	"github.com/sitegen/sitegen/content/site"
)

// Run is the rendering side of one build: the views and the bodies of one Site. Workers share it.
type Run struct {
	views
	theme  *Theme
	o      RunOptions
	facets facetTable
	bodies []atomic.Pointer[Body] // by site.Page.ID
}

// NewRun prepares rendering; views are made on demand.
func (t *Theme) NewRun(o RunOptions) (*Run, error) {
	return &Run{
		views: newViews(o.Site), theme: t, o: o,
		facets: newFacetTable(),
		bodies: make([]atomic.Pointer[Body], len(o.Site.Pages)),
	}, nil
}

// HasTemplate reports whether the project (not sitegen) has a template for p in t's format.
func (r *Run) HasTemplate(p *site.Page, t site.Target) bool { return false }
