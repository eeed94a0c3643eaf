package rendering

import (
	"context"
	"slices"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/view"
)

// What a page prints may tell the ledger that the page has changed, and the date of that change is printed in its head.
// So layouts are rendered with the dates that earlier builds saw, and those that asked for one that is different now
// are rendered once more. The same goes for who is listed, which pages may say of themselves as well, and so for the
// versions and feeds that heads name.

// Redate renders again what asked for dates, heads, or for who is listed, that the sealed listing has differently. It
// reports whether anything did.
func (x *Renderer) Redate(ctx context.Context, sealed *listing.Listing) (bool, error) {
	pages, editions := listing.Redated(sealed, x.Listing), listing.Relisted(sealed, x.Listing)
	again := x.tasksThat(x.askedForHeads(view.HeadAnswers(sealed, x.Listing)),
		x.askedForChanged(revised(sealed, pages, editions)))
	if len(again) == 0 {
		return false, nil
	}
	x.useRun(x.Run.With(sealed.WithAssets(nil))) // what is kept with the run must not hold on to this build
	if err := x.again(ctx, otherListing, again); err != nil {
		return true, err
	}
	return true, x.settleBatches(ctx)
}

// reason is why tasks are rendered again: they asked a question that had no certain answer yet, and has another one
// now.
type reason int

const (
	otherBatches reason = iota // bundles of scripts have other parts
	otherListing               // the sealed listing has other dates, heads, or pages
	otherWinner                // another task has to have a path that several want
)

// again renders tasks once more, in place of what they gave. It is the one way to do so.
func (x *Renderer) again(ctx context.Context, why reason, list []*task.Task) error {
	for _, t := range list {
		t.Result.Forget(x.Out, t.By()) // of several that publish one file none may find the old bytes there
	}
	jobs := x.Options.Jobs
	if why == otherWinner {
		jobs = 1 // who comes first in the plan has to come first
	}
	tick := x.Ticker("layouts", len(list))
	_, err := par.MapWith(ctx, jobs, list, x.Borrow(),
		func(ctx context.Context, w *render.Worker, t *task.Task) (struct{}, error) {
			defer tick()
			x.Live.giveWay()
			first := t.Result.Record
			return struct{}{}, t.Again(func() (task.Result, error) {
				r, err := x.render(ctx, w, t.Job, first.Asked)
				if err != nil {
					return task.Result{}, err
				}
				return x.withBody(ctx, w, t.Job, r.TakeImages(first))
			})
		})
	if x.Facts != nil && err == nil { // else they are noted when all layouts are done
		for _, t := range list {
			x.noteFacts(t)
		}
	}
	return err
}

// useRun has everything that is rendered from now on see another run of the same build.
func (x *Renderer) useRun(run *render.Run) {
	x.Run = run
	for _, w := range x.Workers {
		w.Use(run)
	}
	x.Live.use(run)
}

// asker reports whether the render of a record asked one of some questions.
type asker func(*task.Record) bool

// revised are the questions for the dates of some pages, and for who is listed in some languages, with their new
// answers.
func revised(sealed *listing.Listing, pages []*site.Page, editions []*site.Edition) []trace.Step {
	var out []trace.Step
	for _, p := range pages {
		out = append(out, trace.Step{
			Question: trace.Question{Kind: trace.Modified, Key: p.Key}, Answer: view.ModifiedAnswer(sealed.LastMod(p).Shown()),
		})
	}
	for _, e := range editions {
		out = append(out, view.ListedAnswers(sealed, e)...)
	}
	return out
}

// askedForChanged gives questions their new answers.
func (x *Renderer) askedForChanged(steps []trace.Step) asker {
	if x.Round == nil {
		changed := map[trace.Question]bool{}
		for _, s := range steps {
			changed[s.Question] = true
		}
		return func(r *task.Record) bool {
			return slices.ContainsFunc(r.Early, func(q trace.Question) bool { return changed[q] })
		}
	}
	ids := map[trace.ID]bool{}
	for _, s := range steps {
		if id, ok := x.Round.Revise(s.Question, s.Answer); ok {
			ids[id] = true
		}
	}
	return func(r *task.Record) bool {
		return len(ids) > 0 && slices.ContainsFunc(r.Asked, func(id trace.ID) bool { return ids[id] })
	}
}

// askedForHeads tells who shows heads that the sealed listing has differently.
func (x *Renderer) askedForHeads(revised []trace.Step) asker {
	if x.Round == nil {
		for i := range revised {
			revised[i].Kind = trace.Projection
		}
		return x.askedForChanged(revised)
	}
	other := x.Round.Afterwards(trace.Projection, revised)
	return func(r *task.Record) bool { return other(r.Asked) }
}

// tasksThat returns the tasks whose records asked for heads or for something else that is different now.
func (x *Renderer) tasksThat(heads, others asker) []*task.Task {
	var out []*task.Task
	for i := range x.Tasks {
		if r := x.Tasks[i].Result.Record; r != nil && (heads(r) || others(r)) {
			out = append(out, &x.Tasks[i])
		}
	}
	return out
}
