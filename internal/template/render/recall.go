package render

import (
	"context"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// begin records the questions of every rendering of p, whatever its templates read: the configuration, the set of
// templates, and the values of the page that select its templates.
func (c *call) begin(p *view.Page) {
	c.Views.AskConfig(&c.Call)
	c.Recorder.Ask(trace.Lookup, "", c.run.theme.store.Shape())
	if p != nil {
		c.AskPage(p, trace.PageCard)
		c.AskPage(p, trace.PageParams)
	}
}

// bodyName returns the name of the body of a page in a format ("" for the one that all formats share), in questions and
// in what is kept of a build.
func bodyName(p *site.Page, format string) string {
	if format == "" {
		return p.Key
	}
	return p.Key + "\x00" + format
}

// recall returns the body of p from an earlier build if all its questions have the same answers; else nil, so it is
// rendered. Errors are ignored, since rendering meets them again and reports them as in a clean build.
func (w *Worker) recall(a asking, p *view.Page, format string) *Body {
	o := &w.run.o
	if o.Round == nil || o.Recall == nil || a.asker != nil && a.asker.Depth >= tmpl.MaxDepth {
		return nil
	}
	old := o.Recall(bodyName(view.Model(p), format))
	if old == nil || len(old.trace) == 0 || !portable(old.stored) || !ofFile(o.Round, old, p) {
		return nil // a page without a file asked nothing, and rendering it is as cheap
	}
	a.page, a.format = p, format
	if same, err := o.Round.Same(old.trace, a.answer); err != nil || !same {
		return nil
	}
	return old
}

// ofFile reports whether old was made from the current file of p. A home page may get its text from another file while
// the old one still exists as a resource, so all other questions would have the same answers. The first question of a
// body with a file is its text.
func ofFile(round *trace.Round, old *Body, p *view.Page) bool {
	doc := view.Model(p).Doc
	if doc == nil {
		return true
	}
	same := true
	round.Any(old.trace, func(q trace.Question) bool {
		if q.Kind != trace.Source {
			return false
		}
		same = q.Key == doc.File
		return true
	})
	return same
}

// askedBefore returns the questions of the body of p in an earlier build; nil: not known.
func (w *Worker) askedBefore(p *view.Page, format string) []trace.ID {
	if recall := w.run.o.Recall; recall != nil {
		if old := recall(bodyName(view.Model(p), format)); old != nil {
			return old.trace
		}
	}
	return nil
}

// portable reports whether a stored value is valid in another build. Views are not: they belong to one build.
func portable(v any) bool {
	switch v := v.(type) {
	case nil, bool, int, int64, uint64, float64, string, template.HTML, template.CSS, template.JS, template.URL, time.Time:
		return true
	case map[string]any:
		for _, e := range v {
			if !portable(e) {
				return false
			}
		}
		return true
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !portable(e) })
	}
	return false
}

// Bodies calls yield with every body of this build and its name, for Recall in the next build.
func (r *Run) Bodies(yield func(name string, b *Body)) {
	for i := range r.bodies {
		if b := r.bodies[i].Load(); b != nil {
			yield(r.o.Site.Pages[i].Key, b)
		}
	}
	r.memo.Range(func(k, b any) bool {
		if key, ok := k.(bodyKey); ok {
			yield(bodyName(view.Model(key.page), key.format), b.(*Body))
		}
		return true
	})
}

// Asked returns the numbers of the questions of b; none without a Round.
func (b *Body) Asked() []trace.ID { return b.trace }

// Quiet reports whether rendering b had no effects: no warning and no output.
func (b *Body) Quiet() bool { return len(b.Warnings) == 0 && len(b.outputs) == 0 }

// Reads hashes the inputs of b other than pages and templates: see trace.Record.
func (b *Body) Reads() uint64 { return b.reads }

// AskContent records the question for the entire b.
func (b *Body) AskContent(r *trace.Recorder) (answer uint64) {
	r.Ask(trace.PageBody, b.name, b.hash)
	return b.hash
}

// AskSummary records the question for the summary of b.
func (b *Body) AskSummary(r *trace.Recorder) (answer uint64) {
	r.Ask(trace.PageSummary, b.name, b.summarized)
	return b.summarized
}

// Answer answers a question of an earlier build again. If that is not possible, the answer is one that no record has.
func (w *Worker) Answer(ctx context.Context, q trace.Question) (uint64, error) {
	a := asking{w: w, ctx: ctx}
	return a.answer(q)
}

// Same reports whether all questions of a rendering in an earlier build have the same answers now.
func (w *Worker) Same(ctx context.Context, asked []trace.ID) bool {
	a := asking{w: w, ctx: ctx}
	same, err := w.run.o.Round.Same(asked, a.answer)
	return err == nil && same
}

// asking answers questions of an earlier build.
type asking struct {
	w   *Worker
	ctx context.Context

	// For a body: the call that needs it; nil for the build itself, in a target.
	asker  *call
	target site.Target
	page   *view.Page
	format string

	made *call
}

// call returns a call for questions that need one.
func (a *asking) call() *call {
	if a.made == nil {
		if a.page != nil && a.asker == nil {
			a.asker = a.w.newCall(a.ctx, a.page, a.target)
		}
		if a.made = a.w.newCall(a.ctx, nil, site.Target{}); a.page != nil {
			a.made.Page, a.made.Target = a.page, a.w.bodyTarget(a.page, a.format, a.asker)
			a.made.parent, a.made.Depth = a.asker, a.asker.Depth+1
		}
	}
	return a.made
}

// unanswered is the answer to a question that cannot be answered anymore. No record has it.
const unanswered = 0xdead_a115_3e11_0000

// answer asks a question again.
func (a *asking) answer(q trace.Question) (uint64, error) {
	w := a.w
	if answer, ok := w.run.direct(q); ok {
		return answer, nil
	}
	if q.Kind == trace.PageBody || q.Kind == trace.PageText || q.Kind == trace.PageSummary {
		return a.body(q)
	}
	probe := w.probe
	if w.probe = nil; probe == nil {
		probe = w.newCall(a.ctx, nil, site.Target{})
	} else {
		*probe = call{Call: w.run.views.NewCall(a.ctx, w.exec, probe.Recorder, nil, site.Target{}), w: w, run: w.run}
		probe.Renderer = probe
	}
	end := w.exec.Run(&probe.Call)
	w.run.ask(probe, q)
	end()
	answer, ok := probe.Recorder.Answer(q)
	probe.Recorder.Clear()
	w.probe = probe
	if ok {
		return answer, nil
	}
	return unanswered, nil
}

// direct answers questions that do not need a call, which are most of them.
func (r *Run) direct(q trace.Question) (answer uint64, ok bool) {
	switch q.Kind {
	case trace.Lookup:
		return r.theme.store.Shape(), true
	case trace.I18n:
		return r.theme.strings.Hash(), true
	}
	answer, there, ok := r.views.Direct(q)
	if !there {
		answer = unanswered
	}
	return answer, ok
}

// body makes sure that a body exists, and answers a question about it.
func (a *asking) body(q trace.Question) (uint64, error) {
	key, format, _ := strings.Cut(q.Key, "\x00")
	p := a.w.run.views.PageByKey(key)
	if p == nil || strings.HasPrefix(format, outlineOf) && !hasOutline(p) {
		return unanswered, nil
	}
	b := a.w.run.keptBody(p, format)
	if b == nil {
		c := a.call()
		if format != "" && c.Target.Format == nil {
			c.Target.Format = view.Model(p).Edition.Language.OutputFormats[strings.TrimPrefix(format, outlineOf)]
		}
		var err error
		if b, err = a.w.bodyIn(c, p, format); err != nil {
			return 0, err
		}
	}
	switch q.Kind {
	case trace.PageBody:
		return b.hash, nil
	case trace.PageSummary:
		return b.summarized, nil
	}
	facts, err := a.w.facts(b)
	if err != nil {
		return 0, err
	}
	return facts.hash, nil
}
