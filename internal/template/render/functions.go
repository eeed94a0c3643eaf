package render

import (
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/template/view"
)

// table makes the functions that templates may call, bound to the worker's running call.
func (w *Worker) table() *tmpl.Functions {
	running := func() *view.Call { return &w.call().Call }
	env := view.Env(running)
	env.Random = func() uint64 { return w.call().random() }
	env.Counter = func() uint64 { return w.call().count() }
	if w.run != nil { // else only the names matter
		env.TitleStyle = w.run.o.Site.Config.TitleCaseStyle
	}
	t := &tmpl.Functions{Namespaces: funcs.Namespaces(env), Alone: make(map[string]any), Aliases: funcs.Aliases()}
	w.addTemplateFunctions(t)
	w.addTextFunctions(t)
	view.AddFunctions(t, running)
	t.Add("resources", "GetLinked", func(page, ref any) (any, error) { return w.call().getLinked(page, ref) })
	linked := func(page, to any, more ...any) (string, error) { return w.call().linkFrom(page, to, more...) }
	t.Add("urls", "Linked", linked)
	return t
}

// random is a number that is the same for the same question in the same page of the same site.
func (c *call) random() uint64 {
	c.draws++
	h := trace.Mix(trace.HashString(c.Target.File), uint64(c.draws))
	return trace.Mix(h, uint64(c.Number))
}

// count is the next number of math.Counter: different within a rendering and, as good as always,
// between renderings, and the same in every build.
func (c *call) count() uint64 {
	c.draws++
	h := trace.HashString(c.Target.File)
	if c.fill != nil { // a body is shown on other pages, too
		h = trace.Mix(h, 1)
	}
	return trace.Mix(h, uint64(c.Number))>>40*10_000 + uint64(c.draws)
}

// Coarse reports whether a key of trace.Now is answered the same until the day is over.
func Coarse(key string) bool { return key == tmpl.ClockYear || key == tmpl.ClockDay }
