package pipeline

import (
	"context"
	"slices"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/par"
	"github.com/sitegen/sitegen/internal/render"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/view"
)

// What a page prints may tell the ledger that the page has changed, and the date of that change is printed in its head.
// So layouts are rendered with the dates that earlier builds saw, and those that asked for one that is different now are
// rendered once more.

// redate renders again what asked for dates that the sealed listing has differently. It reports whether anything did.
func (b *build) redate(ctx context.Context, sealed *discovery.Listing) (bool, error) {
	pages := sealed.Redated(b.listing)
	if len(pages) == 0 {
		return false, nil
	}
	asked := b.askedForDates(pages, sealed)
	b.useRun(b.run.With(sealed))
	again := b.tasksThat(asked)
	tick := b.ticker("layouts", len(again))
	_, err := par.MapWith(ctx, b.o.Jobs, again, b.borrow(), func(ctx context.Context, w *render.Worker, t *task) (struct{}, error) {
		defer tick()
		b.live.giveWay()
		return struct{}{}, b.redo(ctx, w, t)
	})
	for _, t := range again {
		b.noteFacts(t)
	}
	return len(again) > 0, err
}

// useRun has everything that is rendered from now on see another run of the same build.
func (b *build) useRun(run *render.Run) {
	b.run, b.in.run = run, run
	for _, w := range b.workers {
		w.Use(run)
	}
	b.live.use(run)
}

// asker reports whether the render of a record asked for one of some dates.
type asker func(*record) bool

// askedForDates gives the questions for the dates of some pages their new answers.
func (b *build) askedForDates(pages []*site.Page, sealed *discovery.Listing) asker {
	if b.round == nil {
		keys := map[string]bool{}
		for _, p := range pages {
			keys[p.Key] = true
		}
		return func(r *record) bool { return slices.ContainsFunc(r.dated, func(key string) bool { return keys[key] }) }
	}
	ids := map[trace.ID]bool{}
	for _, p := range pages {
		q := trace.Question{Kind: trace.Modified, Key: p.Key}
		if id, ok := b.round.Revise(q, view.ModifiedAnswer(sealed.Modified(p))); ok {
			ids[id] = true
		}
	}
	return func(r *record) bool {
		return len(ids) > 0 && slices.ContainsFunc(r.asked, func(id trace.ID) bool { return ids[id] })
	}
}

// tasksThat returns the tasks whose record is one of those that are asked for.
func (x *rendering) tasksThat(asked asker) []*task {
	var out []*task
	for i := range x.tasks {
		if r := x.tasks[i].result.record; r != nil && asked(r) {
			out = append(out, &x.tasks[i])
		}
	}
	return out
}

// redo renders what a task wants once more, in place of its outputs.
func (b *build) redo(ctx context.Context, w *render.Worker, t *task) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	first := t.result.record
	for _, o := range first.outputs {
		if o.from == "" && o.made == "" {
			b.out.Forget(o.file, t.by())
		}
	}
	r, err := b.render(ctx, w, *t.job, first.asked)
	if err != nil {
		return err
	}
	t.result, err = b.withBody(ctx, w, *t.job, r)
	return err
}

// noteDates notes for which pages a render asked the date of change, where no record of questions is kept.
func (r *record) noteDates(asked trace.Record) {
	for _, s := range asked.Steps {
		if s.Kind == trace.Modified {
			r.dated = append(r.dated, s.Key)
		}
	}
}
