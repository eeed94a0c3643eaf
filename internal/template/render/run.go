package render

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/render/tex"
	"github.com/sitegen/sitegen/internal/template/view"
	"github.com/sitegen/sitegen/themes"
)

// Run renders for one build: it has the views and the bodies of one Site. Workers share it.
type Run struct {
	theme      *Theme
	o          RunOptions
	views      *view.Views
	converters map[*config.Local]*markdown.Converter
	bodies     []atomic.Pointer[Body] // by site.Page.ID
	// memo has additional bodies by bodyKey, for pages that need more than one, and results of partialCached by
	// partialKey.
	memo sync.Map
	// rememberedBytes is the size of the results of partialCached.
	rememberedBytes atomic.Int64
	wikis           func() *wikiFiles
	notes           func() *notes
	urls            func() map[string]located
	linkTargets     func() *linkTargets

	mu       sync.Mutex
	rendered []*Body // bodies that were not recalled
}

// NewRun prepares rendering. Views are made on demand.
func (t *Theme) NewRun(o RunOptions) (*Run, error) {
	converters, err := o.Converters, error(nil)
	if converters == nil {
		if converters, err = newConverters(o.Site.Config); err != nil {
			return nil, err
		}
	}
	if o.Imaging == nil {
		if o.Imaging, err = picture.NewDefaults(o.Site.Config.Imaging()); err != nil {
			return nil, err
		}
		o.Imaging.OldPalettes = o.Site.Config.Release.Before(166)
	}
	if o.Images == nil {
		o.Images = picture.NewMaker(picture.MakerOptions{Programs: o.Site.Config.ProgramsDir()})
	}
	if o.Math == nil {
		o.Math = tex.NewEngine(o.Site.Config.ProgramsDir())
	}
	r := &Run{theme: t, o: o, converters: converters, bodies: make([]atomic.Pointer[Body], len(o.Site.Pages))}
	r.views = view.New(r.viewOptions(), o.Before.sameViews())
	r.linkTargets = sync.OnceValue(r.readLinkTargets)
	r.wikis, r.notes, r.urls = sync.OnceValue(r.readWikiFiles), sync.OnceValue(r.readNotes), sync.OnceValue(r.readURLs)
	r.o.Before = nil // it must not keep all earlier runs in memory
	return r, nil
}

// With returns the run with another listing of the same Site. It shares the bodies; views and results of templates are
// made again.
func (r *Run) With(listing *listing.Listing) *Run {
	out := &Run{
		theme: r.theme, o: r.o, converters: r.converters, bodies: r.bodies, wikis: r.wikis, notes: r.notes,
		urls: r.urls, linkTargets: r.linkTargets, rendered: slices.Clone(r.rendered),
	}
	out.o.Listing, out.o.Declared = listing, cmp.Or(r.o.Declared, r.o.Listing)
	out.views = view.New(out.viewOptions(), r.views)
	r.memo.Range(func(k, v any) bool {
		if _, ok := k.(bodyKey); ok {
			out.memo.Store(k, v)
		}
		return true
	})
	return out
}

func (r *Run) viewOptions() view.Options {
	o := &r.o
	assets, unread := projectOf(o.Site.Config).Find(themes.Assets)
	return view.Options{
		Site: o.Site, Tree: o.Tree, Listing: o.Listing, Declared: o.Declared, Now: o.Now, Data: r.theme.data.values,
		DataHash: r.theme.data.hash,
		Assets:   append(assets, themes.Embedded(r.theme.embedded, themes.Assets)...), Unread: unread,
		Minify: o.Minify, Hash: o.Hash, Images: o.Images, Imaging: o.Imaging, Sass: o.Sass,
		Remote: o.Remote, Batches: o.Batches, Backlinks: r.backlinks,
	}
}

// sameViews returns the views of an earlier run of the same Site; nil for none.
func (r *Run) sameViews() *view.Views {
	if r == nil {
		return nil
	}
	return r.views
}

// newConverters makes a Markdown converter for each of the settings that languages have.
func newConverters(cfg *config.Config) (map[*config.Local]*markdown.Converter, error) {
	out := make(map[*config.Local]*markdown.Converter)
	for m := range cfg.Locals {
		var err error
		if out[m], err = markdown.New(m.Markup); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Converters returns the Markdown converters; another Run with the same configuration may use them.
func (r *Run) Converters() map[*config.Local]*markdown.Converter { return r.converters }

// converter returns the Markdown converter of the language in which text is rendered.
func (c *call) converter() *markdown.Converter { return c.run.converters[c.Local()] }

// markup returns the settings for Markdown of that language.
func (c *call) markup() *markup.Options { return &c.Local().Markup }

// End stops the programs that the build started. One that is needed later starts again.
func (r *Run) End() error {
	if r == nil {
		return nil
	}
	return r.views.End()
}

// note records a body that was rendered.
func (r *Run) note(b *Body) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rendered = append(r.rendered, b)
}

// Rendered calls yield with the bodies that were rendered rather than recalled.
func (r *Run) Rendered(yield func(name string, b *Body)) {
	for _, b := range r.rendered {
		yield(b.name, b)
	}
}

// Renders reports whether any template fits p in t's format.
func (r *Run) Renders(p *site.Page, t site.Target) bool {
	main, _ := r.theme.store.Layout(lookupPath(p), r.theme.described(p, t.Format))
	return main != nil
}

// HasTemplate reports whether the project (not sitegen) has a template for p in t's format.
func (r *Run) HasTemplate(p *site.Page, t site.Target) bool {
	main, _ := r.theme.store.Layout(lookupPath(p), r.theme.described(p, t.Format))
	return main != nil && main.Layer < r.theme.floor
}
