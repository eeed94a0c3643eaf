// Package ledger remembers, from one build to the next, what a site's addresses held: when each was
// first seen, when its main content last changed, and the id by which feeds know it.
//
// A ledger is not a cache: it is an input that a build reads at its start and an output that it writes at
// its end. Losing it loses no build, only knowledge: dates are left out until a change is seen again
// (rules M2 and I6 of docs/discovery-rules.md), never guessed.
//
// The file is text, one line an address, in order of address, so that two branches of a project merge
// line by line. All of its times are those of the builds' clocks.
package ledger

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Entry is what is known of one address.
type Entry struct {
	// URL is the address below the site's base, "/posts/one/", so that a site may move to another
	// host. A language with a host of its own goes before it: "fr:/posts/un/". Files that are no pages
	// begin with FilePrefix.
	URL string
	// Main is the hash of the main content, Source that of what the page was made from, templates
	// aside; 0: not known.
	Main, Source uint64
	Seen         time.Time // first
	Changed      time.Time // last; zero until a change was seen
	Gone         time.Time // since when the address is not listed any more; zero while it is
	ID           string    // for feeds, permanent (rule B4); "" for what is not an item of a feed
	// Name is the hash of the page's name in the project, by which a page is known that was given
	// another address; 0: not known.
	Name uint64
	// Archives are the archive documents of feeds that the page stands in (rule P3), by feed.
	Archives []Archive
}

// Archive is a place in an archived feed.
type Archive struct {
	Feed   string // the set of pages that the feed follows: "en:/", "en:/posts"
	Number int    // of the document, from 1
}

// Archive returns the number of the archive document of a feed that the page stands in, 0 for none.
func (e *Entry) Archive(feed string) int {
	for _, a := range e.Archives {
		if a.Feed == feed {
			return a.Number
		}
	}
	return 0
}

// FilePrefix begins the entry of a file of the output that is not a page: "file:sitemap-en.xml".
const FilePrefix = "file:"

// Ledger is a set of entries. It is never changed; the zero value and nil are empty.
type Ledger struct{ entries []Entry }

// Entries returns all entries by address, those that are gone included. Nobody may write to them.
func (l *Ledger) Entries() []Entry {
	if l == nil {
		return nil
	}
	return l.entries
}

// Find returns the entry of an address.
func (l *Ledger) Find(url string) (Entry, bool) {
	list := l.Entries()
	i, ok := slices.BinarySearchFunc(list, url, func(e Entry, url string) int { return strings.Compare(e.URL, url) })
	if !ok {
		return Entry{}, false
	}
	return list[i], true
}

// Item is what a build found at one address.
type Item struct {
	URL          string // as in Entry
	Main, Source uint64
	ID           string   // the id of an address that was never seen; "": what is there is no item of a feed
	Given        bool     // ID is the author's: it counts, whatever was known
	Was          []string // addresses that lead here now: aliases
	Name         uint64   // as in Entry
}

// Changes are the differences between two builds, as addresses in order. Files do not count.
type Changes struct {
	Added, Changed, Removed []string
	// Lost are the pages among Removed whose id no other page took over.
	Lost []Entry
}

// Update returns the ledger after a build at now that found these items, and what is different.
//
// An address changed when its main content did, and something that it was made from: a change of
// templates alone moves no date (rules M2, M5). A page that moved keeps its id and its dates: it is
// known by the old address among its aliases, by its name in the project, or by content that left one
// address and came up at one other in the same build (rule B4), whichever page took its old address. A page that comes
// to an address whose id moved away gets an id of its own. Nothing is ever dropped: what is not found is gone. What is
// known of files stays as it is.
func (l *Ledger) Update(now time.Time, items []Item) (*Ledger, Changes) {
	return l.update(now, items, false)
}

// UpdateFiles does for files what Update does for pages: the URLs of items begin with FilePrefix.
func (l *Ledger) UpdateFiles(now time.Time, items []Item) *Ledger {
	next, _ := l.update(now, items, true)
	return next
}

func (l *Ledger) update(now time.Time, items []Item, files bool) (*Ledger, Changes) {
	now = now.UTC().Truncate(time.Second)
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(a.URL, b.URL) })
	items = slices.CompactFunc(items, func(a, b Item) bool { return a.URL == b.URL })
	m := merge{now: now, old: l, items: items, files: files, given: map[string]bool{}, at: map[uint64]bool{}}
	for _, i := range items {
		if i.Given {
			m.given[i.URL] = true
		}
		m.at[i.Name] = i.Name != 0
	}
	if !files {
		m.content = readContents(l.Entries(), items)
	}
	return m.run()
}

// merge walks the old entries and the items side by side.
type merge struct {
	now     time.Time
	old     *Ledger
	items   []Item
	files   bool // the items are files: pages stay as they are
	out     []Entry
	come    []int           // of out: added, and never seen before
	back    []int           // of out: added, and seen before
	fresh   []int           // of out: they had no id before
	left    []int           // of out: gone in this build
	away    []Entry         // of pages that are at another address now, while another page is at theirs
	at      map[uint64]bool // names of the items
	content contents
	moved   map[string]bool // addresses whose id stands elsewhere now
	heirs   map[int]bool    // of come: what was known of another address is theirs
	known   map[string]bool // addresses whose id was that of another
	given   map[string]bool // addresses whose id the author gives
	was     [][]string
	changes Changes
}

func (m *merge) run() (*Ledger, Changes) {
	old, items := m.old.Entries(), m.items
	m.out = make([]Entry, 0, max(len(old), len(items)))
	for len(old) > 0 || len(items) > 0 {
		order := 1
		switch {
		case len(old) == 0:
		case len(items) == 0:
			order = -1
		default:
			order = strings.Compare(old[0].URL, items[0].URL)
		}
		switch {
		case order < 0 && isFile(old[0].URL) != m.files:
			m.out = append(m.out, old[0])
		case order < 0:
			m.leave(old[0])
		case order > 0:
			m.arrive(items[0])
		case m.displaced(old[0], items[0]) || m.went(old[0], items[0]):
			m.displace(old[0], items[0])
		default:
			m.stay(old[0], items[0])
		}
		if order <= 0 {
			old = old[1:]
		}
		if order >= 0 {
			items = items[1:]
		}
	}
	m.follow()
	m.tellApart()
	for _, i := range m.left {
		if e := m.out[i]; e.ID != "" && !m.moved[e.URL] {
			m.changes.Lost = append(m.changes.Lost, e)
		}
	}
	return &Ledger{m.out}, m.changes
}

func (m *merge) leave(e Entry) {
	if e.Gone.IsZero() {
		e.Gone = m.now
		if !isFile(e.URL) {
			m.left = append(m.left, len(m.out))
			m.changes.Removed = append(m.changes.Removed, e.URL)
		}
	}
	m.out = append(m.out, e)
}

func (m *merge) arrive(i Item) {
	if !isFile(i.URL) {
		m.come = append(m.come, len(m.out))
		m.was = append(m.was, i.Was)
		m.changes.Added = append(m.changes.Added, i.URL)
	}
	m.out = append(m.out, Entry{URL: i.URL, Main: i.Main, Source: i.Source, Seen: m.now, ID: i.ID, Name: i.Name})
}

func (m *merge) stay(e Entry, i Item) {
	back := !e.Gone.IsZero()
	e.Gone = time.Time{}
	moved := e.Main != 0 && i.Main != 0 && !e.stays(i)
	if moved {
		e.Changed = m.now
	}
	if !isFile(e.URL) {
		if back {
			m.back = append(m.back, len(m.out))
			m.changes.Added = append(m.changes.Added, e.URL)
		} else if moved {
			m.changes.Changed = append(m.changes.Changed, e.URL)
		}
	}
	if i.Main != 0 {
		e.Main = i.Main
	}
	e.Source = i.Source
	if e.ID == "" && !back {
		m.fresh = append(m.fresh, len(m.out))
	}
	if e.ID = KeptID(e.ID, i.ID); i.ID == "" || i.Given {
		e.ID = i.ID
	}
	if i.Name != 0 {
		e.Name = i.Name
	}
	m.out = append(m.out, e)
}

// stays reports whether an item has the main content of e, or comes from the same source: then what differs
// is the work of templates.
func (e Entry) stays(i Item) bool {
	return e.Main == i.Main && e.Main != 0 || e.Source == i.Source && e.Source != 0
}

// Settled reports whether an update with i leaves the date of the change of e as it is, whatever the other items are.
func (e Entry) Settled(i Item) bool {
	sameName := e.Name == i.Name || e.Name == 0 || i.Name == 0
	return e.Gone.IsZero() && sameName && e.stays(i)
}

func isFile(url string) bool { return strings.HasPrefix(url, FilePrefix) }

// WithArchives returns the ledger with the archive documents that pages stand in, by address. What is known
// of other URLs stay the sames.
func (l *Ledger) WithArchives(at map[string][]Archive) *Ledger {
	if len(at) == 0 {
		return l
	}
	out := &Ledger{slices.Clone(l.Entries())}
	for i := range out.entries {
		if list, there := at[out.entries[i].URL]; there {
			out.entries[i].Archives = list
		}
	}
	return out
}

// LastArchive returns the highest number that an archive document of each feed ever had, those of pages that
// are gone included.
func (l *Ledger) LastArchive() map[string]int {
	last := map[string]int{}
	for _, e := range l.Entries() {
		for _, a := range e.Archives {
			last[a.Feed] = max(last[a.Feed], a.Number)
		}
	}
	return last
}
