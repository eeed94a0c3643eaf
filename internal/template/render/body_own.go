package render

import (
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// ownBody is the body of the page whose layout is being executed, as that layout sees it. In Hugo the layout renders
// the body when it first asks for it, so shortcodes and hooks find in .Page.Store and .Page.Scratch what the layout put
// there before. Where they look, and there is something, the body is rendered for this layout alone: what other pages
// see of it does not depend on who comes first.
type ownBody struct {
	known bool  // it was asked for
	body  *Body // nil: it is that which all see
}

// bodyOf returns the body of p as this call sees it.
func (c *call) bodyOf(p *view.Page) (*Body, error) {
	b, err := c.w.body(c, p)
	if err == nil && c.MarkupScope != "" && !b.unfinished {
		return c.w.scopedBody(c, p, b)
	}
	if err != nil || c.own == nil || p != c.Page || b.unfinished {
		return b, err
	}
	if store := c.Stores[p]; !c.own.known && b.usesStore && store != nil && len(store.Values()) > 0 {
		c.askBody(trace.PageBody, p, b, b.hash)
		own, err := c.w.fillBody(c, p, c.w.bodyFormat(c), private{store: store})
		if err != nil {
			return nil, err
		}
		c.Recorder.Add(own.asked)
		own.private, own.stored = true, nil // it wrote into the store itself
		c.own.body = own
	}
	c.own.known = true
	if c.own.body == nil {
		return b, nil
	}
	c.adopted++
	return c.own.body, nil
}

// private is what a body that is rendered for one call has beside its text.
type private struct {
	store *tmpl.Store // what .Page.Store has at the beginning; nil for nothing
	scope string      // of .Markup
}

// scopedKey names a body in a scope of .Markup.
type scopedKey struct {
	page  *view.Page
	scope string
}

// scopedBody is the body of p in the scope of .Markup that c is in: shortcodes and hooks see the name of the scope. It
// is rendered for this call alone, and depends on what the body b without a scope depends on besides.
func (w *Worker) scopedBody(c *call, p *view.Page, b *Body) (*Body, error) {
	c.adopted++
	key := scopedKey{p, c.MarkupScope}
	if own := c.scoped[key]; own != nil {
		return own, nil
	}
	for x := c; x != nil; x = x.parent {
		if x.fill != nil && x.Page == p {
			return nil, c.cycle(p)
		}
	}
	c.askBody(trace.PageBody, p, b, b.hash)
	own, err := w.fillBody(c, p, w.bodyFormat(c), private{scope: c.MarkupScope})
	if err != nil {
		return nil, err
	}
	c.Recorder.Add(own.asked)
	c.Warnings = append(c.Warnings, own.Warnings...)
	own.apply(c, p)
	own.private, own.stored, own.outputs = true, nil, nil
	if c.scoped == nil {
		c.scoped = make(map[scopedKey]*Body)
	}
	c.scoped[key] = own
	return own, nil
}
