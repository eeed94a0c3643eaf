package themes

import (
	"context"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/trace"
)

// begin asks what every rendering of p depends on, whatever its templates read: the configuration,
// which templates there are, and what of the page decides which of them it gets.
func (c *Call) begin(p *Page) {
	c.run.askConfig(c)
	c.rec.Ask(trace.Lookup, "", c.run.theme.store.shape)
	if p != nil {
		p.record(c, trace.PageCard)
		p.record(c, trace.PageParams)
	}
}

// bodyName names the body of a page in a format ("" for the one that all formats share): questions know
// it by that, and what is kept of a build.
func bodyName(p *Page, format string) string {
	if format == "" {
		return p.p.Key
	}
	return p.p.Key + "\x00" + format
}

// recall returns the body of p that a build before this one left, when all that it asked still has the
// same answer; else nil, and it is rendered anew. An error on the way is none here: the rendering meets
// it again, and says it as it would in a clean build.
func (w *Worker) recall(asker *Call, p *Page, format string) *Body {
	o := &w.run.o
	if o.Round == nil || o.Recall == nil || asker.depth >= maxDepth {
		return nil
	}
	old := o.Recall(bodyName(p, format))
	if old == nil || len(old.trace) == 0 || !plain(old.stored) {
		return nil // that of a page without a file asked nothing, and is as dear as to ask
	}
	c := w.newCall(asker.ctx, p, w.bodyTarget(p, format, asker))
	c.parent, c.depth = asker, asker.depth+1
	if same, err := w.same(c, old.trace); err != nil || !same {
		return nil
	}
	return old
}

// plain reports whether a stored value means the same in another build: views belong to their own.
func plain(v any) bool {
	switch v := v.(type) {
	case nil, bool, int, int64, uint64, float64, string, template.HTML, template.CSS, template.JS, template.URL, time.Time:
		return true
	case map[string]any:
		for _, e := range v {
			if !plain(e) {
				return false
			}
		}
		return true
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !plain(e) })
	}
	return false
}

// Bodies calls yield with every body of this build by its name, for Recall of the next one.
func (r *Run) Bodies(yield func(name string, b *Body)) {
	for i := range r.bodies {
		if b := r.bodies[i].Load(); b != nil {
			yield(r.o.Site.Pages[i].Key, b)
		}
	}
	r.moreBodies.Range(func(k, b any) bool {
		key := k.(bodyKey)
		yield(bodyName(key.page, key.format), b.(*Body))
		return true
	})
}

// Asked returns the numbers of what the rendering of b asked; none without a Round.
func (b *Body) Asked() []trace.ID { return b.trace }

// Asked returns what the rendering of b asked.
func (w *Worker) Asked(b *Body) trace.Record {
	if w.run.o.Round == nil {
		return b.asked
	}
	return w.run.o.Round.Record(b.trace)
}

// Same reports whether everything that a render asked in the build before has the same answer now.
func (w *Worker) Same(ctx context.Context, asked []trace.ID) bool {
	same, err := w.same(w.newCall(ctx, nil, site.Target{}), asked)
	return err == nil && same
}

func (w *Worker) same(c *Call, asked []trace.ID) (bool, error) {
	return w.run.o.Round.Same(asked, func(q trace.Question) (uint64, error) { return w.answer(c, q) })
}

// unanswered is the answer to a question that cannot be asked any more: no record has it.
const unanswered = 0xdead_a115_3e11_0000

// answer asks a question again.
func (w *Worker) answer(c *Call, q trace.Question) (uint64, error) {
	if q.Kind == trace.PageBody || q.Kind == trace.PageText {
		return w.bodyAnswer(c, q)
	}
	probe := &Call{ctx: c.ctx, w: w, run: w.run, rec: &trace.Recorder{}, number: 1}
	before := w.call
	w.call = probe
	w.run.ask(probe, q)
	w.call = before
	if a, ok := probe.rec.Answer(q); ok {
		return a, nil
	}
	return unanswered, nil
}

// bodyAnswer makes sure that a body is there, and returns its hash.
func (w *Worker) bodyAnswer(c *Call, q trace.Question) (uint64, error) {
	key, format, _ := strings.Cut(q.Key, "\x00")
	p := w.run.byKey(key)
	if p == nil {
		return unanswered, nil
	}
	if format != "" && c.target.Format == nil {
		c.target.Format = w.run.o.Site.Config.OutputFormats[format]
	}
	b, err := w.bodyIn(c, p, format)
	if err != nil {
		return 0, err
	}
	if q.Kind == trace.PageBody {
		return b.hash, nil
	}
	facts, err := w.facts(b)
	if err != nil {
		return 0, err
	}
	return facts.hash, nil
}
