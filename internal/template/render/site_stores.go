package render

import (
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// In Hugo, site.Store and hugo.Store last for the entire build, which renders the first format of all pages, then the
// next one: the templates of a feed find values that those of the HTML page stored. Here a page does not depend on
// others, so a format finds only the values that the first format of its own page stored.

// siteStores returns the stores of c that do not belong to a page.
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

// pageAfter renders a page that read stores of the site again, with the values that the first format of the page
// stores. If there are none, it returns r and err, the result of c.
func (w *Worker) pageAfter(c *call, p *site.Page, t site.Target, r *Rendered, err error) (*Rendered, error) {
	first := w.newCall(c.Context, c.Page, p.Targets[0])
	before, failed := w.page(first, p, p.Targets[0])
	if failed != nil {
		return r, err // the rendering of that format reports the error
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
