package render

import (
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/view"
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
	if err != nil || c.own == nil || p != c.Page || b.unfinished {
		return b, err
	}
	if store := c.Stores[p]; !c.own.known && b.usesStore && store != nil && len(store.Values()) > 0 {
		c.askBody(trace.PageBody, p, b, b.hash)
		own, err := c.w.fillBodyWith(c, p, c.w.bodyFormat(c), store)
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
