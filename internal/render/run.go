package render

import (
	"sync"
	"sync/atomic"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/markdown"
	"github.com/sitegen/sitegen/internal/media/picture"
	"github.com/sitegen/sitegen/internal/tex"
)

// Run is the rendering side of one build: the views and the bodies of one Site. Workers share it.
type Run struct {
	views
	theme *Theme
	o     RunOptions

	converter  *markdown.Converter
	bodies     []atomic.Pointer[Body] // by site.Page.ID
	moreBodies sync.Map               // bodyKey -> *Body, where one a page does not do
	partials   sync.Map               // what partialCached remembers
	placed     sync.Map               // sliceID -> *list, of lists of pages among that

	mu        sync.Mutex
	rendered  []*Body                                      // that were not recalled
	keys      atomic.Pointer[map[string]*site.Page]        // pages by key
	documents atomic.Pointer[map[string]*content.Document] // by file
	wikis     atomic.Pointer[wikiFiles]
}

// NewRun prepares rendering; views are made on demand.
func (t *Theme) NewRun(o RunOptions) (*Run, error) {
	converter := o.Converter
	var err error
	if converter == nil {
		if converter, err = markdown.New(o.Site.Config.Markup); err != nil {
			return nil, err
		}
	}
	if o.Imaging == nil {
		if o.Imaging, err = picture.NewDefaults(imagingTable(o.Site.Config)); err != nil {
			return nil, err
		}
	}
	if o.Images == nil {
		o.Images = picture.NewStudio(picture.StudioOptions{})
	}
	if o.Math == nil {
		o.Math = tex.NewEngine()
	}
	return &Run{
		converter: converter,
		views:     newViews(o.Site), theme: t, o: o,
		bodies: make([]atomic.Pointer[Body], len(o.Site.Pages)),
	}, nil
}

// Again prepares the run for another build of the same site with the same theme, of which only bodies,
// files beside the content and the clock differ. Nothing may still be rendering. Views stay; what was
// remembered of what templates read is forgotten, and the workers with their template sets go on.
func (r *Run) Again(o RunOptions) *Run {
	r.o.Site, r.o.Tree, r.o.Listing, r.o.Now = o.Site, o.Tree, o.Listing, o.Now
	r.o.Round, r.o.Recall, r.o.Keep, r.o.Hash, r.o.Minify = o.Round, o.Recall, o.Keep, o.Hash, o.Minify
	for i := range r.bodies {
		r.bodies[i].Store(nil)
	}
	for _, m := range []*sync.Map{&r.moreBodies, &r.partials, &r.placed, &r.related, &r.sorted, &r.kept, &r.derived, &r.statics, &r.pageResources, &r.frozen} {
		m.Clear()
	}
	r.keptPages.Store(0)
	r.rendered = nil
	r.assets.Store(nil)
	r.wikis.Store(nil)
	// documents stays: it leads to where the documents stand.
	r.lists.Range(func(_, v any) bool {
		if l := v.(*list); len(l.pages) > 0 {
			l.cards.Store(0)
			l.params.Store(0)
			r.frozen.Store(idOf(l.pages), l)
		}
		return true
	})
	return r
}

// Converter is what turns Markdown into HTML; another Run with the same configuration may use it.
func (r *Run) Converter() *markdown.Converter { return r.converter }

// note notes a body that was rendered.
func (r *Run) note(b *Body) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rendered = append(r.rendered, b)
}

// Rendered calls yield with those of Bodies that were rendered, not recalled.
func (r *Run) Rendered(yield func(name string, b *Body)) {
	for _, b := range r.rendered {
		yield(b.name, b)
	}
}

// HasTemplate reports whether the project (not sitegen) has a template for p in t's format.
func (r *Run) HasTemplate(p *site.Page, t site.Target) bool {
	main, _ := r.theme.store.layout(lookupPath(p), wanted(p, t.Format))
	return main != nil && main.file.layer < r.theme.floor
}
