package emission

import (
	"maps"
	"slices"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
)

// Reuse is the result of the same emission in an earlier build. Pieces of its files whose inputs are unchanged are
// copied.
type Reuse struct {
	Emitted *Emitted // nil: no earlier result
	// Bytes returns a file of the earlier run; nil if it is missing or was changed since.
	Bytes func(file string) []byte
}

// filePieces has the position of each piece in a written file, by the hash of its inputs.
type filePieces struct {
	file   string
	n      int
	packed string // for each piece: the hash, the gap before it, and its size
}

// Pieces records the positions of the pieces of a file while an emission writes it, so the next build can copy those
// whose inputs are unchanged.
type Pieces struct {
	notes codec.Writer
	n     int
	end   int64 // of the last one
}

// Add records a piece by the hash of its inputs, with its offset and size.
func (p *Pieces) Add(key uint64, at, size int64) {
	p.notes.Fixed(key)
	p.notes.Uvarint(uint64(at - p.end))
	p.notes.Uvarint(uint64(size))
	p.n, p.end = p.n+1, at+size
}

// Keep adds the positions of the pieces of a file to r.
func (r *Emitted) Keep(file string, p *Pieces) {
	if p.n > 0 {
		r.pieces = append(r.pieces, filePieces{file, p.n, string(p.notes.Bytes())})
	}
}

// Pieces returns the pieces of a file that Emitted.Keep recorded, by their hashes.
func (r *Reuse) Pieces(file string) map[uint64][]byte {
	if r == nil || r.Emitted == nil {
		return nil
	}
	for _, f := range r.Emitted.pieces {
		if f.file != file {
			continue
		}
		text := r.Bytes(file)
		if text == nil {
			return nil
		}
		out := make(map[uint64][]byte, min(f.n, len(f.packed)))
		in, end := codec.ReaderOf(f.packed), uint64(0)
		for range f.n {
			key, gap, size := in.Fixed(), in.Uvarint(), in.Uvarint()
			left := uint64(len(text)) - end
			if in.Err() != nil || gap > left || size > left-gap {
				return nil
			}
			out[key] = text[end+gap : end+gap+size]
			end += gap + size
		}
		return out
	}
	return nil
}

// NoteSize records the size of a text by the hash of its inputs.
func (r *Emitted) NoteSize(key uint64, size int) {
	if r.sizes == nil {
		r.sizes = map[uint64]int{}
	}
	r.sizes[key] = size
}

// Size returns the size of a text that Emitted.NoteSize recorded.
func (r *Reuse) Size(key uint64) (size int, known bool) {
	if r == nil || r.Emitted == nil {
		return 0, false
	}
	size, known = r.Emitted.sizes[key]
	return size, known
}

// Store writes the part of the result that the next build needs if it does not run the emission again. Messages are not
// included.
func (r *Emitted) Store(w *codec.Writer) {
	w.Int(r.URLs)
	w.Int(r.Items)
	w.Uvarint(uint64(len(r.Hashes)))
	for _, h := range r.Hashes {
		w.Text(h.Name)
		w.Fixed(h.Sum)
		w.Varint(h.Changed)
	}
	w.Uvarint(uint64(len(r.FeedIDs)))
	for _, f := range r.FeedIDs {
		w.Text(f.File)
		w.Text(f.ID)
	}
	w.Uvarint(uint64(len(r.Archived)))
	for _, a := range r.Archived {
		w.Text(a.Key)
		w.Text(a.Feed)
		w.Int(a.Number)
	}
	w.Uvarint(uint64(len(r.pieces)))
	for _, f := range r.pieces {
		w.Text(f.file)
		w.Int(f.n)
		w.Text(f.packed)
	}
	w.Uvarint(uint64(len(r.sizes)))
	for _, key := range slices.Sorted(maps.Keys(r.sizes)) {
		w.Fixed(key)
		w.Int(r.sizes[key])
	}
}

// LoadEmitted reads the result written by Store.
func LoadEmitted(r *codec.Reader) Emitted {
	e := Emitted{URLs: r.Int(), Items: r.Int()}
	for range r.Len(10) {
		e.Hashes = append(e.Hashes, FileHash{r.Text(), r.Fixed(), r.Varint()})
	}
	for range r.Len(2) {
		e.FeedIDs = append(e.FeedIDs, FeedID{r.Text(), r.Text()})
	}
	for range r.Len(3) {
		e.Archived = append(e.Archived, listing.Archived{
			Key:     r.Text(),
			Archive: ledger.Archive{Feed: r.Text(), Number: r.Int()},
		})
	}
	for range r.Len(3) {
		e.pieces = append(e.pieces, filePieces{r.Text(), r.Int(), r.Text()})
	}
	for range r.Len(9) {
		e.NoteSize(r.Fixed(), r.Int())
	}
	return e
}
