// Package ledger remembers, from one build to the next, what a site's addresses held: when each was
// first seen, when its main content last changed, and the id by which feeds know it.
//
// A ledger is no cache: it is an input that a build reads at its start and an output that it writes at
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
	ID           string    // for feeds, permanent (rule B4); "" for files
}

// FilePrefix begins the entry of a file of the output that is no page: "file:sitemap-en.xml".
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
	ID           string   // the id of an address that was never seen
	Was          []string // addresses that lead here now: aliases
}

// Changes are the differences between two builds, as addresses in order. Files do not count.
type Changes struct{ Added, Changed, Removed []string }

// Update returns the ledger after a build at now that found these items, and what is different.
//
// An address changed when its main content did, and something that it was made from: a change of
// templates alone moves no date (rules M2, M5). A page that moved keeps its id and its dates: it is
// known by the old address among its aliases, or by content that left one address and came up at one
// other in the same build (rule B4). Nothing is ever dropped: what is not found is gone. What is known
// of files stays as it is.
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
	m := merge{now: now, old: l, items: items, files: files}
	return m.run()
}

// merge walks the old entries and the items side by side.
type merge struct {
	now     time.Time
	old     *Ledger
	items   []Item
	files   bool // the items are files: pages stay as they are
	out     []Entry
	come    []int // of out: added, and never seen before
	left    []int // of out: gone in this build
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
	m.out = append(m.out, Entry{URL: i.URL, Main: i.Main, Source: i.Source, Seen: m.now, ID: i.ID})
}

func (m *merge) stay(e Entry, i Item) {
	back := !e.Gone.IsZero()
	e.Gone = time.Time{}
	moved := e.Main != 0 && i.Main != 0 && e.Main != i.Main &&
		(e.Source == 0 || i.Source == 0 || e.Source != i.Source)
	if moved {
		e.Changed = m.now
	}
	if !isFile(e.URL) {
		if back {
			m.changes.Added = append(m.changes.Added, e.URL)
		} else if moved {
			m.changes.Changed = append(m.changes.Changed, e.URL)
		}
	}
	if i.Main != 0 {
		e.Main = i.Main
	}
	e.Source = i.Source
	if e.ID == "" {
		e.ID = i.ID
	}
	m.out = append(m.out, e)
}

// follow lets pages that moved keep what is known of them.
func (m *merge) follow() {
	if len(m.come) == 0 {
		return
	}
	here := &Ledger{m.out}
	taken := map[string]bool{}
	inherit := func(to *Entry, from Entry) {
		taken[from.URL] = true
		to.Seen, to.Changed, to.ID = from.Seen, from.Changed, from.ID
	}
	// Content that stands at several addresses tells nothing.
	goneMain, comeMain := map[uint64]int{}, map[uint64]int{}
	for _, i := range m.left {
		goneMain[m.out[i].Main]++
	}
	for _, i := range m.come {
		comeMain[m.out[i].Main]++
	}
	leftBy := map[uint64]int{}
	for _, i := range m.left {
		leftBy[m.out[i].Main] = i
	}
next:
	for n, i := range m.come {
		to := &m.out[i]
		for _, was := range m.was[n] {
			if from, ok := here.Find(was); ok && !from.Gone.IsZero() && !taken[was] {
				inherit(to, from)
				continue next
			}
		}
		if from, ok := leftBy[to.Main]; ok && to.Main != 0 && goneMain[to.Main] == 1 && comeMain[to.Main] == 1 && !taken[m.out[from].URL] {
			inherit(to, m.out[from])
		}
	}
}

func isFile(url string) bool { return strings.HasPrefix(url, FilePrefix) }
