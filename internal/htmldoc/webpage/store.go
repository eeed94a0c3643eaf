package webpage

import (
	"encoding/json"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
)

// fingerprint hashes the options that the kept results depend on. Of the clock it only hashes whether it is
// set; results that depend on the time are not kept, or have an expiration.
func (o *Options) fingerprint() uint64 {
	return xxhash.Sum64String(fmt.Sprintf("%t %t %q %q %t", o.Images, o.Videos, o.Exclude, o.Articles, o.Now.IsZero()))
}

// store encodes what was read of a page, for load. It returns nil for pages that the next run must read again:
// unreadable files, and pages with a date in the future, which will arrive.
func (r *reader) store() []byte {
	if r.future || r.failed {
		return nil
	}
	w, p := &codec.Writer{}, &r.p
	w.Varint(r.o.Now.Unix())
	for _, s := range p.texts() {
		w.Text(*s)
	}
	for _, b := range p.marks() {
		w.Bool(*b)
	}
	w.Uvarint(uint64(len(p.Versions)))
	for _, v := range p.Versions {
		w.Text(v.Lang)
		w.Text(v.Href)
		w.Int(int(v.Page))
	}
	w.Uvarint(uint64(len(p.Links)))
	for _, l := range p.Links {
		w.Int(int(l.File))
		w.Byte(byte(l.Form))
	}
	storeDate(w, p.Published)
	storeDate(w, p.Modified)
	w.Texts(p.Images)
	videos := ""
	if len(p.Videos) > 0 {
		text, err := json.Marshal(p.Videos)
		if err != nil {
			return nil
		}
		videos = string(text)
	}
	w.Text(videos)
	w.Fixed(p.Main)
	w.Bool(r.pieces != nil)
	w.Uvarint(uint64(len(r.pieces)))
	for _, piece := range r.pieces {
		w.Fixed(piece)
	}
	w.Diagnostics(r.found)
	return w.Bytes()
}

// load decodes the result of store. It returns false if the data is invalid or from after the clock of this
// run.
func (r *reader) load(k *codec.Reader, file int32, memory *kept.Memory) (found diag.List, ok bool) {
	if now := k.Varint(); !r.o.Now.IsZero() && now > r.o.Now.Unix() {
		return nil, false
	}
	r.p, r.pieces = Page{File: file, Path: r.t.File(file).Path}, nil
	p := &r.p
	for _, s := range p.texts() {
		*s = k.Text()
	}
	for _, b := range p.marks() {
		*b = k.Bool()
	}
	if n := k.Len(3); n > 0 {
		p.Versions = make([]Version, n)
		for i := range p.Versions {
			p.Versions[i] = Version{k.Text(), k.Text(), int32(k.Int())}
		}
	}
	if n := k.Len(2); n > 0 {
		p.Links = make([]Link, n)
		for i := range p.Links {
			p.Links[i] = Link{int32(k.Int()), addresses.Form(k.Byte())}
		}
	}
	p.Published, p.Modified = loadDate(k), loadDate(k)
	p.Images = k.Texts()
	if text := k.Text(); text != "" && json.Unmarshal([]byte(text), &p.Videos) != nil {
		return nil, false
	}
	p.Main = k.Fixed()
	some := k.Bool()
	if n := k.Len(8); some {
		r.pieces = make([]uint64, n)
		for i := range r.pieces {
			r.pieces[i] = k.Fixed()
		}
	}
	found = k.Diagnostics()
	for i := range p.Versions {
		v := &p.Versions[i]
		if v.Page == Elsewhere {
			continue
		}
		var ok bool
		if v.Page, ok = memory.File(int(v.Page)); !ok || !r.t.File(v.Page).HTML() {
			return nil, false
		}
	}
	for i := range p.Links {
		var ok bool
		if p.Links[i].File, ok = memory.File(int(p.Links[i].File)); !ok {
			return nil, false
		}
	}
	r.future, r.failed = false, false
	return found, k.End() == nil
}

// texts returns pointers to the texts of a page that reading sets.
func (p *Page) texts() []*string {
	return []*string{
		&p.URL, &p.Title, &p.Description, &p.Lang, &p.Unreadable, &p.Redirect, &p.Refresh, &p.NoIndex,
		&p.Canonical,
	}
}

// marks returns pointers to the booleans of a page that reading sets.
func (p *Page) marks() []*bool {
	return []*bool{&p.Named, &p.NotFound, &p.Fragment, &p.Excluded, &p.Article}
}

func storeDate(w *codec.Writer, d Date) {
	text, err := d.Time.MarshalBinary()
	if err != nil {
		text = nil
	}
	w.Text(string(text))
	w.Bool(d.DayOnly)
	w.Text(d.From)
}

func loadDate(k *codec.Reader) (d Date) {
	if text := k.Text(); d.Time.UnmarshalBinary([]byte(text)) != nil {
		k.Fail()
	}
	d.DayOnly, d.From = k.Bool(), k.Text()
	return d
}
