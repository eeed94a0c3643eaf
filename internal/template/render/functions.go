package render

import (
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/template/view"
)

// table returns the functions of templates, bound to the worker's running call.
func (w *Worker) table() *tmpl.Functions {
	running := func() *view.Call { return &w.call().Call }
	env := view.Env(running)
	env.Random = func() uint64 { return w.call().random() }
	env.Counter = func() uint64 { return w.call().count() }
	t := &tmpl.Functions{Namespaces: funcs.Namespaces(env), Alone: make(map[string]any), Aliases: funcs.Aliases()}
	if w.run != nil {
		t.Shown = w.run.o.Site.Config.ShownText
	}
	w.addTemplateFunctions(t)
	w.addTextFunctions(t)
	view.AddFunctions(t, running)
	t.Add("resources", "GetLinked", func(page, ref any) (any, error) { return w.call().getLinked(page, ref) })
	linked := func(page, to any, more ...any) (string, error) { return w.call().linkFrom(page, to, more...) }
	t.Add("urls", "Linked", linked)
	return t
}

// random returns a number that is always the same for the same use in the same page.
func (c *call) random() uint64 {
	c.draws++
	h := trace.Mix(trace.HashString(c.Target.File), uint64(c.draws))
	return trace.Mix(h, uint64(c.Number))
}

// count returns the next number of math.Counter. It is unique in a rendering, practically unique across renderings, and
// the same in every build.
func (c *call) count() uint64 {
	c.draws++
	h := trace.HashString(c.Target.File)
	if c.fill != nil { // other pages may show a body, too
		h = trace.Mix(h, 1)
	}
	return trace.Mix(h, uint64(c.Number))>>40*10_000 + uint64(c.draws)
}

// Coarse reports whether the answer to a key of trace.Now stays the same until the end of the day.
func Coarse(key string) bool { return tmpl.SameUntilMidnight(key) }
