// Package rendering renders the pages of a build as tasks. It renders a page again if an answer that the page depends
// on changes later in the build, makes images, and serves outputs while the build is running.
package rendering

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/sitegen/sitegen/internal/assets/jsbatch"
	"github.com/sitegen/sitegen/internal/assets/minifier"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Renderer is the state that the rendering stages share.
type Renderer struct {
	*project.Project
	Past    *kept.Memo // state that the build before left
	Site    *site.Site
	Listing *listing.Listing
	Out     output.Sink
	Live    *Live // serves outputs while they are made; nil if nothing requests them
	Run     *render.Run
	Mini    *minifier.Minifier
	Workers []*render.Worker
	Texts   *disk.Spool // the HTML of bodies
	// Facts are those of each page's first HTML output, by page ID; nil if there is none. Records share them.
	Facts   []*listing.PageFacts
	Reads   []uint64 // by page ID, a hash of what the renders of these outputs read
	Batches *jsbatch.Set
	Round   *trace.Round // questions of the build before and of this one; nil with Options.NoCache
	Plan    *task.Plan
	Tasks   []task.Task  // of the planned jobs
	Beside  task.Records // records of the tasks that don't render pages

	Rendered int // tasks that were not reused
	Made     int // images that were not kept from before
}

// Borrow returns a function that hands out the same workers in every stage: a worker's template set
// is expensive to make.
func (x *Renderer) Borrow() func() *render.Worker {
	var mu sync.Mutex
	next := 0
	return func() *render.Worker {
		mu.Lock()
		defer mu.Unlock()
		if next == len(x.Workers) {
			x.Workers = append(x.Workers, x.Run.Worker())
		}
		next++
		return x.Workers[next-1]
	}
}

// HasBody reports whether the Bodies stage of a build, or of the shard that has a page, renders its body.
func HasBody(p *site.Page) bool { return p.Doc != nil && len(p.Targets) > 0 }

// Bodies renders the body of every page that has a file and a URL, and then the page's own layouts while the HTML is
// still in memory. The Layouts stage reports the problems of these layouts; it runs only if no body has an error.
func (x *Renderer) Bodies(ctx context.Context) (diag.List, error) {
	var pages []*site.Page
	for _, p := range x.Site.Pages {
		if HasBody(p) && x.Part.Has(p.Key) {
			pages = append(pages, p)
		}
	}
	tick, own := x.Ticker("bodies", len(pages)), x.ownTasks()
	lists, err := par.MapWith(ctx, x.Options.Jobs, pages, x.Borrow(),
		func(ctx context.Context, w *render.Worker, p *site.Page) (diag.List, error) {
			defer tick()
			x.Live.giveWay()
			body, err := w.Body(ctx, p)
			if err != nil {
				return task.Problems(ctx, err)
			}
			for i := own[p.ID]; i > 0 && i <= len(x.Tasks) && x.Tasks[i-1].Page == p; i++ {
				if _, err := x.do(ctx, w, &x.Tasks[i-1]); err != nil {
					return nil, err
				}
			}
			return body.Warnings, nil
		})
	return slices.Concat(lists...).Together(), err
}

// ownTasks returns, by page ID, the number of the first task of each regular page, counted from 1; 0 if there is none.
// The page's other tasks follow it.
func (x *Renderer) ownTasks() []int {
	first := make([]int, len(x.Site.Pages))
	for i := range x.Tasks {
		if p := x.Tasks[i].Page; p != nil && p.Kind == site.Regular && p.ID < len(first) && first[p.ID] == 0 {
			first[p.ID] = i + 1
		}
	}
	return first
}

// Jobs lists all renders. Lists come first because they have many outputs: a long one that starts last would delay the
// end of the build.
func (x *Renderer) Jobs() []task.Job {
	lists, rest := []task.Job(nil), make([]task.Job, 0, len(x.Site.Pages)+len(x.Site.Aliases))
	for _, p := range x.Site.Pages {
		if !x.Part.Has(p.Key) || p.Kind == site.Search && !x.Run.Searches(p.Edition) {
			continue
		}
		for _, t := range p.Targets {
			if t.Lost || listing.IsRSS(t) && !x.Run.HasTemplate(p, t) {
				continue // a feed of the listing
			}
			if p.Kind == site.Regular {
				rest = append(rest, task.Job{Page: p, Target: t})
			} else {
				lists = append(lists, task.Job{Page: p, Target: t})
			}
		}
	}
	for i := range x.Site.Aliases {
		if !x.Part.Whole() {
			break // redirects are cheaper to render than to keep
		}
		a := &x.Site.Aliases[i]
		if a.Home != nil && !x.Run.Renders(a.To, *a.Home) {
			continue // the home page is not written
		}
		rest = append(rest, task.Job{Alias: a})
	}
	for i := range x.Site.Standins {
		if s := &x.Site.Standins[i]; x.Part.Whole() && !x.Run.Renders(s.Page, s.Target) {
			rest = append(rest, task.Job{Alias: &s.Alias})
		}
	}
	return append(lists, rest...)
}

// Layouts renders every page in every format, and every redirect, and stages the outputs.
func (x *Renderer) Layouts(ctx context.Context) (diag.List, error) {
	tick := x.Ticker("layouts", len(x.Tasks))
	// Chunks are small because the first tasks may be long: see Jobs. Reused tasks are quick, so chunks are larger if
	// the plan is unchanged.
	chunk := 1
	if x.Plan.Like(x.Past.Plan) {
		chunk = 32
	}
	_, err := par.MapWith(ctx, x.Options.Jobs, slices.Collect(slices.Chunk(x.Tasks, chunk)), x.Borrow(),
		func(ctx context.Context, w *render.Worker, tasks []task.Task) (struct{}, error) {
			for i := range tasks {
				x.Live.giveWay()
				if _, err := x.do(ctx, w, &tasks[i]); err != nil {
					return struct{}{}, err
				}
				tick()
			}
			return struct{}{}, nil
		})
	if err != nil {
		return nil, err
	}
	if err := x.settleBatches(ctx); err != nil {
		return nil, err
	}
	var found diag.List
	x.Facts, x.Reads = make([]*listing.PageFacts, len(x.Site.Pages)), make([]uint64, len(x.Site.Pages))
	for i := range x.Tasks {
		r := &x.Tasks[i].Result
		if r.Record != x.Before(i) {
			x.Rendered++
		}
		found = append(found, r.Found...)
		x.noteFacts(&x.Tasks[i])
	}
	for _, s := range x.Site.Standins {
		if x.Part.Whole() && x.Run.Renders(s.Page, s.Target) {
			found = append(found, s.Ignored)
		}
	}
	found = found.Together().OnceOfImages()
	if !x.Config.Hugo {
		return append(x.settleClashes(found), Missing(x.Tasks)...), nil
	}
	settled, err := x.settle(ctx)
	return slices.Concat(found, settled, Missing(x.Tasks)), err
}

// noteFacts stores what the output of a task says about its page.
func (x *Renderer) noteFacts(t *task.Task) {
	r := &t.Result
	if r.Facts != nil {
		x.Facts[t.Page.ID], x.Reads[t.Page.ID] = r.Facts, r.Reads
	}
	isFile := func(o task.Written) bool { return o.File == t.Target.File }
	if t.Alias == nil && t.First() && !slices.ContainsFunc(r.Outputs, isFile) {
		x.OwnFacts(t.Page).Unwritten = true
	}
}

// OwnFacts returns a copy of the facts of a page that only this build uses from now on, and that it may change.
func (x *Renderer) OwnFacts(p *site.Page) *listing.PageFacts {
	own := *cmp.Or(x.Facts[p.ID], &listing.PageFacts{})
	x.Facts[p.ID] = &own
	return &own
}

// withBody adds what the body of the page read to the result. This is not part of the record, because a different body
// may read the same, for example after its file was renamed.
func (x *Renderer) withBody(ctx context.Context, w *render.Worker, j *task.Job, r *task.Record) (task.Result, error) {
	if r.Facts == nil {
		return task.Result{Record: r}, nil
	}
	body, err := w.Body(ctx, j.Page) // already rendered
	if err != nil {
		found, err := task.Problems(ctx, err)
		return task.Result{Record: &task.Record{Found: found}}, err
	}
	return task.Result{Record: r, Reads: mixReads(r.ReadsAlone, body.Reads())}, nil
}

// render does a job; like are the questions that it asked in the build before.
func (x *Renderer) render(ctx context.Context, w *render.Worker, j *task.Job, like []trace.ID) (*task.Record, error) {
	var r *render.Rendered
	var err error
	if j.Alias != nil {
		r, err = w.Alias(ctx, *j.Alias)
	} else {
		r, err = w.Page(ctx, j.Page, j.Target)
	}
	if err != nil {
		found, err := task.Problems(ctx, err)
		return &task.Record{Found: found}, err
	}
	out := &task.Record{Found: r.Messages, NoTemplate: r.NoTemplate, PutOff: r.PutOff}
	if x.Round != nil {
		out.Asked = x.Round.Keep(r.Trace, like)
	} else {
		out.NoteEarly(r.Trace)
	}
	for _, o := range r.Outputs {
		if o.Part != "" {
			out.Parts = append(out.Parts, o.Part)
			continue
		}
		if j.Alias == nil && o.File == j.Target.File && j.First() && o.MediaType == "text/html" {
			facts := listing.ReadFacts(o.Bytes, j.Page.URL.Base().Prefix(), x.Listing.WantsMedia(j.Page))
			x.Listing.LinkedLists(&facts, o.Bytes, j.Page)
			out.Facts, out.ReadsAlone = &facts, r.Trace.Reads()
		}
		written, found := x.put(o, j)
		out.Outputs = append(out.Outputs, written)
		out.Found = append(out.Found, found...)
	}
	w.Release(r)
	return out, nil
}

// do renders the outputs of a task or reuses those of the build before.
func (x *Renderer) do(ctx context.Context, w *render.Worker, t *task.Task) (task.Result, error) {
	return t.Once(func() (task.Result, error) {
		old := x.Before(t.At)
		r := x.reuse(ctx, w, t.Job, old)
		if r == nil {
			var like []trace.ID
			if old != nil {
				like = old.Asked
			}
			var err error
			if r, err = x.render(ctx, w, t.Job, like); err != nil {
				return task.Result{}, err
			}
		}
		return x.withBody(ctx, w, t.Job, r)
	})
}

// Before returns the record of the job at a position of the plan in the build before; nil if there is none.
func (x *Renderer) Before(at int) *task.Record {
	if x.Plan.Like(x.Past.Plan) {
		return x.Past.Records[at]
	}
	return x.Past.Record(x.Plan.Keys[at])
}

// reuse returns the record of a job in the build before if nothing that it depends on has changed and its outputs still
// exist.
func (x *Renderer) reuse(ctx context.Context, w *render.Worker, j *task.Job, old *task.Record) *task.Record {
	if old == nil || !x.Listing.KnowsLists(old.Facts) || !w.Same(ctx, old.Asked) || !old.Take(x.Out, j.By()) {
		return nil
	}
	return old
}

// mixReads combines the hashes of what a layout and a body read; 0 if neither read anything.
func mixReads(layout, body uint64) uint64 {
	if layout == 0 && body == 0 {
		return 0
	}
	return trace.Hash(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, layout), body))
}
