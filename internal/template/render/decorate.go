package render

import (
	"errors"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// callsInner reports whether a template may execute the block around which a partial is called. Few have the word at
// all, and to look for it takes a hundredth of the time.
func callsInner(text string) bool {
	return strings.Contains(text, "nner") && innerCall.MatchString(text)
}

var innerCall = regexp.MustCompile(`\{\{[^}]*\b(?:inner|templates\s*\.\s*Inner)\b`)

// frame is the block of {{ with partial "x" . }} … {{ end }} for the partial x.
type frame struct {
	partial string // name of the block
	dot     any    // dot around the block
	wanted  bool   // the partial executes the block
}

// decorated is the result of a partial that executes the block of its caller.
type decorated struct{ value any }

// addDecorators adds templates.Inner, https://gohugo.io/functions/templates/inner/, and the functions to which calls of
// partials are rewritten.
func (w *Worker) addDecorators(t *tmpl.Functions) {
	t.Add("templates", "Inner", func(context ...any) (any, error) { return w.call().inner(context) }, "inner")
	// The result is any and not *frame, since such functions are called without reflection.
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

// inner executes the block of the call of the running partial. The default context is that of the block's position.
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
	// The block is outside of its partial.
	c.frames = c.frames[:n-1]
	v, err := c.w.partial(c, f.partial, dot)
	c.frames = c.frames[:n]
	return v, err
}
