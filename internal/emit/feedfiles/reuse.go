package feedfiles

import (
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

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

// writeTime writes a time in the precision that feeds print.
func writeTime(w *codec.Writer, t time.Time) {
	emission.StoreTime(w, t)
	_, offset := t.Zone()
	w.Int(offset)
}
