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

// Store writes records without their keys: one part of all records after the other, because what is alike is compressed
// better together. It sometimes calls flush, which may take the bytes of w.
func Store(w *codec.Writer, flush func(*codec.Writer), list []*Record, ids *trace.IDs, project string) {
	for _, store := range []func(*Record){
		func(r *Record) { ids.Store(w, r.Asked) },
		func(r *Record) {
			w.Uvarint(uint64(len(r.Outputs)))
			for _, o := range r.Outputs {
				w.Text(o.File)
				w.Text(o.MediaType)
				w.Text(render.Relative(project, o.From))
				w.Bool(o.Lost)
				w.Text(o.Made)
			}
		},
		func(r *Record) {
			for _, o := range r.Outputs {
				w.Int(int(o.Size))
				w.Fixed(o.Hash)
			}
		},
		func(r *Record) { r.storeRest(w) },
		func(r *Record) { r.storeHashes(w) },
	} {
		for _, r := range list {
			store(r)
			flush(w)
		}
	}
}

// storeRest writes everything but questions, outputs, and hashes.
func (r *Record) storeRest(w *codec.Writer) {
	w.Bool(r.NoTemplate)
	w.Texts(r.Parts)
	w.Diagnostics(r.Found)
	w.Bool(r.Facts != nil)
	if f := r.Facts; f != nil {
		w.Bool(f.NoIndex)
		w.Text(f.Canonical)
		w.Text(f.Refresh)
		w.Texts(f.Lists)
		f.Media.Store(w)
	}
	w.Bool(r.Emitted != nil)
	if r.Emitted != nil {
		r.Emitted.Store(w)
	}
	w.Bool(r.Terms != nil)
	if r.Terms != nil {
		w.Uvarint(uint64(r.Texts.Size))
	}
	w.Texts(r.Excerpts)
	w.Bool(r.Index != nil)
}

// storeHashes writes what storeRest leaves out.
func (r *Record) storeHashes(w *codec.Writer) {
	if r.Facts != nil {
		w.Fixed(r.Facts.Main)
		w.Fixed(r.Facts.Goals)
		w.Fixed(r.ReadsAlone)
	}
	if r.Terms != nil {
		w.Fixed(r.Terms.Sum)
		w.Fixed(r.Texts.Sum)
	}
	if r.Index != nil {
		w.Fixed(r.Index.Sum)
	}
}

// Load reads what Store wrote, into records that are empty.
func Load(r *codec.Reader, list []*Record, ids *trace.IDs, project string) {
	for _, load := range []func(*Record){
		func(out *Record) { out.Asked = ids.Load(r) },
		func(out *Record) {
			if n := r.Len(5); n > 0 {
				out.Outputs = make([]Written, n)
			}
			for i := range out.Outputs {
				out.Outputs[i] = Written{
					File: r.Text(), MediaType: r.Text(), From: render.Absolute(project, r.Text()), Lost: r.Bool(), Made: r.Text(),
				}
			}
		},
		func(out *Record) {
			for i := range out.Outputs {
				out.Outputs[i].Size, out.Outputs[i].Hash = int64(r.Int()), r.Fixed()
			}
		},
		func(out *Record) { out.loadRest(r) },
		func(out *Record) { out.loadHashes(r) },
	} {
		for _, out := range list {
			load(out)
		}
	}
}

func (r *Record) loadRest(from *codec.Reader) {
	r.NoTemplate, r.Parts, r.Found = from.Bool(), from.Texts(), from.Diagnostics()
	if from.Bool() {
		r.Facts = &listing.PageFacts{
			NoIndex: from.Bool(), Canonical: from.Text(), Refresh: from.Text(), Lists: from.Texts(),
			Media: html.LoadMedia(from),
		}
	}
	if from.Bool() {
		e := emission.LoadEmitted(from)
		r.Emitted = &e
	}
	if from.Bool() {
		r.Terms, r.Texts.Size = &search.Terms{}, int(from.Uvarint())
	}
	r.Excerpts = from.Texts()
	if from.Bool() {
		r.Index = &search.Kept{}
	}
}

func (r *Record) loadHashes(from *codec.Reader) {
	if r.Facts != nil {
		r.Facts.Main, r.Facts.Goals, r.ReadsAlone = from.Fixed(), from.Fixed(), from.Fixed()
	}
	if r.Terms != nil {
		r.Terms.Sum, r.Texts.Sum = from.Fixed(), from.Fixed()
	}
	if r.Index != nil {
		r.Index.Sum = from.Fixed()
	}
}
