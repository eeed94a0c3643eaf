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

// Worker executes templates for one goroutine. Its template sets are its own, and outlive the run that
// it works for.
type Worker struct {
	run      *Run
	exec     *tmpl.Executor
	probe    *call // for a question that is asked again; nil while it is in use
	layouts  map[layoutKey]*found
	hooks    map[hookKey]*unit
	partials map[partialName]*unit
	source   []byte // buffer for reading content files
	lastBody *Body  // the last one that was read back,
	lastText string // and its text
	tocOf    *Body  // whose table of contents
	toc      *markdown.Fragments
	over     []trace.Record // records that are of no use any more: room for others
	key      []byte         // buffer for the names of pieces
}

// Worker returns a new worker with a template set of its own.
func (r *Run) Worker() *Worker {
	w := &Worker{
		run: r, layouts: make(map[layoutKey]*found), hooks: make(map[hookKey]*unit),
		partials: make(map[partialName]*unit),
	}
	w.exec = tmpl.NewExecutor(r.theme.store, r.theme.types, r.theme.vocabulary, w.table())
	return w
}

// Use has w work for r, which is of the same Theme as the run before.
func (w *Worker) Use(r *Run) {
	w.run, w.lastBody, w.lastText, w.tocOf, w.toc = r, nil, "", nil, nil
}

// Steps returns how much the templates of this worker repeated so far: see tmpl.Executor.
func (w *Worker) Steps() int { return w.exec.Steps() }

// call is the running execution; template functions are bound to it. nil: none is running.
func (w *Worker) call() *call {
	if c, ok := w.exec.Scope().(*view.Call); ok {
		return of(c)
	}
	return nil
}

// unit is a template that can be executed, with what its name says.
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

// recorder returns an empty recorder, in the room of a record that is of no use any more.
func (w *Worker) recorder() *trace.Recorder {
	rec := &trace.Recorder{}
	if n := len(w.over); n > 0 {
		rec.Into(w.over[n-1])
		w.over = w.over[:n-1]
	}
	return rec
}

// Release tells that nobody needs the Trace and the bytes of the Outputs of r any more: what this worker renders
// next may take their room.
func (w *Worker) Release(r *Rendered) {
	w.reuse(r.Trace)
	for _, buf := range r.lent {
		w.exec.Release(buf)
	}
	*r = Rendered{}
}

// reuse tells that nobody needs a record any more.
func (w *Worker) reuse(rec trace.Record) {
	const most = 8
	if cap(rec.Steps) > 0 && len(w.over) < most {
		w.over = append(w.over, rec)
	}
}

// partial executes a partial by name and returns what it printed, or the value that it returned.
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
	c.frames = frames // what a failed call left there is of no use
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

// argument is the context of a partial: a page or a resource that is nil is nothing, as in Hugo, where reading a member
// of it is not an error then.
func argument(dot any) any {
	if tmpl.IsNil(dot) {
		return nil
	}
	return dot
}

// printPartial does what partial does, but prints what is HTML at once.
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
	c.frames = frames // what a failed call left there is of no use
	return value, !returned && err == nil, err
}

// longestName is how long the name of a partial may be, in bytes.
const longestName = 4096

// partialName is how a template of a language calls a partial.
type partialName struct{ name, language string }

// partialUnit returns this worker's copy of a partial. Few names are called, unless templates compute them.
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
		hint := "it would be the file layouts/_partials/" + name
		wanted := name
		if path.Ext(wanted) == "" {
			wanted += ".html"
		}
		if near := diag.Nearest(wanted, w.run.theme.store.PartialNames()); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return nil, tmpl.Missing(fmt.Sprintf("partial %q not found", name), hint)
	}
	return w.unit(f, nil)
}
