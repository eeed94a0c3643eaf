// Package emitting runs emissions, which write sitemaps, feeds and other files for machines, and checks these files.
package emitting

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/assets/minifier"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/static"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/emit/hostfiles"
	"github.com/sitegen/sitegen/internal/emit/sitemaps"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Emitter runs emissions as tasks, and keeps their questions and results for the next build.
type Emitter struct {
	Project *project.Project
	Site    *site.Site
	Listing *listing.Listing // sealed
	Out     output.Sink
	Round   *trace.Round // nil: nothing is kept
	Done    *task.Records
	Mini    *minifier.Minifier // nil: files are written as they are
	Audits  bool               // check everything that is written
	Run     *render.Run
	Tasks   []task.Task // of the pages
	Copied  *static.Copied
	// Borrow hands out workers for templates and texts.
	Borrow func() func() *render.Worker

	buffers output.Buffers
}

// Emitted is the result of all emissions.
type Emitted struct {
	URLs, Items int            // in sitemaps, in feeds
	Ledger      *ledger.Ledger // the ledger after this build; nil if this build leaves none
	Next, Until time.Time      // see sitemaps.Next
	Gone        []string       // see hostfiles.Write
}

// Emit runs the emissions of the listing, and then writes the files for hosts, which depend on all others.
func (x *Emitter) Emit(ctx context.Context) (out Emitted, found diag.List, err error) {
	list := emit.Emissions(x.Listing, x.Options())
	tick := x.Project.Ticker("emit", len(list))
	records, err := par.MapWith(ctx, x.Project.Options.Jobs, list, x.Borrow(),
		func(ctx context.Context, w *render.Worker, e emission.Emission) (*task.Record, error) {
			defer tick()
			return x.emission(ctx, w, e)
		})
	if err != nil {
		return out, nil, err
	}
	found = x.absentPages()
	types := map[string]string{} // media types that the files for hosts have to set, by file
	all := make([]emission.Emitted, len(records))
	for i, r := range records {
		if r.Emitted != nil {
			all[i] = *r.Emitted
		}
		out.URLs += all[i].URLs
		out.Items += all[i].Items
		for _, o := range r.Outputs {
			if hostfiles.NeedsType(o.MediaType) {
				types[o.File] = o.MediaType
			}
		}
		checked, err := x.check(list[i], r)
		if err != nil {
			return out, nil, err
		}
		found = append(found, checked...)
	}
	if ledgerfile.Keeps(x.Project, x.Listing) {
		out.Ledger = emission.Ledger(x.Listing, all)
	}
	out.Next, out.Until = sitemaps.Next(x.Listing)
	gone, hosts := x.hostFiles(types)
	out.Gone = gone
	return out, append(found.OncePerPage(), hosts...), nil
}

// emission reuses or runs an emission.
func (x *Emitter) emission(ctx context.Context, w *render.Worker, e emission.Emission) (*task.Record, error) {
	m := &emitting{ctx: ctx, w: w, x: x}
	key := emissionPrefix + e.Name
	old := x.Done.Before(key)
	same := x.Done.Same(old, func(q trace.Question) (uint64, error) {
		switch q.Kind {
		case trace.Emission:
			return x.takes(e), nil
		case trace.Output:
			return x.outputFact(q.Key), nil
		}
		return w.Answer(ctx, q)
	})
	if same && e.Current(old.Emitted) &&
		!slices.ContainsFunc(old.Outputs, func(o task.Written) bool { return x.Out.Has(o.File) }) {
		if old.Take(x.Out, Maker) {
			x.Done.Keep(key, old)
			return old, nil
		}
		m.own = old.Outputs
	}
	if x.Round != nil {
		m.asked.Ask(trace.Emission, e.Name, x.takes(e))
	}
	emitted, err := e.Run(emission.Inputs{Text: m, Assets: m.asset, Taken: m.taken, Reuse: x.reusable(old)}, m.create)
	r := &task.Record{Outputs: m.outputs, Found: emitted.Found, Emitted: &emitted}
	if err != nil {
		found, err := task.Problems(ctx, err)
		r.Found = append(r.Found, found...)
		return r, err
	}
	if r.Found, err = x.Proofread(e, r.Outputs, r.Found); err != nil {
		return nil, err
	}
	x.Done.Note(key, r, old, m.asked.Record())
	return r, nil
}

// reusable returns what an emission may reuse of the build before; old is nil if there is nothing.
func (x *Emitter) reusable(old *task.Record) *emission.Reuse {
	switch {
	case x.Round == nil || x.Mini != nil: // the items of minified files are not as they were made
		return nil
	case old == nil:
		return &emission.Reuse{}
	}
	return &emission.Reuse{Emitted: old.Emitted, Bytes: func(file string) []byte {
		i := slices.IndexFunc(old.Outputs, func(o task.Written) bool { return o.File == file })
		if i < 0 {
			return nil
		}
		return x.Out.Before(file, old.Outputs[i].Size, old.Outputs[i].Hash)
	}}
}

// takes hashes everything that an emission uses of the site and the listing.
func (x *Emitter) takes(e emission.Emission) uint64 {
	if e.Alone {
		return trace.Mix(0, e.Fingerprint())
	}
	return trace.Mix(x.Round.Revision(trace.PlacelessGroup), e.Fingerprint())
}

// emissionPrefix starts the keys of emissions in the records.
const emissionPrefix = "emission\x00"

// Maker names the maker of emitted files in messages.
const Maker = "sitegen"

// Options returns what the project itself provides for sitemaps, feeds, and robots.txt.
func (x *Emitter) Options() emission.Options {
	return emission.Options{
		Robots: x.Copied.Robots, RobotsIn: x.Copied.RobotsIn, Own: x.Run.HasTemplate, Sitemap: ownSitemap, Index: ownIndex, Taken: x.Out.Has,
	}
}

// Text returns the texts of pages for an emission that runs outside its stage, for example to explain it.
func (x *Emitter) Text(ctx context.Context) emission.Text {
	return &emitting{ctx: ctx, w: x.Borrow()(), x: x}
}

// emitting is a running emission. It provides the text of pages and the facts of outputs, receives the files, and
// records the questions.
type emitting struct {
	ctx     context.Context
	w       *render.Worker
	x       *Emitter
	asked   trace.Recorder
	outputs []task.Written
	own     []task.Written // files that exist because the emission wrote them in the build before
}

// Content returns the body of a page.
func (m *emitting) Content(p *site.Page) (template.HTML, error) {
	body, err := m.body(p)
	if err != nil {
		return "", err
	}
	body.AskContent(&m.asked)
	return m.w.HTML(body)
}

// Summary returns the summary of a page.
func (m *emitting) Summary(p *site.Page) (template.HTML, error) {
	body, err := m.body(p)
	if err != nil {
		return "", err
	}
	body.AskSummary(&m.asked)
	return m.w.Summary(body)
}

// ContentHash implements emission.HashedText.
func (m *emitting) ContentHash(p *site.Page) (uint64, error) {
	body, err := m.body(p)
	if err != nil {
		return 0, err
	}
	return body.AskContent(&m.asked), nil
}

// SummaryHash implements emission.HashedText.
func (m *emitting) SummaryHash(p *site.Page) (uint64, error) {
	body, err := m.body(p)
	if err != nil {
		return 0, err
	}
	return body.AskSummary(&m.asked), nil
}

func (m *emitting) body(p *site.Page) (*render.Body, error) {
	if err := m.ctx.Err(); err != nil {
		return nil, err // a feed may have all pages
	}
	return m.w.Body(m.ctx, p)
}

// taken reports whether the project provides a file itself.
func (m *emitting) taken(file string) bool {
	m.ask("there", file)
	return m.x.Out.Has(file) && !slices.ContainsFunc(m.own, func(o task.Written) bool { return o.File == file })
}

// asset returns the facts of an output.
func (m *emitting) asset(file string) (listing.Asset, bool) {
	m.ask("facts", file)
	return m.x.Asset(file)
}

func (m *emitting) ask(how, file string) {
	if m.x.Round != nil {
		key := how + "\x00" + file
		m.asked.Ask(trace.Output, key, m.x.outputFact(key))
	}
}

// emittedFile is an emitted file that is being written.
type emittedFile struct {
	m               *emitting
	file, mediaType string
	whole           bool          // staged in one piece
	waiting         *bytes.Buffer // bytes that are not staged yet
	parts           output.Parts  // parts that are staged; nil if there are none
}

// partSize is how many bytes of an emitted file are collected before they are staged, unless it is staged in one piece.
const partSize = 1 << 20

func (m *emitting) create(file, mediaType string) (io.WriteCloser, error) {
	// RSS is not minified: its readers need the character references in it (rule B7).
	whole := m.x.Mini != nil && mediaType != feeds.RSS.MediaType()
	return &emittedFile{m: m, file: file, mediaType: mediaType, whole: whole, waiting: m.x.buffers.Get()}, nil
}

// Write implements io.Writer.
func (e *emittedFile) Write(data []byte) (int, error) {
	if e.waiting.Len()+len(data) > partSize && e.waiting.Len() > 0 && !e.whole {
		if e.parts == nil {
			e.parts = e.m.x.Out.Create(e.file, Maker)
		}
		if _, err := e.waiting.WriteTo(e.parts); err != nil {
			return 0, err
		}
	}
	return e.waiting.Write(data)
}

// AvailableBuffer lets a writer of feeds append to the file directly: see feeds.NewWriter.
func (e *emittedFile) AvailableBuffer() []byte { return e.waiting.AvailableBuffer() }

// Close stages the file.
func (e *emittedFile) Close() error {
	data, x := e.waiting.Bytes(), e.m.x
	defer x.buffers.Put(e.waiting)
	if e.whole {
		if small, err := x.Mini.Minify(e.mediaType, data); err == nil {
			data = small
		}
	}
	size, hash, err := e.stage(data)
	e.m.outputs = append(e.m.outputs, task.Written{File: e.file, MediaType: e.mediaType, Size: size, Hash: hash})
	if err != nil {
		return err
	}
	if m, ok := x.Out.(*output.Memory); ok {
		m.Describe(e.file, e.mediaType, "")
	}
	return nil
}

// stage stages the last part, or the only one.
func (e *emittedFile) stage(data []byte) (size int64, hash uint64, err error) {
	if e.parts == nil {
		return int64(len(data)), xxhash.Sum64(data), e.m.x.Out.Add(e.file, data, Maker)
	}
	if _, err := e.parts.Write(data); err != nil {
		return 0, 0, err
	}
	return e.parts.Close()
}

// ownSitemap renders layouts/sitemap.xml of the project (https://gohugo.io/templates/sitemap/); nil if there is none.
func ownSitemap(text emission.Text, e *site.Edition, file string) ([]byte, error) {
	m := text.(*emitting)
	r, err := m.w.Standalone(m.ctx, e, "sitemap", file)
	return m.template(r, err, file)
}

// ownIndex renders layouts/sitemapindex.xml of the project; nil if there is none.
func ownIndex(text emission.Text, e *site.Edition, file string) ([]byte, error) {
	m := text.(*emitting)
	r, err := m.w.SitemapIndex(m.ctx, e, file)
	return m.template(r, err, file)
}

// template returns the text that a template of the project wrote for a file; nil if there is no template. It also
// records the lookup, because a later build may find one.
func (m *emitting) template(r *render.Rendered, err error, file string) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	lookup := trace.Question{Kind: trace.Lookup}
	answer, err := m.w.Answer(m.ctx, lookup)
	if err != nil {
		return nil, err
	}
	m.asked.Ask(lookup.Kind, lookup.Key, answer)
	m.asked.Add(r.Trace)
	for _, o := range r.Outputs {
		if o.File == file {
			return o.Bytes, nil
		}
	}
	return nil, nil
}

// outputFact answers a question about an output, "there" or "facts", NUL, path; 0 if the output does not exist.
func (x *Emitter) outputFact(key string) uint64 {
	how, file, _ := strings.Cut(key, "\x00")
	if how == "there" {
		return trace.HashBool(x.Out.Has(file))
	}
	a, ok := x.Asset(file)
	if !ok {
		return 0
	}
	return max(1, trace.HashString(fmt.Sprint(a)))
}
