package task

import (
	"github.com/sitegen/sitegen/internal/assets/search"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Store writes a record without its key.
func (r *Record) Store(w *codec.Writer, project string) {
	trace.StoreIDs(w, r.Asked)
	w.Bool(r.NoTemplate)
	w.Uvarint(uint64(len(r.Outputs)))
	for _, o := range r.Outputs {
		w.Text(o.File)
		w.Text(o.MediaType)
		w.Text(render.Relative(project, o.From))
		w.Int(int(o.Size))
		w.Fixed(o.Hash)
		w.Bool(o.Lost)
		w.Text(o.Made)
	}
	w.Texts(r.Parts)
	w.Diagnostics(r.Found)
	w.Bool(r.Facts != nil)
	if f := r.Facts; f != nil {
		w.Bool(f.NoIndex)
		w.Text(f.Canonical)
		w.Text(f.Refresh)
		w.Fixed(f.Main)
		w.Fixed(f.Goals)
		w.Texts(f.Lists)
		w.Fixed(r.ReadsAlone)
		f.Media.Store(w)
	}
	w.Bool(r.Emitted != nil)
	if r.Emitted != nil {
		r.Emitted.Store(w)
	}
	w.Bool(r.Terms != nil)
	if r.Terms != nil {
		w.Fixed(r.Terms.Sum)
		w.Fixed(r.Texts.Sum)
		w.Uvarint(uint64(r.Texts.Size))
	}
	w.Texts(r.Excerpts)
	if w.Bool(r.Index != nil); r.Index != nil {
		w.Fixed(r.Index.Sum)
	}
}

// LoadRecord reads what Store wrote.
func LoadRecord(r *codec.Reader, project string) *Record {
	out := &Record{Asked: trace.LoadIDs(r), NoTemplate: r.Bool()}
	if n := r.Len(14); n > 0 {
		out.Outputs = make([]Written, n)
		for i := range out.Outputs {
			out.Outputs[i] = Written{
				File: r.Text(), MediaType: r.Text(), From: render.Absolute(project,
					r.Text()), Size: int64(r.Int()), Hash: r.Fixed(),
				Lost: r.Bool(), Made: r.Text(),
			}
		}
	}
	out.Parts, out.Found = r.Texts(), r.Diagnostics()
	if r.Bool() {
		out.Facts = &listing.PageFacts{
			NoIndex: r.Bool(), Canonical: r.Text(), Refresh: r.Text(), Main: r.Fixed(),
			Goals: r.Fixed(), Lists: r.Texts(),
		}
		out.ReadsAlone, out.Facts.Media = r.Fixed(), html.LoadMedia(r)
	}
	if r.Bool() {
		e := emission.LoadEmitted(r)
		out.Emitted = &e
	}
	if r.Bool() {
		out.Terms = &search.Terms{Sum: r.Fixed()}
		out.Texts = search.Texts{Sum: r.Fixed(), Size: int(r.Uvarint())}
	}
	out.Excerpts = r.Texts()
	if r.Bool() {
		out.Index = &search.Kept{Sum: r.Fixed()}
	}
	return out
}
