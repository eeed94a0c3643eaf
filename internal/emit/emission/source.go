package emission

import (
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Source has the inputs of the emissions of a build.
type Source struct {
	Listing *listing.Listing // sealed
	Options Options
	pages   func() []uint64 // by page ID
}

// From returns the source for a sealed listing.
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
			w.Text(l.Path(p))
			if l.InFeeds(p) {
				storeDates(&w, l, p)
			}
			out[p.ID] = xxhash.Sum64(w.Bytes())
		}
		return out
	})}
}

// Reading returns the source for an emission that is running, with the inputs of that run.
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

// Page hashes the inputs of outputs that do not come from front matter: whether the page is listed, and its dates and
// ID as the ledger and the clock determine them.
func (s *Source) Page(p *site.Page) uint64 { return s.pages()[p.ID] }

func storeDates(w *codec.Writer, l *listing.Listing, p *site.Page) {
	known := l.Remembered(p)
	w.Text(known.ID)
	for _, a := range known.Archives {
		w.Text(a.Feed)
		w.Int(a.Number)
	}
	last := l.LastMod(p)
	StoreTime(w, last.At)
	w.Bool(last.Ahead)
}

// StoreTime writes a time.
func StoreTime(w *codec.Writer, t time.Time) {
	w.Bool(t.IsZero())
	if !t.IsZero() {
		w.Varint(t.Unix())
		w.Int(t.Nanosecond())
	}
}
