package render

import (
	"errors"
	"regexp"

	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// callsInner finds templates that may execute the block which the call of a partial encloses.
var callsInner = regexp.MustCompile(`\{\{[^}]*\b(?:inner|templates\s*\.\s*Inner)\b`)

// frame is the block of {{ with partial "x" . }} … {{ end }} for the partial that the call names.
type frame struct {
	partial string // the block
	dot     any    // where the block stands
	wanted  bool   // the partial executes the block
}

// decorated is what a partial gave that executes the block of its caller.
type decorated struct{ value any }

// addDecorators adds templates.Inner, https://gohugo.io/functions/templates/inner/, and what calls of partials are
// rewritten to.
func (w *Worker) addDecorators(t *tmpl.Functions) {
	t.Add("templates", "Inner", func(context ...any) (any, error) { return w.call().inner(context) }, "inner")
	// any and not *frame: such functions are called without reflection
	t.Alone["_Decorate"] = func(partial string, dot any) any {
		c, f := w.call(), &frame{partial: partial, dot: dot}
		c.frames = append(c.frames[:len(c.frames):len(c.frames)], f)
		return f
	}
	t.Alone["_Decorated"] = func(decoration, value any) any {
		c, f := w.call(), decoration.(*frame)
		if n := len(c.frames); n > 0 && c.frames[n-1] == f {
			c.frames = c.frames[:n-1]
		}
		if f.wanted && tmpl.Truth(value) {
			return decorated{value}
		}
		return value
	}
	t.Alone["_IsDecorated"] = func(v any) bool { _, ok := v.(decorated); return ok }
	t.Alone["_Decoration"] = func(v any) any { return v.(decorated).value }
}

// inner executes the block that the call of the running partial encloses. Its context is that of the block's own
// place unless another is given.
func (c *call) inner(context []any) (any, error) {
	n := len(c.frames)
	if n == 0 {
		return nil,
			errors.New(`templates.Inner: nothing is enclosed; call the partial as {{ with partial "x" . }} … {{ end }}`)
	}
	f := c.frames[n-1]
	f.wanted = true
	dot := f.dot
	if len(context) > 0 {
		dot = context[0]
	}
	// The block is outside of the partial that it is for.
	c.frames = c.frames[:n-1]
	v, err := c.w.partial(c, f.partial, dot)
	c.frames = c.frames[:n]
	return v, err
}
