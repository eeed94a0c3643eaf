package pipeline

import (
	"context"
	"slices"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/view"
)

// What a page prints may tell the ledger that the page has changed, and the date of that change is printed in its head.
// So layouts are rendered with the dates that earlier builds saw, and those that asked for one that is different now are
// rendered once more. The same goes for who is listed, which pages may say of themselves as well, and so for the versions
// and feeds that heads name.

// redate renders again what asked for dates, heads, or for who is listed, that the sealed listing has differently. It
// reports whether anything did.
func (b *build) redate(ctx context.Context, sealed *listing.Listing) (bool, error) {
	pages, editions := sealed.Redated(b.listing), sealed.Relisted(b.listing)
	again := b.tasksThat(b.askedForHeads(view.HeadAnswers(sealed, b.listing)), b.askedForChanged(revised(sealed, pages, editions)))
	if len(again) == 0 {
		return false, nil
	}
	b.useRun(b.run.With(sealed.WithAssets(nil))) // what is kept with the run must not hold on to this build
	if err := b.redoAll(ctx, again); err != nil {
		return true, err
	}
	return true, b.settleBatches(ctx)
}

// redoAll renders tasks once more.
func (x *rendering) redoAll(ctx context.Context, again []*task) error {
	for _, t := range again {
		t.result.forget(x.out, t.by()) // of several that publish one file none may find the old bytes there
	}
	tick := x.ticker("layouts", len(again))
	_, err := par.MapWith(ctx, x.o.Jobs, again, x.borrow(), func(ctx context.Context, w *render.Worker, t *task) (struct{}, error) {
		defer tick()
		x.live.giveWay()
		return struct{}{}, x.redo(ctx, w, t)
	})
	for _, t := range again {
		if x.facts != nil { // else they are noted when all layouts are done
			x.noteFacts(t)
		}
	}
	return err
}

// useRun has everything that is rendered from now on see another run of the same build.
func (b *build) useRun(run *render.Run) {
	b.run, b.in.run = run, run
	for _, w := range b.workers {
		w.Use(run)
	}
	b.live.use(run)
}

// asker reports whether the render of a record asked one of some questions.
type asker func(*record) bool

// revised are the questions for the dates of some pages, and for who is listed in some languages, with their new answers.
func revised(sealed *listing.Listing, pages []*site.Page, editions []*site.Edition) []trace.Step {
	var out []trace.Step
	for _, p := range pages {
		out = append(out, trace.Step{
			Question: trace.Question{Kind: trace.Modified, Key: p.Key}, Answer: view.ModifiedAnswer(sealed.Modified(p)),
		})
	}
	for _, e := range editions {
		out = append(out, view.ListedAnswers(sealed, e)...)
	}
	return out
}

// askedForChanged gives questions their new answers.
func (x *rendering) askedForChanged(steps []trace.Step) asker {
	if x.round == nil {
		changed := map[trace.Question]bool{}
		for _, s := range steps {
			changed[s.Question] = true
		}
		return func(r *record) bool {
			return slices.ContainsFunc(r.early, func(q trace.Question) bool { return changed[q] })
		}
	}
	ids := map[trace.ID]bool{}
	for _, s := range steps {
		if id, ok := x.round.Revise(s.Question, s.Answer); ok {
			ids[id] = true
		}
	}
	return func(r *record) bool {
		return len(ids) > 0 && slices.ContainsFunc(r.asked, func(id trace.ID) bool { return ids[id] })
	}
}

// askedForHeads tells who shows heads that the sealed listing has differently.
func (x *rendering) askedForHeads(revised []trace.Step) asker {
	if x.round == nil {
		for i := range revised {
			revised[i].Kind = trace.Projection
		}
		return x.askedForChanged(revised)
	}
	other := x.round.Afterwards(trace.Projection, revised)
	return func(r *record) bool { return other(r.asked) }
}

// tasksThat returns the tasks whose records asked for heads or for something else that is different now.
func (x *rendering) tasksThat(heads, others asker) []*task {
	var out []*task
	for i := range x.tasks {
		if r := x.tasks[i].result.record; r != nil && (heads(r) || others(r)) {
			out = append(out, &x.tasks[i])
		}
	}
	return out
}

// redo renders what a task wants once more, in place of its outputs.
func (x *rendering) redo(ctx context.Context, w *render.Worker, t *task) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	first := t.result.record
	r, err := x.render(ctx, w, *t.job, first.asked)
	if err != nil {
		return err
	}
	if t.result, err = x.withBody(ctx, w, *t.job, r); err == nil {
		t.result.record.takeImages(first)
	}
	return err
}
