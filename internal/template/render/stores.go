package render

import (
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// site.Store and hugo.Store last for the whole build in Hugo, which renders the first format of all pages, then the
// next: the templates of a feed find there what those of the HTML page have stored. Here a page depends on no other, so
// a format finds what the first format of its own page stores.

// siteStores are the stores of c that are not of one page.
func siteStores(c *call) map[*view.Page]*tmpl.Store {
	var out map[*view.Page]*tmpl.Store
	for owner, store := range c.Stores {
		if view.Model(owner) == nil {
			if out == nil {
				out = make(map[*view.Page]*tmpl.Store)
			}
			out[owner] = store
		}
	}
	return out
}

// pageAfter renders a page that read stores of the site once more, with what the first format of the page stores there.
// r and err are what the rendering c gave without that; they stand when nothing is stored.
func (w *Worker) pageAfter(c *call, p *site.Page, t site.Target, r *Rendered, err error) (*Rendered, error) {
	first := w.newCall(c.Context, c.Page, p.Targets[0])
	before, failed := w.page(first, p, p.Targets[0])
	if failed != nil {
		return r, err // of which the rendering of that format tells
	}
	again := w.newCall(c.Context, c.Page, t)
	again.Recorder.Add(c.Recorder.Record())
	again.Recorder.Add(before.Trace)
	again.Stores = siteStores(first)
	w.Release(before)
	if r != nil {
		w.Release(r)
	}
	return w.page(again, p, t)
}
