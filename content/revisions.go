package content

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/content/internal/values"
)

// Revisions returns two hashes: of all that a site is put together from, that is which documents and resources there
// are, where they stand, and what front matter says; and of the bytes of all documents. With byFile the former counts
// the times of the documents, too.
func (t *Tree) Revisions(byFile bool) (meta, texts uint64) {
	var m, b values.Writer
	for _, r := range t.Roots {
		m.Shared(fmt.Sprintf("%+v", r))
	}
	for _, d := range t.Documents {
		m.Fixed(d.metaRevision())
		if byFile {
			m.Varint(d.ModTime)
		}
		b.Fixed(d.Hash ^ t.reading)
	}
	for _, r := range t.Resources {
		m.Int(r.Root)
		m.Varint(r.Size)
		m.Varint(r.ModTime)
		m.Int(r.Width)
		m.Int(r.Height)
		m.Bool(r.Turned)
		m.Value(r.Duration)
		m.Bool(r.Suffixed)
		for _, s := range []string{r.Path, r.File, r.Lang, r.Bundle, r.Name, r.Key, r.MediaType, r.Kind} {
			m.Shared(s)
		}
		if r.Made != nil {
			m.Fixed(r.Made.hash())
		}
	}
	return max(1, xxhash.Sum64(m.Bytes())), max(1, xxhash.Sum64(b.Bytes()))
}

// metaRevision is metaHash, hashed once for the documents that a Load read.
func (d *Document) metaRevision() uint64 {
	if d.meta != 0 {
		return d.meta
	}
	return d.metaHash()
}

// metaHash hashes everything that a site is put together from: all of d but the hash, size and time of
// its file and the place where the body begins.
func (d *Document) metaHash() uint64 {
	var e encoder
	e.Int(d.Root)
	e.Byte(byte(d.Form))
	e.Bool(d.CJK)
	for _, s := range []string{d.Path, d.File, d.Lang, d.Ext, d.Logical, d.Base, d.Bundle, d.Markup, d.Head} {
		e.Shared(s)
	}
	for _, list := range [][]string{d.Links, d.Files} {
		e.Int(len(list))
		for _, s := range list {
			e.Shared(s)
		}
	}
	if d.Front != nil {
		e.Shared(string(d.Front.Format))
		e.Lines(d.Front.Lines)
		e.values(d)
	}
	if e.Odd {
		e.Fixed(d.Hash) // not all could be written: any difference counts
	}
	return xxhash.Sum64(e.Bytes())
}
