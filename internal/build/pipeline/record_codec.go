package pipeline

import (
	"github.com/sitegen/sitegen/internal/assets/search"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing/discovery"
	"github.com/sitegen/sitegen/internal/template/render"
)

// store writes a record without its key.
func (r *record) store(w *codec.Writer, project string) {
	trace.StoreIDs(w, r.asked)
	w.Bool(r.noTemplate)
	w.Uvarint(uint64(len(r.outputs)))
	for _, o := range r.outputs {
		w.Text(o.file)
		w.Text(o.mediaType)
		w.Text(render.Relative(project, o.from))
		w.Int(int(o.size))
		w.Fixed(o.hash)
		w.Bool(o.lost)
		w.Text(o.made)
	}
	w.Texts(r.parts)
	w.Diagnostics(r.found)
	w.Bool(r.facts != nil)
	if f := r.facts; f != nil {
		w.Bool(f.NoIndex)
		w.Text(f.Canonical)
		w.Text(f.Refresh)
		w.Fixed(f.Main)
		w.Fixed(r.readsAlone)
		f.Media.Store(w)
	}
	w.Bool(r.emitted != nil)
	if r.emitted != nil {
		r.emitted.Store(w)
	}
	w.Bool(r.terms != nil)
	if r.terms != nil {
		w.Fixed(r.terms.Sum)
	}
}

// loadRecord reads what store wrote.
func loadRecord(r *codec.Reader, project string) *record {
	out := &record{asked: trace.LoadIDs(r), noTemplate: r.Bool()}
	if n := r.Len(14); n > 0 {
		out.outputs = make([]written, n)
		for i := range out.outputs {
			out.outputs[i] = written{
				file: r.Text(), mediaType: r.Text(), from: render.Absolute(project, r.Text()), size: int64(r.Int()), hash: r.Fixed(),
				lost: r.Bool(), made: r.Text(),
			}
		}
	}
	out.parts, out.found = r.Texts(), r.Diagnostics()
	if r.Bool() {
		out.facts = &discovery.PageFacts{NoIndex: r.Bool(), Canonical: r.Text(), Refresh: r.Text(), Main: r.Fixed()}
		out.readsAlone, out.facts.Media = r.Fixed(), html.LoadMedia(r)
	}
	if r.Bool() {
		e := discovery.LoadEmitted(r)
		out.emitted = &e
	}
	if r.Bool() {
		out.terms = &search.Terms{Sum: r.Fixed()}
	}
	return out
}
