package render

import (
	"bytes"
	"fmt"

	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// deferred is the block of a templates.Defer, which waits for the end of the output with its placeholder.
//
// Hugo executes such blocks after all pages are rendered. Here they wait only for their page, since a page must not
// depend on which other pages a build renders. A block sees the values that its page stored and published. Its key,
// with which Hugo executes only one of several blocks and prints it everywhere, has no effect.
type deferred struct {
	placeholder string
	partial     string
	data        any
}

// deferBlock returns the placeholder of a block, which is compiled as the named partial. In a body, which several pages
// may show, the block is executed at once.
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

// fillBlocks replaces the placeholders in an output by the output of the blocks.
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
