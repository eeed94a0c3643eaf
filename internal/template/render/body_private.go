package render

import (
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// ownBody is the body of the page whose layout is being executed, as that layout sees it. In Hugo, the layout renders
// the body when it first uses it, so shortcodes and hooks find the values that the layout put into .Page.Store and
// .Page.Scratch before. If they read such values, the body is rendered for this layout only, so that the body that
// other pages see does not depend on the order of rendering.
type ownBody struct {
	known bool  // the body was requested
	body  *Body // nil: the shared body
}

// bodyOf returns the body of p for this call.
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
		c.Recorder.Add(own.asked.Record())
		own.private, own.stored = true, nil // the text itself put values into the store
		c.own.body = own
	}
	c.own.known = true
	if c.own.body == nil {
		return b, nil
	}
	c.adopted++
	return c.own.body, nil
}

// private has the inputs of a body that is rendered for one call.
type private struct {
	store *tmpl.Store // initial content of .Page.Store; nil if empty
	scope string      // name of the .Markup scope
}

// scopedKey identifies a body in a scope of .Markup.
type scopedKey struct {
	page  *view.Page
	scope string
}

// scopedBody returns the body of p in the .Markup scope of c, whose name shortcodes and hooks can see. It is rendered
// for this call only, and also depends on the inputs of b, the body without a scope.
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
	c.Recorder.Add(own.asked.Record())
	c.Warnings = append(c.Warnings, own.Warnings...)
	own.apply(c, p)
	own.private, own.stored, own.outputs = true, nil, nil
	if c.scoped == nil {
		c.scoped = make(map[scopedKey]*Body)
	}
	c.scoped[key] = own
	return own, nil
}
