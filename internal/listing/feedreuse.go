package listing

import (
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/site"
)

// HashedText is a Text that also tells by hashes whether texts are what they were.
type HashedText interface {
	Text
	ContentHash(*site.Page) (uint64, error)
	SummaryHash(*site.Page) (uint64, error)
}

// Reuse is what an emission left in an earlier build. An item of a feed that is made of the same again is not made
// again: its bytes are those of the feed that was written then.
type Reuse struct {
	Emitted *Emitted // nil: nothing was left
	// Bytes returns a file that the emission wrote; nil when it does not lie there as it was written.
	Bytes func(file string) []byte
}

// feedItems says where each item lies in a feed that was written, by the hash of all that it was made of.
type feedItems struct {
	file   string
	n      int    // items
	packed string // of each the hash, the gap before it, and its size
}

// itemNotes collects where the items of a feed lie while it is written.
type itemNotes struct {
	codec.Writer
	n   int
	end int64 // of the last one
}

func (w *itemNotes) add(key uint64, at, size int64) {
	w.Fixed(key)
	w.Uvarint(uint64(at - w.end))
	w.Uvarint(uint64(size))
	w.n, w.end = w.n+1, at+size
}

// items returns the bytes of the items of a feed by their hashes.
func (r *Reuse) items(file string) map[uint64][]byte {
	if r == nil || r.Emitted == nil {
		return nil
	}
	for _, f := range r.Emitted.items {
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

// key hashes all that an item is made of; false when that is not known without making it.
func (w *setWriter) key(i *feeds.Item, d *issue, p *site.Page, cut bool) (uint64, bool, error) {
	hashed, ok := w.text.(HashedText)
	if !ok || w.reuse == nil {
		return 0, false, nil
	}
	k := &w.keys
	k.Reset()
	k.Text(d.format.MediaType())
	k.Int(w.l.Site.Config.Discovery.Feeds.MaxBytes) // of the summary: see short
	for _, n := range w.l.Site.Config.Discovery.Feeds.Namespaces {
		k.Text(n.Prefix) // without which elements are left out
	}
	much := w.much(d, p)
	k.Text(much)
	k.Bool(cut)
	if much != "none" {
		h, err := hashed.SummaryHash(p)
		if err != nil {
			return 0, false, err
		}
		k.Fixed(h)
	}
	if much == "full" && !cut {
		h, err := hashed.ContentHash(p)
		if err != nil {
			return 0, false, err
		}
		k.Fixed(h)
	}
	writeItem(k, i)
	return xxhash.Sum64(k.Bytes()), true, nil
}

// writeItem writes every field of an item.
func writeItem(w *codec.Writer, i *feeds.Item) {
	for _, s := range []string{i.ID, i.URL, i.ExternalURL, i.Title, i.Summary, i.Content, i.Language, i.Rights} {
		w.Text(s)
	}
	writeTime(w, i.Published)
	writeTime(w, i.Updated)
	for _, list := range [][]feeds.Person{i.Authors, i.Contributors} {
		w.Uvarint(uint64(len(list)))
		for _, p := range list {
			w.Text(p.Name)
			w.Text(p.Email)
			w.Text(p.URL)
		}
	}
	w.Uvarint(uint64(len(i.Categories)))
	for _, c := range i.Categories {
		w.Text(c.Term)
		w.Text(c.Scheme)
		w.Text(c.Label)
	}
	writeImage(w, i.Image)
	for _, list := range [][]feeds.Media{i.Enclosures, i.Media} {
		w.Uvarint(uint64(len(list)))
		for _, m := range list {
			writeMedia(w, m)
		}
	}
	writeElements(w, i.Extensions)
	w.Bool(i.Source != nil)
	if s := i.Source; s != nil {
		w.Text(s.Title)
		w.Text(s.Self)
		w.Text(s.Home)
		w.Text(s.ID)
		writeTime(w, s.Updated)
	}
}

func writeElements(w *codec.Writer, list []feeds.Element) {
	w.Uvarint(uint64(len(list)))
	for i := range list {
		e := &list[i]
		w.Text(e.Name)
		w.Text(e.Text)
		w.Uvarint(uint64(len(e.Attrs)))
		for _, a := range e.Attrs {
			w.Text(a.Name)
			w.Text(a.Value)
		}
		writeElements(w, e.Children)
	}
}

func writeMedia(w *codec.Writer, m feeds.Media) {
	for _, s := range []string{m.URL, m.Type, m.Medium, m.Title, m.Language} {
		w.Text(s)
	}
	w.Varint(m.Length)
	w.Int(m.Width)
	w.Int(m.Height)
	w.Varint(int64(m.Duration))
	writeImage(w, m.Thumbnail)
}

func writeImage(w *codec.Writer, i feeds.Image) {
	w.Text(i.URL)
	w.Int(i.Width)
	w.Int(i.Height)
}

// writeTime writes a time as it can be shown.
func writeTime(w *codec.Writer, t time.Time) {
	storeTime(w, t)
	_, offset := t.Zone()
	w.Int(offset)
}
