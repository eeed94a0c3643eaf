package render

import (
	"bytes"
	"fmt"

	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// deferred is the block of a templates.Defer that waits for the end of the output in which its placeholder is.
//
// Hugo executes such blocks when all pages are rendered. Here they wait for their own page alone: what one page shows
// must not depend on which others this build renders. A block sees what its page has stored and published. Its
// key, by which Hugo executes one of several blocks and shows it everywhere, has no effect.
type deferred struct {
	placeholder string
	partial     string
	data        any
}

// deferBlock returns the placeholder of a block that is the named partial. In a body, which is kept for all who show
// it, the block is executed at once.
func (c *call) deferBlock(partial string, options any) (any, error) {
	var data any
	if m, ok := tmpl.Map(options); ok {
		data = tmpl.LowerKey(m, "data")
	}
	if c.fill != nil {
		return c.w.partial(c, partial, data)
	}
	b := deferred{fmt.Sprintf("__deferred_%d_of_%s__", c.deferrals, partial), partial, data}
	c.deferrals++
	c.blocks = append(c.blocks, b)
	return b.placeholder, nil
}

// fillBlocks replaces the placeholders in an output by what the blocks print.
func (c *call) fillBlocks(out []byte) ([]byte, error) {
	for len(c.blocks) > 0 {
		b := c.blocks[0]
		c.blocks = c.blocks[1:]
		v, err := c.w.partial(c, b.partial, b.data)
		if err != nil {
			return nil, err
		}
		out = bytes.ReplaceAll(out, []byte(b.placeholder), []byte(tmpl.Text(v)))
	}
	return out, nil
}
