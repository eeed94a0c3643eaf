package listing

import (
	"slices"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
)

// fingerprints makes those of the emissions of a listing. Several may be made at once.
type fingerprints struct {
	l     *Listing
	once  sync.Once
	pages []uint64 // by page ID
}

// page hashes what feeds take of a page that no front matter says: whether it is listed, and what the ledger and the
// clock make of its dates and its id.
func (f *fingerprints) page(p *site.Page) uint64 {
	f.once.Do(func() {
		f.pages = make([]uint64, len(f.l.Site.Pages))
		var w codec.Writer
		for _, p := range f.l.Site.Pages {
			w.Reset()
			w.Byte(byte(f.l.places[p.ID]))
			if f.l.places[p.ID] != nowhere {
				f.dates(&w, p)
			}
			f.pages[p.ID] = xxhash.Sum64(w.Bytes())
		}
	})
	return f.pages[p.ID]
}

func (f *fingerprints) dates(w *codec.Writer, p *site.Page) {
	known, _ := f.l.remembered(p)
	w.Text(known.ID)
	for _, a := range known.Archives {
		w.Text(a.Feed)
		w.Int(a.Number)
	}
	last, _ := f.l.LastMod(p)
	storeTime(w, last)
	now := f.l.Site.Now
	w.Bool(!now.IsZero() && last.After(now))
}

// change adds what feeds of changes, and sitemaps, take of a page besides.
func (f *fingerprints) change(w *codec.Writer, p *site.Page) {
	storeTime(w, f.l.feedReader().added(p))
}

// set is the fingerprint of some feeds of a set.
func (f *fingerprints) set(s *set, which []*plan) uint64 {
	var w codec.Digest
	w.Int(f.l.memory.lastArchive[s.key])
	for _, feed := range which {
		w.Text(feed.file)
		w.Text(f.l.feedReader().feedID(feed))
	}
	changes := slices.ContainsFunc(which, func(f *plan) bool { return f.updates })
	for _, p := range s.members() {
		w.Fixed(f.page(p))
		if changes {
			f.change(&w.Writer, p)
		}
		w.Flush()
	}
	return w.Sum()
}

// host is the fingerprint of the sitemaps and the robots.txt of a host, but for when each file changed. They name
// versions on other hosts, too.
func (f *fingerprints) host(o EmitOptions) uint64 {
	l := f.l
	var w codec.Digest
	next, _ := l.Next() // news grow old, videos expire, and dates come true: two times between the same such moments are alike
	storeTime(&w.Writer, next)
	w.Bool(l.Site.Now.IsZero())
	w.Bool(o.Robots != nil)
	w.Text(string(o.Robots))
	for _, p := range l.Site.Pages {
		w.Fixed(f.page(p))
		f.change(&w.Writer, p)
		if facts := l.fact(p); l.facts != nil {
			w.Bool(facts.NoIndex)
			w.Text(facts.Canonical)
			facts.Media.Store(&w.Writer)
		}
		w.Flush()
	}
	for _, file := range l.files {
		w.Text(file.Path)
		storeTime(&w.Writer, file.Date)
		known, _ := l.memory.now.Find(listedFiles{l}.fileKey(file))
		storeTime(&w.Writer, known.Changed)
	}
	for _, ex := range l.Unlisted { // which a template of the project may list
		w.Int(ex.Page.ID)
		w.Text(ex.Rule)
		w.Text(ex.Why)
		w.Flush()
	}
	return w.Sum()
}

func storeTime(w *codec.Writer, t time.Time) {
	w.Bool(t.IsZero())
	if !t.IsZero() {
		w.Varint(t.Unix())
		w.Int(t.Nanosecond())
	}
}

// Store writes what the next build needs of an emission that it does not run again, but for the messages.
func (r *Emitted) Store(w *codec.Writer) {
	w.Int(r.URLs)
	w.Int(r.Items)
	w.Uvarint(uint64(len(r.hashes)))
	for _, h := range r.hashes {
		w.Text(h.name)
		w.Fixed(h.sum)
		w.Varint(h.changed)
	}
	w.Uvarint(uint64(len(r.feedIDs)))
	for _, f := range r.feedIDs {
		w.Text(f.file)
		w.Text(f.id)
	}
	w.Uvarint(uint64(len(r.archived)))
	for _, a := range r.archived {
		w.Text(a.key)
		w.Text(a.Feed)
		w.Int(a.Number)
	}
	w.Uvarint(uint64(len(r.items)))
	for _, f := range r.items {
		w.Text(f.file)
		w.Int(f.n)
		w.Text(f.packed)
	}
}

// LoadEmitted reads what Store wrote.
func LoadEmitted(r *codec.Reader) Emitted {
	e := Emitted{URLs: r.Int(), Items: r.Int()}
	for range r.Len(10) {
		e.hashes = append(e.hashes, fileHash{r.Text(), r.Fixed(), r.Varint()})
	}
	for range r.Len(2) {
		e.feedIDs = append(e.feedIDs, feedID{r.Text(), r.Text()})
	}
	for range r.Len(3) {
		e.archived = append(e.archived, archivedItem{r.Text(), ledger.Archive{Feed: r.Text(), Number: r.Int()}})
	}
	for range r.Len(3) {
		e.items = append(e.items, feedItems{r.Text(), r.Int(), r.Text()})
	}
	return e
}
