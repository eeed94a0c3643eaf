package listing

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
)

// memory is what a listing knows about earlier builds. A nil ledger is an empty one.
type memory struct {
	old, now *ledger.Ledger
	changes  ledger.Changes
	began    time.Time // when a build first wrote the ledger
	// at is the index of each page's entry in now, plus 1, by page ID; 0 if there is no entry.
	at []int32
	// lastArchive is the highest number of an archive document by the key of its set.
	lastArchive map[string]int
	// changed returns the results of LastMod, by page ID, because sitemaps, feeds and checks ask for each several
	// times. If it is nil, they are computed one by one, for a page that is being rendered.
	changed func() []Change
}

// Remember returns the sealed listing with what earlier builds saw and this one sees: dates of pages that have no other
// date, permanent IDs, and the differences. facts and reads are indexed by page ID. reads has the hashes of the data
// and other files that renders read, other than pages and templates. The times are those of the site's Now.
func (l *Listing) Remember(old *ledger.Ledger, facts []*PageFacts, reads []uint64) *Listing {
	items := make([]ledger.Item, 0, len(l.Site.Pages))
	ids := make([]int32, 0, len(l.Site.Pages))
	was, nothing, known := formerly(l.Site), &PageFacts{}, false
	for _, p := range l.Site.Pages {
		if !l.edition(p).known {
			continue
		}
		known = true
		if l.places[p.ID] == nowhere {
			continue
		}
		i := l.entryOf(p)
		if facts != nil {
			i = l.itemOf(p, cmp.Or(facts[p.ID], nothing), reads[p.ID])
		}
		i.Was = was[p]
		items, ids = append(items, i), append(ids, int32(p.ID))
	}
	pages := len(items)
	items = append(items, fileItems(l.files)...)
	out := *l
	out.memory = memory{old: old, now: old, began: l.Site.Now, lastArchive: old.LastArchive()}
	for _, e := range old.Entries() {
		if !e.Seen.IsZero() && e.Seen.Before(out.memory.began) {
			out.memory.began = e.Seen
		}
	}
	if known { // without a base URL nothing is listed, which says nothing about the pages
		out.memory.now, out.memory.changes = old.Update(l.Site.Now, items)
		out.memory.at = stand(out.memory.now.Entries(), items[:pages], ids, len(l.Site.Pages))
	}
	out.memory.changed = sync.OnceValue(func() []Change {
		all := make([]Change, len(out.Site.Pages))
		for i, p := range out.Site.Pages {
			all[i] = out.change(p)
		}
		return all
	})
	return &out
}

// stand returns the index of each page's entry, plus 1, by page ID; 0 if it has none. ids are the page IDs of the
// items, and n is the number of pages.
func stand(entries []ledger.Entry, items []ledger.Item, ids []int32, n int) []int32 {
	order := make([]int32, len(items))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return strings.Compare(items[a].URL, items[b].URL) })
	at, e := make([]int32, n), 0
	for _, i := range order {
		for e < len(entries) && entries[e].URL < items[i].URL {
			e++
		}
		if e < len(entries) && entries[e].URL == items[i].URL {
			at[ids[i]] = int32(e) + 1
		}
	}
	return at
}

// Ledger returns the ledger after this build: the pages, the written files, and the archive places.
func (l *Listing) Ledger(written []ledger.Item, archived []Archived) *ledger.Ledger {
	return withArchives(l.memory.now, archived).UpdateFiles(l.Site.Now, written)
}

// FileBefore returns the entry that the ledger had for an output file before this build.
func (l *Listing) FileBefore(file string) (ledger.Entry, bool) {
	return l.memory.old.Find(ledger.FilePrefix + file)
}

// Moves returns the pages that moved, for a listing that Remember returned.
func (l *Listing) Moves() []ledger.Move { return l.memory.now.Moves() }

// Gone returns the URLs of pages that are listed at no URL now, for a listing that Remember returned.
func (l *Listing) Gone() []ledger.Place { return l.memory.now.Gone() }

// Changes returns the absolute URLs that were added, changed and removed since the build before. Pages that sitemaps
// leave out do not count.
func (l *Listing) Changes() ledger.Changes {
	listed := map[string]string{} // the URLs that differ from the permalinks
	hidden := map[string]bool{}   // pages that sitemaps leave out, although feeds may have them
	for _, p := range l.Site.Pages {
		if !l.Listed(p) {
			hidden[Key(p)] = true
		}
		if strings.HasSuffix(p.URL.Path(), "/index.html") {
			listed[Key(p)] = l.Address(p)
		}
	}
	abs := func(keys []string) []string {
		out := make([]string, 0, len(keys))
		for _, k := range keys {
			if !hidden[k] {
				out = append(out, cmp.Or(listed[k], absoluteKey(l.Site, k)))
			}
		}
		return out
	}
	c := l.memory.changes
	return ledger.Changes{Added: abs(c.Added), Changed: abs(c.Changed), Removed: abs(c.Removed)}
}

// Past is what earlier builds and this one saw of a page.
type Past struct {
	ledger.Entry
	Known bool      // the ledger has the page
	Added time.Time // Seen, if the page is new on the site: pages of the first build are not new
}

// Remembered returns what the ledger has about p.
func (l *Listing) Remembered(p *site.Page) (past Past) {
	if l.memory.now == nil || p.URL.IsZero() {
		return Past{}
	}
	if at := l.memory.at; at != nil && at[p.ID] > 0 {
		past.Entry, past.Known = l.memory.now.Entries()[at[p.ID]-1], true
	} else {
		past.Entry, past.Known = l.memory.now.Find(Key(p))
	}
	if past.Seen.After(l.memory.began) {
		past.Added = past.Seen
	}
	return past
}

// sourceHash hashes the sources of a page except templates: its own file and metadata, the pages that a list shows, and
// what its rendering read.
func sourceHash(l *Listing, p *site.Page, reads uint64) uint64 {
	if p.CardHash == 0 {
		return 0 // the sources are unknown
	}
	var buf [256]byte
	b := buf[:0]
	for _, h := range []uint64{p.CardHash, p.ParamsHash, reads} {
		b = binary.LittleEndian.AppendUint64(b, h)
	}
	if p.Doc != nil {
		d := p.Doc
		if l.current != nil {
			d = l.current(d)
		}
		b = binary.LittleEndian.AppendUint64(b, d.Hash)
	}
	list := p.Pages
	if p.Kind == site.Home {
		list = p.Edition.RegularPages
	}
	for _, m := range list {
		b = binary.LittleEndian.AppendUint64(b, m.CardHash)
	}
	return max(1, xxhash.Sum64(b))
}

// entryOf returns the ledger item of p that follows from its metadata.
func (l *Listing) entryOf(p *site.Page) ledger.Item {
	i := ledger.Item{URL: Key(p)}
	if p.Key != "" {
		i.Name = xxhash.Sum64String(p.Key)
	}
	i.ID, i.Given = l.itemID(p)
	return i
}

// itemOf returns entryOf with what the rendered page says.
func (l *Listing) itemOf(p *site.Page, facts *PageFacts, reads uint64) ledger.Item {
	i := l.entryOf(p)
	i.Main, i.Source = facts.Main, sourceHash(l, p, reads)
	return i
}

// itemID returns the ID of a page for the ledger: that of its front matter, else its URL. Lists are not items of feeds,
// except for terms, which are items of the feeds of taxonomies.
func (l *Listing) itemID(p *site.Page) (id string, given bool) {
	if p.Kind != site.Regular && p.Kind != site.Term {
		return "", false
	}
	if id, given = l.GivenID(p); given {
		return id, true
	}
	return l.Permalink(p), false
}
