// Package rendering renders the pages of a build as tasks: once, or again when something that they asked is different
// later; makes their images; and answers for outputs while the build is at work.
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

// rendering is what the rendering stages share.
type Renderer struct {
	*project.Project
	Past    *kept.Memo // what the build before left
	Site    *site.Site
	Listing *listing.Listing
	Out     output.Sink
	Live    *Live // answers for outputs while they are made; nil: nobody asks
	Run     *render.Run
	Mini    *minifier.Minifier
	Workers []*render.Worker
	Texts   *disk.Spool // the HTML of bodies
	// by page ID, of each page's first HTML output; nil where there is none. Records share them
	Facts   []*listing.PageFacts
	Reads   []uint64 // by page ID, what the renderings of these read
	Batches *jsbatch.Set
	Round   *trace.Round // what was asked in the build before, and is in this one; nil with Options.NoCache
	Plan    *task.Plan
	Tasks   []task.Task  // of the jobs that are planned
	Beside  task.Records // of tasks beside these

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

// Bodies renders the body of every page that has a file and an address, and right after it what the page
// itself is written as, while the HTML is at hand. What comes of that counts in the next stage: it is
// reached only when all bodies are good.
func (x *Renderer) Bodies(ctx context.Context) (diag.List, error) {
	var pages []*site.Page
	for _, p := range x.Site.Pages {
		if p.Doc != nil && len(p.Targets) > 0 && x.Part.Has(p.Key) {
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

// ownTasks returns, by page ID, the number of the first task of a page that is not a list, counted from 1, which
// its others follow; 0 for none.
func (x *Renderer) ownTasks() []int {
	first := make([]int, len(x.Site.Pages))
	for i := range x.Tasks {
		if p := x.Tasks[i].Page; p != nil && p.Kind == site.Regular && p.ID < len(first) && first[p.ID] == 0 {
			first[p.ID] = i + 1
		}
	}
	return first
}

// Jobs lists all renders, those of lists first: they have many outputs, and a long one must not
// begin when all others are done.
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
		rest = append(rest, task.Job{Alias: &x.Site.Aliases[i]})
	}
	return append(lists, rest...)
}

// Layouts renders every page in every format, and every redirect, and stages the outputs.
func (x *Renderer) Layouts(ctx context.Context) (diag.List, error) {
	tick := x.Ticker("layouts", len(x.Tasks))
	// Few at a time, as the first may be long: see jobs. What is reused is quickly done, and so are many.
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
	found = found.Together().OnceOfImages()
	if !x.Config.Hugo {
		return append(x.settleClashes(found), Missing(x.Tasks)...), nil
	}
	settled, err := x.settle(ctx)
	return slices.Concat(found, settled, Missing(x.Tasks)), err
}

// noteFacts takes over what the output of a task says of its page.
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

// OwnFacts returns a copy of the facts of a page that is this build's alone from now on.
func (x *Renderer) OwnFacts(p *site.Page) *listing.PageFacts {
	own := *cmp.Or(x.Facts[p.ID], &listing.PageFacts{})
	x.Facts[p.ID] = &own
	return &own
}

// withBody adds what the body of the page read. That is not part of the record: a body may be another one
// and read alike, as when its file has a new name.
func (x *Renderer) withBody(ctx context.Context, w *render.Worker, j *task.Job, r *task.Record) (task.Result, error) {
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

// Before returns what the job at a place of the plan gave in the build before; nil: nothing.
func (x *Renderer) Before(at int) *task.Record {
	if x.Plan.Like(x.Past.Plan) {
		return x.Past.Records[at]
	}
	return x.Past.Record(x.Plan.Keys[at])
}

// reuse returns what a job gave in the build before, if nothing that it depends on is different and its
// outputs are still there.
func (x *Renderer) reuse(ctx context.Context, w *render.Worker, j *task.Job, old *task.Record) *task.Record {
	if old == nil || !w.Same(ctx, old.Asked) || !old.Take(x.Out, j.By()) {
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
