package markdown

import (
	"maps"
	"slices"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// packedSize is larger than most packed tables of contents, in bytes.
const packedSize = 512

// Pack encodes f as bytes, which take less memory.
func (f *Fragments) Pack() string {
	var w codec.Writer
	w.Grow(packedSize)
	storeHeadings(&w, f.Headings)
	ids := headingIDs(make([]string, 0, 16), f.Headings)
	slices.Sort(ids)
	keys := slices.AppendSeq(make([]string, 0, len(f.HeadingsMap)), maps.Keys(f.HeadingsMap))
	slices.Sort(keys)
	storeUnless(&w, f.Identifiers, ids)
	storeUnless(&w, keys, slices.Compact(ids))
	return string(w.Bytes())
}

// UnpackFragments decodes the result of Pack.
func UnpackFragments(packed string) *Fragments {
	r := codec.ReaderOf(packed)
	f := &Fragments{Headings: loadHeadings(r, 0)}
	ids := headingIDs(nil, f.Headings)
	slices.Sort(ids)
	f.Identifiers = loadUnless(r, slices.Clone(ids))
	f.HeadingsMap = headingsByID(f.Headings, loadUnless(r, slices.Compact(ids)))
	return f
}

// storeUnless writes a list, which usually equals another one.
func storeUnless(w *codec.Writer, list, other []string) {
	same := slices.Equal(list, other)
	if w.Bool(same); !same {
		w.Texts(list)
	}
}

func loadUnless(r *codec.Reader, other []string) []string {
	if r.Bool() {
		return other
	}
	return r.Texts()
}

// headingIDs appends the IDs of headings.
func headingIDs(ids []string, list []*Heading) []string {
	for _, h := range list {
		if h.ID != "" {
			ids = append(ids, h.ID)
		}
		ids = headingIDs(ids, h.Headings)
	}
	return ids
}

func storeHeadings(w *codec.Writer, list []*Heading) {
	w.Uvarint(uint64(len(list)))
	for _, h := range list {
		w.Text(h.ID)
		w.Int(h.Level)
		w.Text(h.Title)
		storeHeadings(w, h.Headings)
	}
}

// mostNested is greater than the depth of headings: six levels.
const mostNested = 16

func loadHeadings(r *codec.Reader, depth int) []*Heading {
	n := r.Len(4)
	if n == 0 || depth > mostNested {
		return nil
	}
	all := make([]Heading, n)
	out := make([]*Heading, n)
	for i := range all {
		all[i] = Heading{ID: r.Text(), Level: r.Int(), Title: r.Text(), Headings: loadHeadings(r, depth+1)}
		out[i] = &all[i]
	}
	return out
}

// headingsByID finds the headings of a map: of equal IDs, it contains the last.
func headingsByID(list []*Heading, ids []string) map[string]*Heading {
	if ids == nil {
		return nil
	}
	out := make(map[string]*Heading, len(ids))
	for _, id := range ids {
		out[id] = nil
	}
	var walk func([]*Heading)
	walk = func(list []*Heading) {
		for _, h := range list {
			if _, ok := out[h.ID]; ok {
				out[h.ID] = h
			}
			walk(h.Headings)
		}
	}
	walk(list)
	return out
}
