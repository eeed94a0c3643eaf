package content

import "github.com/cespare/xxhash/v2"

// metaHash hashes everything that the site is assembled from: all of d except the hash, size and time of its file and
// the position of the body.
func (d *Document) metaHash() uint64 {
	var e encoder
	e.Int(d.Root)
	e.Byte(byte(d.Form))
	e.Bool(d.CJK)
	e.Bool(d.Home)
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
		e.Fixed(d.Hash) // some values could not be written, so any difference counts
	}
	return xxhash.Sum64(e.Bytes())
}
