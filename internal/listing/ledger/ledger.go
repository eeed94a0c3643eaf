// Package ledger stores, from one build to the next, what a build saw at each URL of a site: when the URL was first
// seen, when its main content last changed, and its ID in feeds.
//
// A ledger is not a cache: it is an input that a build reads at its start and an output that it writes at its end. No
// build fails without it, but its knowledge is lost: dates are left out until a change is seen again (rules M2 and I6
// of docs/discovery-rules/_index.md), never guessed.
//
// The file is text, one line per URL, in order of URL, so two branches of a project merge line by line. All of its
// times are those of the builds' clocks.
package ledger

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Entry is the knowledge about one URL.
type Entry struct {
	// URL is relative to the site's base, "/posts/one/", so a site may move to another host. A language with its own
	// host is a prefix: "fr:/posts/un/". Files that are not pages begin with FilePrefix.
	URL string
	// Main is the hash of the main content, Source that of the page's sources except templates; 0: not known.
	Main, Source uint64
	Seen         time.Time // first
	Changed      time.Time // last; zero until a change was seen
	Gone         time.Time // since when the URL is no longer listed; zero while it is
	ID           string    // for feeds, permanent (rule B4); "" if it is not an item of a feed
	// Name is the hash of the page's name in the project, which identifies a page that gets another URL; 0: not known.
	Name uint64
	// Archives are the archive documents of feeds that have the page (rule P3), by feed.
	Archives []Archive
}

// Archive is a place in an archived feed.
type Archive struct {
	Feed   string // the set of pages that the feed follows: "en:/", "en:/posts"
	Number int    // of the document, from 1
}

// Archive returns the number of the archive document of a feed that has the page, 0 for none.
func (e *Entry) Archive(feed string) int {
	for _, a := range e.Archives {
		if a.Feed == feed {
			return a.Number
		}
	}
	return 0
}

// FilePrefix starts the entry of an output file that is not a page: "file:sitemap-en.xml".
const FilePrefix = "file:"

// Ledger is a set of entries. It is never changed; the zero value and nil are empty.
type Ledger struct {
	entries []Entry
	built   Built
}

// Built tells what the site was built with. Parts that are not known are "".
type Built struct {
	Program string // version of sitegen; "devel" for one that was not released
	Hugo    string // version of Hugo whose behavior the site got, such as "0.169.0"
}

// Built returns what the last build recorded about itself.
func (l *Ledger) Built() Built {
	if l == nil {
		return Built{}
	}
	return l.built
}

// BuiltWith returns the ledger with a record of what the site was built with.
func (l *Ledger) BuiltWith(b Built) *Ledger { return &Ledger{l.Entries(), b} }

// Entries returns all entries by URL, including removed ones. Callers must not change them.
func (l *Ledger) Entries() []Entry {
	if l == nil {
		return nil
	}
	return l.entries
}

// Find returns the entry of a URL.
func (l *Ledger) Find(url string) (Entry, bool) {
	list := l.Entries()
	i, ok := slices.BinarySearchFunc(list, url, func(e Entry, url string) int { return strings.Compare(e.URL, url) })
	if !ok {
		return Entry{}, false
	}
	return list[i], true
}

// Item is what a build found at one URL.
type Item struct {
	URL          string // as in Entry
	Main, Source uint64
	ID           string   // the ID of a URL that was never seen; "" if it is not an item of a feed
	Given        bool     // ID is the author's, and overrides a known one
	Was          []string // URLs that lead here now: aliases
	Name         uint64   // as in Entry
}

// Changes are the differences between two builds, as sorted URLs. Files do not count.
type Changes struct {
	Added, Changed, Removed []string
	// Lost are the pages among Removed whose ID no other page took over.
	Lost []Entry
}

// Update returns the ledger after a build at now that found these items, and the differences.
//
// A URL changed if its main content changed and so did one of its sources: a change of templates alone does not change
// dates (rules M2, M5). A page that moved keeps its ID and its dates. It is recognized by an alias with the old URL, by
// its name in the project, or by content that left one URL and appeared at one other in the same build (rule B4),
// whichever page took its old URL. A page at a URL whose ID moved away gets a new ID. Nothing is ever dropped: items
// that are not found are marked as removed. Entries of files stay as they are.
func (l *Ledger) Update(now time.Time, items []Item) (*Ledger, Changes) {
	return l.update(now, items, false)
}

// UpdateFiles does for files the same as Update for pages: the URLs of items begin with FilePrefix.
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
	files   bool // the items are files: entries of pages stay as they are
	out     []Entry
	come    []int           // of out: added, and never seen before
	back    []int           // of out: added, and seen before
	fresh   []int           // of out: they had no id before
	left    []int           // of out: removed in this build
	away    []Entry         // of pages that are at another URL now, while another page has theirs
	at      map[uint64]bool // names of the items
	content contents
	moved   map[string]bool // URLs whose ID is at another URL now
	heirs   map[int]bool    // of come: they inherited from another URL
	known   map[string]bool // URLs whose ID was that of another
	given   map[string]bool // URLs whose ID the author sets
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
	return &Ledger{m.out, m.old.Built()}, m.changes
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
	e.Main = cmp.Or(i.Main, e.Main)
	e.Source = i.Source
	if e.ID == "" && !back {
		m.fresh = append(m.fresh, len(m.out))
	}
	if e.ID = KeptID(e.ID, i.ID); i.ID == "" || i.Given {
		e.ID = i.ID
	}
	e.Name = cmp.Or(i.Name, e.Name)
	m.out = append(m.out, e)
}

// stays reports whether an item has the main content of e, or comes from the same source: any other difference comes
// from templates.
func (e Entry) stays(i Item) bool {
	return e.Main == i.Main && e.Main != 0 || e.Source == i.Source && e.Source != 0
}

// Settled reports whether an update with i leaves the date of change of e as it is, whatever the other items are.
func (e Entry) Settled(i Item) bool {
	sameName := e.Name == i.Name || e.Name == 0 || i.Name == 0
	return e.Gone.IsZero() && sameName && e.stays(i)
}

func isFile(url string) bool { return strings.HasPrefix(url, FilePrefix) }

// WithArchives returns the ledger with the archive documents that have pages, by URL. Entries of other URLs stay the
// same.
func (l *Ledger) WithArchives(at map[string][]Archive) *Ledger {
	if len(at) == 0 {
		return l
	}
	out := &Ledger{slices.Clone(l.Entries()), l.Built()}
	for i := range out.entries {
		if list, there := at[out.entries[i].URL]; there {
			out.entries[i].Archives = list
		}
	}
	return out
}

// LastArchive returns the highest number that an archive document of each feed ever had, including those of removed
// pages.
func (l *Ledger) LastArchive() map[string]int {
	last := map[string]int{}
	for _, e := range l.Entries() {
		for _, a := range e.Archives {
			last[a.Feed] = max(last[a.Feed], a.Number)
		}
	}
	return last
}
