package feedfiles

import (
	"encoding/json"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// contentSize returns the size of the full text of p. If the last build knew it, the text is not made.
func (w *setWriter) contentSize(p *site.Page) (int, error) {
	hashed, ok := w.text.(emission.HashedText)
	if !ok || w.reuse == nil {
		text, err := w.content(p)
		return len(text), err
	}
	hash, err := hashed.ContentHash(p)
	if err != nil {
		return 0, err
	}
	w.keys.Reset()
	w.keys.Fixed(hash)
	w.keys.Text(w.l.Address(p))
	key := xxhash.Sum64(w.keys.Bytes())
	size, known := w.reuse.Size(key)
	if !known {
		text, err := w.content(p)
		if err != nil {
			return 0, err
		}
		size = len(text)
	}
	w.out.NoteSize(key, size)
	return size, nil
}

// key hashes the inputs of an item. It returns false if they are not known without making the item.
func (w *setWriter) key(i *feeds.Item, d *listing.Issue, p *site.Page, cut bool) (uint64, bool, error) {
	hashed, ok := w.text.(emission.HashedText)
	if !ok || w.reuse == nil {
		return 0, false, nil
	}
	k := &w.keys
	k.Reset()
	k.Text(d.Format.MediaType())
	k.Int(w.l.Site.Config.Discovery.Feeds.MaxBytes) // the summary depends on it: see short
	for _, n := range w.l.Site.Config.Discovery.Feeds.Namespaces {
		k.Text(n.Prefix) // elements with an unknown prefix are left out
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
	fields, err := json.Marshal(i)
	if err != nil { // a date that RFC 3339 does not have: the item is written each time
		return 0, false, nil
	}
	k.Raw(fields)
	return xxhash.Sum64(k.Bytes()), true, nil
}
