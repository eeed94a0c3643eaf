package emission

import (
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Source is what the emissions of a build are made of.
type Source struct {
	Listing *listing.Listing // sealed
	Options Options
	pages   func() []uint64 // by page ID
}

// From returns the source of the emissions of a sealed listing.
func From(l *listing.Listing, o Options) *Source {
	if o.Taken == nil {
		o.Taken = func(string) bool { return false }
	}
	return &Source{l, o, sync.OnceValue(func() []uint64 {
		out := make([]uint64, len(l.Site.Pages))
		var w codec.Writer
		for _, p := range l.Site.Pages {
			w.Reset()
			w.Bool(l.Listed(p))
			w.Bool(l.InFeeds(p))
			if l.InFeeds(p) {
				storeDates(&w, l, p)
			}
			out[p.ID] = xxhash.Sum64(w.Bytes())
		}
		return out
	})}
}

// Reading returns the source as an emission has it while it runs.
func (s *Source) Reading(in Inputs) *Source {
	out := *s
	if in.Assets != nil {
		out.Listing = out.Listing.WithAssets(in.Assets)
	}
	if in.Taken != nil {
		out.Options.Taken = in.Taken
	}
	return &out
}

// Page hashes what outputs take of a page that no front matter says: whether it is listed, and what the ledger and the
// clock make of its dates and its id.
func (s *Source) Page(p *site.Page) uint64 { return s.pages()[p.ID] }

func storeDates(w *codec.Writer, l *listing.Listing, p *site.Page) {
	known, _ := l.Remembered(p)
	w.Text(known.ID)
	for _, a := range known.Archives {
		w.Text(a.Feed)
		w.Int(a.Number)
	}
	last, _ := l.LastMod(p)
	StoreTime(w, last)
	w.Bool(l.Ahead(last))
}

// StoreTime writes a moment.
func StoreTime(w *codec.Writer, t time.Time) {
	w.Bool(t.IsZero())
	if !t.IsZero() {
		w.Varint(t.Unix())
		w.Int(t.Nanosecond())
	}
}
