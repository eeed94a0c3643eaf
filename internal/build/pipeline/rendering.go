package pipeline

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

// rendering is what the rendering stages share.
type rendering struct {
	*project.Project
	past    *kept.Memo // what the build before left
	site    *site.Site
	listing *listing.Listing
	out     output.Sink
	live    *live // answers for outputs while they are made; nil: nobody asks
	run     *render.Run
	mini    *minifier.Minifier
	workers []*render.Worker
	texts   *disk.Spool          // the HTML of bodies
	buffers output.Buffers       // for emissions
	facts   []*listing.PageFacts // by page ID, of each page's first HTML output; nil where there is none. Records share them
	reads   []uint64             // by page ID, what the renderings of these read
	batches *jsbatch.Set
	round   *trace.Round // what was asked in the build before, and is in this one; nil with Options.NoCache
	planned *task.Plan
	tasks   []task.Task  // of the jobs that are planned
	done    task.Records // of tasks beside these

	rendered int // tasks that were not reused
	made     int // images that were not kept from before
}

// borrow returns a function that hands out the same workers in every stage: a worker's template set
// is dear to make.
func (x *rendering) borrow() func() *render.Worker {
	var mu sync.Mutex
	next := 0
	return func() *render.Worker {
		mu.Lock()
		defer mu.Unlock()
		if next == len(x.workers) {
			x.workers = append(x.workers, x.run.Worker())
		}
		next++
		return x.workers[next-1]
	}
}

// bodies renders the body of every page that has a file and an address, and right after it what the page
// itself is written as, while the HTML is at hand. What comes of that counts in the next stage: it is
// reached only when all bodies are good.
func (x *rendering) bodies(ctx context.Context) (diag.List, error) {
	var pages []*site.Page
	for _, p := range x.site.Pages {
		if p.Doc != nil && len(p.Targets) > 0 && x.Part.Has(p.Key) {
			pages = append(pages, p)
		}
	}
	tick, own := x.Ticker("bodies", len(pages)), x.ownTasks()
	lists, err := par.MapWith(ctx, x.Options.Jobs, pages, x.borrow(),
		func(ctx context.Context, w *render.Worker, p *site.Page) (diag.List, error) {
			defer tick()
			x.live.giveWay()
			body, err := w.Body(ctx, p)
			if err != nil {
				return task.Problems(ctx, err)
			}
			for i := own[p.ID]; i > 0 && i <= len(x.tasks) && x.tasks[i-1].Page == p; i++ {
				if _, err := x.do(ctx, w, &x.tasks[i-1]); err != nil {
					return nil, err
				}
			}
			return body.Warnings, nil
		})
	return slices.Concat(lists...).Together(), err
}

// ownTasks returns, by page ID, the number of the first task of a page that is no list, counted from 1, which
// its others follow; 0 for none.
func (x *rendering) ownTasks() []int {
	first := make([]int, len(x.site.Pages))
	for i := range x.tasks {
		if p := x.tasks[i].Page; p != nil && p.Kind == site.Regular && p.ID < len(first) && first[p.ID] == 0 {
			first[p.ID] = i + 1
		}
	}
	return first
}

// jobs lists all renders, those of lists first: they have many outputs, and a long one must not
// begin when all others are done.
func (x *rendering) jobs() []task.Job {
	lists, rest := []task.Job(nil), make([]task.Job, 0, len(x.site.Pages)+len(x.site.Aliases))
	for _, p := range x.site.Pages {
		if !x.Part.Has(p.Key) || p.Kind == site.Search && !x.run.Searches(p.Edition) {
			continue
		}
		for _, t := range p.Targets {
			if t.Lost || listing.IsRSS(t) && !x.run.HasTemplate(p, t) {
				continue // a feed of the listing
			}
			if p.Kind == site.Regular {
				rest = append(rest, task.Job{Page: p, Target: t})
			} else {
				lists = append(lists, task.Job{Page: p, Target: t})
			}
		}
	}
	for i := range x.site.Aliases {
		if !x.Part.Whole() {
			break // redirects are cheaper to render than to keep
		}
		rest = append(rest, task.Job{Alias: &x.site.Aliases[i]})
	}
	return append(lists, rest...)
}

// layouts renders every page in every format, and every redirect, and stages the outputs.
func (x *rendering) layouts(ctx context.Context) (diag.List, error) {
	tick := x.Ticker("layouts", len(x.tasks))
	// Few at a time, as the first may be long: see jobs. What is reused is quickly done, and so are many.
	chunk := 1
	if x.planned.Like(x.past.Plan) {
		chunk = 32
	}
	_, err := par.MapWith(ctx, x.Options.Jobs, slices.Collect(slices.Chunk(x.tasks, chunk)), x.borrow(),
		func(ctx context.Context, w *render.Worker, tasks []task.Task) (struct{}, error) {
			for i := range tasks {
				x.live.giveWay()
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
	x.facts, x.reads = make([]*listing.PageFacts, len(x.site.Pages)), make([]uint64, len(x.site.Pages))
	for i := range x.tasks {
		r := &x.tasks[i].Result
		if r.Record != x.before(i) {
			x.rendered++
		}
		found = append(found, r.Found...)
		x.noteFacts(&x.tasks[i])
	}
	found = found.Together().OnceOfImages()
	if !x.Config.Hugo {
		return append(x.settleClashes(found), missing(x.tasks)...), nil
	}
	settled, err := x.settle(ctx)
	return slices.Concat(found, settled, missing(x.tasks)), err
}

// noteFacts takes over what the output of a task says of its page.
func (x *rendering) noteFacts(t *task.Task) {
	r := &t.Result
	if r.Facts != nil {
		x.facts[t.Page.ID], x.reads[t.Page.ID] = r.Facts, r.Reads
	}
	isFile := func(o task.Written) bool { return o.File == t.Target.File }
	if t.Alias == nil && t.First() && !slices.ContainsFunc(r.Outputs, isFile) {
		x.ownFacts(t.Page).Unwritten = true
	}
}

// ownFacts returns a copy of the facts of a page that is this build's alone from now on.
func (x *rendering) ownFacts(p *site.Page) *listing.PageFacts {
	own := *cmp.Or(x.facts[p.ID], &listing.PageFacts{})
	x.facts[p.ID] = &own
	return &own
}

// withBody adds what the body of the page read. That is no part of the record: a body may be another one
// and read alike, as when its file has a new name.
func (x *rendering) withBody(ctx context.Context, w *render.Worker, j *task.Job, r *task.Record) (task.Result, error) {
	if r.Facts == nil {
		return task.Result{Record: r}, nil
	}
	body, err := w.Body(ctx, j.Page) // rendered already
	if err != nil {
		found, err := task.Problems(ctx, err)
		return task.Result{Record: &task.Record{Found: found}}, err
	}
	return task.Result{Record: r, Reads: mixReads(r.ReadsAlone, body.Reads())}, nil
}

// render does a job; like is what it asked in the build before.
func (x *rendering) render(ctx context.Context, w *render.Worker, j *task.Job, like []trace.ID) (*task.Record, error) {
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
	if x.round != nil {
		out.Asked = x.round.Keep(r.Trace, like)
	} else {
		out.NoteEarly(r.Trace)
	}
	for _, o := range r.Outputs {
		if o.Part != "" {
			out.Parts = append(out.Parts, o.Part)
			continue
		}
		if j.Alias == nil && o.File == j.Target.File && j.First() && o.MediaType == "text/html" {
			facts := listing.ReadFacts(o.Bytes, j.Page.URL.Base().Prefix(), x.listing.WantsMedia(j.Page))
			out.Facts, out.ReadsAlone = &facts, r.Trace.Reads()
		}
		written, found := x.put(o, j)
		out.Outputs = append(out.Outputs, written)
		out.Found = append(out.Found, found...)
	}
	w.Release(r)
	return out, nil
}

// do reuses or renders what a task wants.
func (x *rendering) do(ctx context.Context, w *render.Worker, t *task.Task) (task.Result, error) {
	return t.Once(func() (task.Result, error) {
		old := x.before(t.At)
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

// before returns what the job at a place of the plan gave in the build before; nil: nothing.
func (x *rendering) before(at int) *task.Record {
	if x.planned.Like(x.past.Plan) {
		return x.past.Records[at]
	}
	return x.past.Record(x.planned.Keys[at])
}

// reuse returns what a job gave in the build before, if nothing that it depends on is different and its
// outputs are still there.
func (x *rendering) reuse(ctx context.Context, w *render.Worker, j *task.Job, old *task.Record) *task.Record {
	if old == nil || !w.Same(ctx, old.Asked) || !old.Take(x.out, j.By()) {
		return nil
	}
	return old
}

// mixReads makes one number of what a layout and a body read; 0 when neither read anything.
func mixReads(layout, body uint64) uint64 {
	if layout == 0 && body == 0 {
		return 0
	}
	return trace.Hash(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, layout), body))
}
