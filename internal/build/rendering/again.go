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

// A rendered page can tell the ledger that its content changed, and the head of the page prints the date of that
// change. So layouts are first rendered with the dates that earlier builds saw, and pages that asked for a date that
// turns out to be different are rendered once more. The same holds for which pages are listed, since rendered pages can
// exclude themselves, and so for the versions and feeds that heads name.

// Redate renders pages again that asked for dates, heads, or listed pages that are different in the sealed listing. It
// reports whether it rendered anything.
func (x *Renderer) Redate(ctx context.Context, sealed *listing.Listing) (bool, error) {
	pages, editions := listing.Redated(sealed, x.Listing), listing.Relisted(sealed, x.Listing)
	again := x.tasksThat(x.askedForHeads(view.HeadAnswers(sealed, x.Listing)),
		x.askedForChanged(revised(sealed, pages, editions)))
	if len(again) == 0 {
		return false, nil
	}
	x.useRun(x.Run.With(sealed.WithAssets(nil))) // the run outlives this build and must not keep it in memory
	if err := x.again(ctx, otherListing, again); err != nil {
		return true, err
	}
	return true, x.settleBatches(ctx)
}

// reason is why tasks are rendered again: the answer to a question that they asked was provisional, and is different
// now.
type reason int

const (
	otherBatches reason = iota // bundles of scripts have other parts
	otherListing               // the sealed listing has other dates, heads, or pages
	otherWinner                // another task has to have a path that several want
)

// again renders tasks once more and replaces their results. All repeated rendering goes through it.
func (x *Renderer) again(ctx context.Context, why reason, list []*task.Task) error {
	for _, t := range list {
		t.Result.Forget(x.Out, t.By()) // several tasks may publish the same file: none may find the old bytes there
	}
	jobs := x.Options.Jobs
	if why == otherWinner {
		jobs = 1 // the first task in the plan has to come first
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
	if x.Facts != nil && err == nil { // else facts are stored when all layouts are done
		for _, t := range list {
			x.noteFacts(t)
		}
	}
	return err
}

// useRun makes everything that is rendered from now on use another run of the same build.
func (x *Renderer) useRun(run *render.Run) {
	x.Run = run
	for _, w := range x.Workers {
		w.Use(run)
	}
	x.Live.use(run)
}

// asker reports whether the render of a record asked one of a set of questions.
type asker func(*task.Record) bool

// revised returns the questions about the dates of some pages and the listed pages of some languages, with their new
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

// askedForChanged stores new answers to questions, and returns a function that reports whether a record asked one of
// them.
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

// askedForHeads returns a function that reports whether a record shows heads that are different in the sealed listing.
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

// tasksThat returns the tasks whose records one of the two functions reports.
func (x *Renderer) tasksThat(heads, others asker) []*task.Task {
	var out []*task.Task
	for i := range x.Tasks {
		if r := x.Tasks[i].Result.Record; r != nil && (heads(r) || others(r)) {
			out = append(out, &x.Tasks[i])
		}
	}
	return out
}
