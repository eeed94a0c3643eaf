package ledger

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// displaced reports whether another page has the URL of a page that moved in this build.
func (m *merge) displaced(e Entry, i Item) bool {
	return e.Gone.IsZero() && e.Name != 0 && i.Name != 0 && e.Name != i.Name && m.at[e.Name]
}

// contents are the URLs of main contents, before and now; "" for content at several URLs.
type contents struct{ before, now map[uint64]string }

func readContents(old []Entry, items []Item) contents {
	c := contents{make(map[uint64]string, len(old)), make(map[uint64]string, len(items))}
	note := func(m map[uint64]string, main uint64, url string) {
		if _, several := m[main]; several {
			url = ""
		}
		m[main] = url
	}
	for i := range old {
		if old[i].Gone.IsZero() && !isFile(old[i].URL) {
			note(c.before, old[i].Main, old[i].URL)
		}
	}
	for i := range items {
		note(c.now, items[i].Main, items[i].URL)
	}
	delete(c.before, 0)
	delete(c.now, 0)
	return c
}

// went reports whether the content of a URL is at another one now, where it was not before, and other content is at
// this URL: two pages changed names, or one took the name that another left.
func (m *merge) went(e Entry, i Item) bool {
	if e.stays(i) || !e.Gone.IsZero() || e.Main == 0 || i.Main == 0 || m.content.before[e.Main] != e.URL {
		return false
	}
	to := m.content.now[e.Main]
	if to == "" || to == e.URL {
		return false
	}
	there, known := m.old.Find(to) // a page that did not move keeps its ID and dates
	next := m.content.now[there.Main]
	return !known || !there.Gone.IsZero() || next != "" && next != to
}

// displace gives the URL to the page of an item; the old knowledge moves with the page that had the URL.
func (m *merge) displace(e Entry, i Item) {
	m.away = append(m.away, e)
	m.come, m.was = append(m.come, len(m.out)), append(m.was, i.Was)
	m.changes.Changed = append(m.changes.Changed, i.URL)
	m.out = append(m.out, Entry{
		URL: i.URL, Main: i.Main, Source: i.Source, Seen: m.now, Changed: m.now, ID: i.ID,
		Name: i.Name,
	})
}

// follow lets pages that moved keep their IDs and dates.
func (m *merge) follow() {
	if len(m.come) == 0 {
		return
	}
	byName, byMain := m.leftBy()
	comeMain := map[uint64]int{}
	for _, i := range m.come {
		comeMain[m.out[i].Main]++
	}
	m.moved, m.heirs, m.known = map[string]bool{}, map[int]bool{}, map[string]bool{}
	m.followContent()
	for n, i := range m.come {
		to := &m.out[i]
		if m.heirs[i] {
			continue
		}
		from := m.redirected(m.was[n])
		if from == nil {
			from = m.unmoved(byName[to.Name])
		}
		if from == nil && comeMain[to.Main] == 1 {
			from = m.unmoved(byMain[to.Main])
		}
		if from != nil {
			m.inherit(to, from)
			m.heirs[i] = true
		}
	}
}

// followContent lets content that moved to another URL keep its ID and dates. It runs before names are compared,
// because the page that took its name matches by name.
func (m *merge) followContent() {
	byMain := map[uint64]*Entry{}
	for i := range m.away {
		if e := &m.away[i]; m.content.before[e.Main] == e.URL {
			byMain[e.Main] = e
		}
	}
	for _, i := range m.come {
		to := &m.out[i]
		if from := byMain[to.Main]; from != nil && from.URL != to.URL && m.content.now[to.Main] == to.URL {
			to.Changed = from.Changed
			m.inherit(to, from)
			m.heirs[i] = true
		}
	}
}

// leftBy returns the entries of URLs that pages left, by the names of the pages and by their content. Content that was
// at several URLs does not identify a page.
func (m *merge) leftBy() (byName, byMain map[uint64]*Entry) {
	byName, byMain = map[uint64]*Entry{}, map[uint64]*Entry{}
	times := map[uint64]int{}
	for _, i := range m.left {
		e := &m.out[i]
		byName[e.Name], byMain[e.Main] = e, e
		times[e.Main]++
	}
	for i := range m.away {
		byName[m.away[i].Name] = &m.away[i]
	}
	for main, n := range times {
		if n > 1 {
			delete(byMain, main)
		}
	}
	delete(byName, 0)
	delete(byMain, 0)
	return byName, byMain
}

// unmoved returns e if no page has inherited from it, else nil.
func (m *merge) unmoved(e *Entry) *Entry {
	if e == nil || m.moved[e.URL] {
		return nil
	}
	return e
}

// redirected returns the entry of the first of some URLs that was removed.
func (m *merge) redirected(was []string) *Entry {
	for _, url := range was {
		i, ok := slices.BinarySearchFunc(m.out, url, func(e Entry, url string) int { return strings.Compare(e.URL, url) })
		if ok && !m.out[i].Gone.IsZero() && !m.moved[url] {
			return &m.out[i]
		}
	}
	return nil
}

// inherit copies ID and dates from an old entry to that of a page, but no ID if the page has none, like lists. The old
// URL keeps its dates, for a page that may use it again, but leaves the archives of feeds.
func (m *merge) inherit(to, from *Entry) {
	m.moved[from.URL] = true
	to.Seen, to.Archives = from.Seen, from.Archives
	if to.Changed.IsZero() {
		to.Changed = from.Changed
	}
	if !m.given[to.URL] && to.ID != "" {
		to.ID = KeptID(from.ID, to.ID)
		m.known[to.URL] = from.ID == to.ID && (from.Gone.IsZero() || from.Gone.Equal(m.now))
	}
	from.Archives = nil
}

// tellApart gives new IDs to pages that are new at a URL, or were lists, if the ID of that URL is now at another one:
// the URL with the time at which they appeared (rule A6).
func (m *merge) tellApart() {
	suspects := slices.Concat(m.come, m.back, m.fresh)
	if len(suspects) == 0 {
		return
	}
	times := map[string]int{}
	for _, i := range suspects {
		times[m.out[i].ID] = 0
	}
	for i := range m.out {
		e := &m.out[i]
		if n, there := times[e.ID]; there && e.Gone.IsZero() {
			times[e.ID] = n + 1
		}
	}
	taken := map[string]bool{}
	for _, i := range suspects {
		e := &m.out[i]
		if e.ID == "" || times[e.ID] < 2 || m.given[e.URL] || m.known[e.URL] {
			continue
		}
		times[e.ID]--
		address, _, _ := strings.Cut(e.ID, "#")
		e.ID = address + "#" + m.now.Format("20060102T150405Z")
		for of := e.ID; taken[e.ID]; {
			e.ID = fmt.Sprintf("%s-%d", of, len(taken)+1)
		}
		taken[e.ID] = true
	}
}

// Move is a page that earlier builds saw at another URL, where nothing is listed now.
type Move struct {
	Host     string // lower-case key of the language if it has its own host; "" otherwise
	From, To string // URLs relative to the base of that host, escaped: "/posts/old/"
}

// Place is a URL of a page.
type Place struct {
	Host string // as in Move
	Path string // relative to the base of that host, escaped: "/posts/old/"
}

// Moves returns the pages that moved according to the ledger (rule B4), in the order of the old URLs.
func (l *Ledger) Moves() []Move {
	moved, _ := l.left()
	return moved
}

// Gone returns the URLs of pages that are no longer listed at any URL, in order.
func (l *Ledger) Gone() []Place {
	_, gone := l.left()
	return gone
}

// left returns the URLs where nothing is listed now: those of pages that moved on their host, and those of pages that
// are gone.
func (l *Ledger) left() (moved []Move, gone []Place) {
	type name struct {
		id string
		of uint64
	}
	now := map[name]string{}
	entries := l.Entries()
	for _, e := range entries {
		if e.Gone.IsZero() && !isFile(e.URL) {
			now[name{id: e.ID}], now[name{of: e.Name}] = e.URL, e.URL
		}
	}
	delete(now, name{})
	for _, e := range entries {
		if e.Gone.IsZero() || isFile(e.URL) {
			continue
		}
		to := now[name{id: e.ID}]
		if to == "" {
			to = now[name{of: e.Name}]
		}
		fromHost, from := hostOf(e.URL)
		if to == "" {
			gone = append(gone, Place{fromHost, from})
		} else if toHost, path := hostOf(to); toHost == fromHost {
			moved = append(moved, Move{fromHost, from, path})
		}
	}
	slices.SortStableFunc(moved, func(a, b Move) int {
		return cmp.Or(cmp.Compare(a.Host, b.Host),
			cmp.Compare(a.From, b.From))
	})
	slices.SortStableFunc(gone, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.Path, b.Path))
	})
	return moved, gone
}

// hostOf splits a ledger key into host and path.
func hostOf(key string) (host, path string) {
	if strings.HasPrefix(key, "/") {
		return "", key
	}
	host, path, _ = strings.Cut(key, ":")
	return host, path
}
