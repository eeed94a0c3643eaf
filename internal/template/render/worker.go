package render

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"path"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/render/lookup"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// Worker executes templates for one goroutine. Its template sets are not shared, and are kept when it moves to another
// run.
type Worker struct {
	run      *Run
	exec     *tmpl.Executor
	probe    *call // for answering questions again; nil while it is in use
	layouts  map[layoutKey]*found
	hooks    map[hookKey]*unit
	partials map[partialName]*unit
	source   []byte // buffer for reading content files
	lastBody *Body  // the body that was read last,
	lastText string // and its text
	tocOf    *Body  // body of the remembered table of contents
	toc      *markdown.Fragments
	key      []byte // buffer for the names of pieces
	// recorders that are no longer needed
	recorders []*trace.Recorder
}

// Worker returns a new worker with its own template set.
func (r *Run) Worker() *Worker {
	w := &Worker{
		run: r, layouts: make(map[layoutKey]*found), hooks: make(map[hookKey]*unit),
		partials: make(map[partialName]*unit),
	}
	w.exec = tmpl.NewExecutor(r.theme.store, r.theme.types, r.theme.vocabulary, w.table())
	return w
}

// Use switches the worker to r, which must have the same Theme as the run before.
func (w *Worker) Use(r *Run) {
	w.run, w.lastBody, w.lastText, w.tocOf, w.toc = r, nil, "", nil, nil
}

// Steps returns how many steps the templates of this worker took so far: see tmpl.Executor.
func (w *Worker) Steps() int { return w.exec.Steps() }

// call returns the running execution, to which template functions are bound; nil if none is running.
func (w *Worker) call() *call {
	if c, ok := w.exec.Scope().(*view.Call); ok {
		return of(c)
	}
	return nil
}

// unit is an executable template with the facts from its name.
type unit struct {
	*tmpl.Template
	file *lookup.Template
}

// unit returns this worker's copy of a template.
func (w *Worker) unit(f, base *lookup.Template) (*unit, error) {
	var under *tmpl.File
	if base != nil {
		under = base.File
	}
	t, err := w.exec.Template(f.File, under)
	if err != nil {
		return nil, err
	}
	return &unit{t, f}, nil
}

// newCall starts an execution for p in the target t.
func (w *Worker) newCall(ctx context.Context, p *view.Page, t site.Target) *call {
	c := &call{Call: w.run.views.NewCall(ctx, w.exec, w.recorder(), p, t), w: w, run: w.run}
	c.Renderer = c
	return c
}

// recorder returns an empty recorder. It uses one again that a page or body no longer needs.
func (w *Worker) recorder() *trace.Recorder {
	n := len(w.recorders)
	if n == 0 {
		return &trace.Recorder{}
	}
	r := w.recorders[n-1]
	w.recorders = w.recorders[:n-1]
	return r
}

// reuse says that a recorder and its records are no longer needed.
func (w *Worker) reuse(r *trace.Recorder) {
	r.Clear()
	w.recorders = append(w.recorders, r)
}

// Release says that the bytes of the Outputs of r and its Trace are no longer needed, so this worker may reuse their
// memory.
func (w *Worker) Release(r *Rendered) {
	for _, buf := range r.buffers {
		w.exec.Release(buf)
	}
	if r.recorder != nil {
		w.reuse(r.recorder)
	}
	*r = Rendered{}
}

// partial executes a partial by name, and returns its output or its return value.
func (w *Worker) partial(c *call, name string, dot any) (any, error) {
	u, err := w.partialUnit(c, name)
	if err != nil {
		return nil, err
	}
	frames := c.frames
	if n := len(frames); n > 0 && u.file.HasInner() {
		frames[n-1].wanted = true
	}
	out, value, returned, err := w.exec.Execute(&c.Call, u.Template, argument(dot))
	c.frames = frames // drop frames that a failed call left
	switch {
	case err != nil:
		return nil, err
	case returned && tmpl.IsNil(value):
		return nil, nil
	case returned:
		return value, nil
	case u.file.Descriptor.Media == "text/css":
		return template.CSS(out), nil
	case u.file.Plain:
		return out, nil
	}
	return template.HTML(out), nil
}

// argument returns the context of a partial. A nil page or resource becomes nothing, as in Hugo, where reading its
// members is then not an error.
func argument(dot any) any {
	if tmpl.IsNil(dot) {
		return nil
	}
	return dot
}

// printPartial is partial, except that HTML is printed at once.
func (w *Worker) printPartial(c *call, name string, dot any, out *bytes.Buffer) (value any, printed bool, err error) {
	u, err := w.partialUnit(c, name)
	if err != nil || u.file.Plain || u.file.Descriptor.Media == "text/css" {
		value, err = w.partial(c, name, dot)
		return value, false, err
	}
	frames := c.frames
	if n := len(frames); n > 0 && u.file.HasInner() {
		frames[n-1].wanted = true
	}
	value, returned, err := w.exec.ExecuteOnto(&c.Call, u.Template, argument(dot), out)
	c.frames = frames // drop frames that a failed call left
	return value, !returned && err == nil, err
}

// longestName limits the name of a partial, in bytes.
const longestName = 4096

// partialName is the name of a partial as templates of a language call it.
type partialName struct{ name, language string }

// partialUnit returns this worker's copy of a partial. Only computed names can be many.
func (w *Worker) partialUnit(c *call, name string) (*unit, error) {
	if len(name) > longestName {
		return nil, fmt.Errorf("no partial has a name of %d bytes", len(name))
	}
	key := partialName{name, c.Language()}
	if u := w.partials[key]; u != nil {
		return u, nil
	}
	u, err := w.findPartial(c, name)
	if err == nil && len(w.partials) < 10_000 {
		w.partials[key] = u
	}
	return u, err
}

func (w *Worker) findPartial(c *call, name string) (*unit, error) {
	f := w.run.theme.store.Partial(name, c.Language())
	if f == nil {
		wanted := name
		if path.Ext(wanted) == "" {
			wanted += ".html"
		}
		hint := diag.DidYouMean(wanted, w.run.theme.store.PartialNames(), "it would be the file layouts/_partials/"+name)
		return nil, tmpl.Missing(fmt.Sprintf("partial %q not found", name), hint)
	}
	return w.unit(f, nil)
}
