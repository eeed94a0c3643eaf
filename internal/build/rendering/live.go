package rendering

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/emit/hostfiles"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Live serves outputs while the build is still running: it renders a requested output first.
type Live struct {
	x   *Renderer
	ctx context.Context // of the build
	out *output.Memory
	// First is set in the first build, when nothing is known from an earlier one.
	First bool
	// Copied reports whether an output that the build before copied from a file is certainly still a copy of it.
	Copied func(out, from string) bool
	// listing is the listing before sealing; the build replaces its own meanwhile.
	listing *listing.Listing
	over    chan struct{} // closed when the build has ended

	mu     sync.Mutex // held while something is rendered, and while the build ends
	worker *render.Worker
	final  *output.Files // outputs of the finished build; nil after an error
	err    error
}

// newLive starts serving outputs. w is the worker that served them in the build before; nil if these templates had
// none.
func newLive(ctx context.Context, x *Renderer, out *output.Memory, w *render.Worker) *Live {
	if w != nil {
		w.Use(x.Run)
	}
	return &Live{x: x, ctx: ctx, out: out, listing: x.Listing, over: make(chan struct{}), worker: w}
}

// Worker returns the worker that renders requested outputs, which the next build may use; nil if nothing was requested.
func (l *Live) Worker() *render.Worker { return l.worker }

// End ends the serving of outputs when the build is over. Nothing is rendered after it.
func (l *Live) End(final *output.Files, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.final, l.err = final, err
	close(l.over)
}

// taskOf returns the task that will write a path, and the media type of that output as far as it is known. The task is
// nil if none is known to write the path.
func (l *Live) taskOf(path string) (*task.Task, string) {
	if i, ok := l.x.Plan.File(path); ok {
		t := &l.x.Tasks[i]
		switch {
		case t.Alias != nil:
			return t, "text/html"
		case t.Page != nil && t.Target.Format.MediaType != nil:
			return t, t.Target.Format.MediaType.Type
		}
		return t, ""
	}
	// The paths of further pages of a list, and of files that templates publish, are known from the build before. The
	// media type is that of the output, because a page may also publish a style sheet.
	for i, r := range l.x.Past.Records {
		at := slices.IndexFunc(r.Outputs, func(o task.Written) bool { return o.File == path })
		if at < 0 {
			continue
		}
		if i, ok := l.x.Plan.Find(l.x.Past.Plan.Keys[i]); ok {
			if o := r.Outputs[at]; o.From == "" {
				return &l.x.Tasks[i], o.MediaType
			}
			return &l.x.Tasks[i], "" // a copied file: its name tells the media type
		}
		return nil, ""
	}
	return nil, ""
}

// use switches the rendering of requested outputs to another run of the build.
func (l *Live) use(run *render.Run) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.worker != nil {
		l.worker.Use(run)
	}
}

// mayRedirect reports whether the project may have its own _redirects file: a page, a static file, or a page resource.
func mayRedirect(x *Renderer, tree *content.Tree) bool {
	for _, folder := range x.Hosts() {
		if _, planned := x.Plan.File(path.Join(folder, hostfiles.Redirects)); planned {
			return true
		}
	}
	for _, m := range x.StaticDirs() {
		if below, ok := strings.CutPrefix(hostfiles.Redirects, m.At); ok && project.Exists(filepath.Join(m.Dir, below)) {
			return true
		}
	}
	return slices.ContainsFunc(tree.Resources,
		func(r *content.Resource) bool { return path.Base(r.Path) == hostfiles.Redirects })
}

// giveWay waits while a page that a browser requested is rendered.
func (l *Live) giveWay() {
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
	}
}

// Lookup returns the file at a path. If the file can be rendered during the build, Lookup returns at once, and opening
// the file renders it; otherwise it waits for the end of the build.
func (l *Live) Lookup(path string) (output.File, bool) {
	if !l.ended() {
		if t, mediaType := l.taskOf(path); t != nil {
			f := output.File{Path: path, MediaType: mediaType, Page: t.ContentFile()}
			return f.Awaited(func(ctx context.Context) (io.ReadSeekCloser, error) { return l.open(ctx, path, t) }), true
		}
		if f, ok := l.out.Lookup(path); ok && l.First {
			return f, true // a page that shows it was rendered
		}
		if f, ok := l.out.Old(path); ok && f.CopyOf() != "" && l.Copied(path, f.CopyOf()) {
			return f, true
		}
	}
	<-l.over
	if l.final == nil {
		return output.File{}, false
	}
	return l.final.Lookup(path)
}

func (l *Live) ended() bool {
	select {
	case <-l.over:
		return true
	default:
		return false
	}
}

// Paths waits for the end of the build and returns the paths of its outputs.
func (l *Live) Paths() []string {
	<-l.over
	if l.final == nil {
		return nil
	}
	return l.final.Paths()
}

// open renders a task, unless that is done, and returns the file at a path.
func (l *Live) open(ctx context.Context, path string, t *task.Task) (io.ReadSeekCloser, error) {
	f, ok, err := l.render(path, t)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return f.Open(ctx)
}

func (l *Live) render(path string, t *task.Task) (f output.File, ok bool, err error) {
	early, ready, err := l.early(path, t)
	switch {
	case err != nil:
		return f, false, err
	case early != nil:
		return *early, true, nil
	case ready:
		return f, false, nil
	}
	<-l.over
	if l.final == nil {
		return f, false, l.err
	}
	f, ok = l.final.Lookup(path)
	return f, ok, nil
}

// early renders a task and returns the file at a path, or nil if the task did not write it. ready is false if the build
// is over, or if the output depends on answers that are known only after all layouts, such as which pages are listed
// and when a page changed.
func (l *Live) early(path string, t *task.Task) (f *output.File, ready bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended() {
		return nil, false, nil
	}
	if l.worker == nil {
		l.worker = l.x.Run.Worker()
	}
	if f, err = l.glance(path, t); f != nil || err != nil {
		return f, true, err
	}
	r, err := l.x.do(l.ctx, l.worker, t)
	if err != nil {
		return nil, true, err
	}
	if err := r.Found.Err(); err != nil {
		return nil, true, err
	}
	if l.unsettled(t, &r) {
		return nil, false, nil
	}
	if made, ok := l.out.Lookup(path); ok {
		f = &made
	}
	return f, true, nil
}

// unsettled reports whether an answer that a render used may still change until all layouts are done.
func (l *Live) unsettled(t *task.Task, r *task.Result) bool {
	if r.Record == nil {
		return false
	}
	open := l.questions(t.Page, r.Facts, r.Reads)
	return slices.ContainsFunc(r.Early, open) || l.x.Round != nil && l.x.Round.Any(r.Asked, open)
}

// questions returns a function that reports which questions of a page have no final answer until all layouts are done.
// facts are those of the page's output, nil if not known yet; reads is what its rendering read.
func (l *Live) questions(p *site.Page, facts *listing.PageFacts, reads uint64) func(trace.Question) bool {
	return func(q trace.Question) bool {
		switch q.Kind {
		case trace.Listed, trace.Head, trace.Batch:
			return true
		case trace.Projection: // an answer that was as forecast in the build before is expected to be so again
			return l.x.Round != nil && l.x.Round.Late(trace.Question{Kind: trace.Head, Key: q.Key})
		case trace.Modified:
			if p != nil && p.Key == q.Key {
				return !l.listing.Settled(p, facts, reads)
			}
			return !l.listing.Settled(nil, nil, 0)
		}
		return false
	}
}

// glance renders one page of a paginated list alone, because a list may have a thousand pages and a browser waits for
// one. The task renders it again later with all others. glance returns nil for any other output, and for a list that is
// done or unchanged.
func (l *Live) glance(path string, t *task.Task) (*output.File, error) {
	old := l.x.Before(t.At)
	number := pagerNumber(t, old, path)
	if number == 0 || t.IsDone() || old != nil && l.worker.Same(l.ctx, old.Asked) {
		return nil, nil
	}
	r, err := l.worker.PagerPage(l.ctx, t.Page, t.Target, number)
	if r == nil || err != nil || len(r.Outputs) == 0 {
		return nil, err
	}
	open := l.questions(t.Page, nil, 0)
	if slices.ContainsFunc(r.Trace.Steps, func(s trace.Step) bool { return open(s.Question) }) {
		return nil, nil
	}
	if err := r.Messages.Err(); err != nil {
		return nil, err
	}
	data, _ := l.x.small(r.Outputs[0])
	f := output.Bytes(path, data)
	l.worker.Release(r)
	return &f, nil
}

// pagerNumber returns the number of the pager page at a path if the list had several in the build before; 0 if there is
// none. For a list that was not rendered before, only the path of the first is known.
func pagerNumber(t *task.Task, old *task.Record, path string) int {
	if t.Page == nil || t.Page.Kind == site.Regular || old != nil && len(old.Outputs) < 2 {
		return 0
	}
	return site.PagerNumber(t.Page, t.Target, path, len(cmp.Or(old, &task.Record{}).Outputs))
}

// stillCopied reports whether the output at a path, which the build before copied from a file, is certainly a copy of
// that file in this build, too. It expects the same site, since the file may be a page resource.
func stillCopied(p *project.Project, out, from string) bool {
	for _, host := range p.Hosts() {
		below, ok := strings.CutPrefix(out, host)
		if !ok {
			continue
		}
		for _, m := range p.StaticOf(host) {
			below, mounted := strings.CutPrefix(strings.TrimPrefix(below, "/"), m.At)
			if !mounted {
				continue
			}
			dir := m.Dir
			file := filepath.Join(dir, filepath.FromSlash(below))
			if !m.Filter().Match(strings.TrimPrefix(below, "/"), false) {
				continue
			}
			info, err := os.Lstat(file)
			if err == nil && !info.IsDir() {
				return file == from && info.Mode().IsRegular()
			}
			if err != nil && !filestat.Absent(err) {
				return false // unknown
			}
			if rel, err := filepath.Rel(dir, from); err == nil && filepath.IsLocal(rel) {
				return false // it was there
			}
		}
	}
	info, err := os.Stat(from)
	return err == nil && info.Mode().IsRegular()
}
