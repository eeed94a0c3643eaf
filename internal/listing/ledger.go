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

// memory is what a listing knows of builds before: nil ledgers know nothing.
type memory struct {
	old, now *ledger.Ledger
	changes  ledger.Changes
	began    time.Time // when a build first wrote the ledger
	// at is where in now the entry of each page stands, by page ID, and 1; 0: nowhere.
	at []int32
	// lastArchive is the highest number of an archive document by the key of its set.
	lastArchive map[string]int
	// changed are the answers of LastMod, by page ID: sitemaps, feeds and checks ask for each several times. nil: they are
	// found one by one, for a page that is rendered.
	changed func() []Change
}

// Remember returns the sealed listing with what earlier builds saw and this one sees: dates of pages that
// have none otherwise, permanent ids, and the differences. facts is indexed by page ID, and so is reads, the hashes of
// what renderings read beside pages and templates, which is data and other files. The times are those of the site's
// Now.
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

// stand returns where the entries of pages stand, by page ID, and 1: ids are those of the items' pages, of n.
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

// Ledger returns the ledger after this build: the pages, and the files that were written, with what is archived.
func (l *Listing) Ledger(written []ledger.Item, archived []Archived) *ledger.Ledger {
	return withArchives(l.memory.now, archived).UpdateFiles(l.Site.Now, written)
}

// FileBefore is what the ledger knew of a file of the output before this build.
func (l *Listing) FileBefore(file string) (ledger.Entry, bool) {
	return l.memory.old.Find(ledger.FilePrefix + file)
}

// Moves returns the pages that moved, on a listing that remembers.
func (l *Listing) Moves() []ledger.Move { return l.memory.now.Moves() }

// Changes returns the absolute addresses that came, changed and went since the build before.
func (l *Listing) Changes() ledger.Changes {
	abs := func(keys []string) []string {
		out := make([]string, len(keys))
		for i, k := range keys {
			out[i] = absoluteKey(l.Site, k)
		}
		return out
	}
	c := l.memory.changes
	return ledger.Changes{Added: abs(c.Added), Changed: abs(c.Changed), Removed: abs(c.Removed)}
}

// Past is what earlier builds saw of a page, and this one.
type Past struct {
	ledger.Entry
	Known bool      // the ledger has the page
	Added time.Time // Seen, if the site had no such page before: the pages of the first build are not new
}

// Remembered returns what the ledger knows of p.
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

// sourceHash hashes what a page is made from, templates aside: its own file and metadata, the pages that a
// list shows, and what its rendering read.
func sourceHash(l *Listing, p *site.Page, reads uint64) uint64 {
	if p.CardHash == 0 {
		return 0 // nobody knows what it is made from
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

// entryOf is what the ledger gets about p from its metadata.
func (l *Listing) entryOf(p *site.Page) ledger.Item {
	i := ledger.Item{URL: Key(p)}
	if p.Key != "" {
		i.Name = xxhash.Sum64String(p.Key)
	}
	i.ID, i.Given = l.itemID(p)
	return i
}

// itemOf is entryOf with what p says of itself.
func (l *Listing) itemOf(p *site.Page, facts *PageFacts, reads uint64) ledger.Item {
	i := l.entryOf(p)
	i.Main, i.Source = facts.Main, sourceHash(l, p, reads)
	return i
}

// itemID is the id that the ledger is to know of a page: that of its front matter, else its address. Lists are
// no items of feeds, but for terms, which are those of taxonomies.
func (l *Listing) itemID(p *site.Page) (id string, given bool) {
	if p.Kind != site.Regular && p.Kind != site.Term {
		return "", false
	}
	if id, given = GivenID(p); given {
		return id, true
	}
	return l.Address(p), false
}
