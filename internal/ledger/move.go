package ledger

import (
	"slices"
	"strings"
)

// follow lets pages that moved keep what is known of them.
func (m *merge) follow() {
	if len(m.come) == 0 {
		return
	}
	byName, byMain := m.leftBy()
	comeMain := map[uint64]int{}
	for _, i := range m.come {
		comeMain[m.out[i].Main]++
	}
	m.moved, m.heirs = map[string]bool{}, map[int]bool{}
	for n, i := range m.come {
		to := &m.out[i]
		from, ok := m.redirected(m.was[n])
		if !ok && to.Name != 0 {
			from, ok = byName[to.Name]
			ok = ok && !m.moved[m.out[from].URL]
		}
		if !ok && to.Main != 0 && comeMain[to.Main] == 1 {
			from, ok = byMain[to.Main]
			ok = ok && !m.moved[m.out[from].URL]
		}
		if ok {
			m.inherit(to, &m.out[from])
			m.heirs[i] = true
		}
	}
}

// leftBy finds the addresses that left by the names of their pages and by their content. Content that
// stood at several addresses tells nothing.
func (m *merge) leftBy() (byName, byMain map[uint64]int) {
	byName, byMain = map[uint64]int{}, map[uint64]int{}
	times := map[uint64]int{}
	for _, i := range m.left {
		e := &m.out[i]
		byName[e.Name], byMain[e.Main] = i, i
		times[e.Main]++
	}
	for main, n := range times {
		if n > 1 {
			delete(byMain, main)
		}
	}
	return byName, byMain
}

// redirected finds the first of some addresses that is gone.
func (m *merge) redirected(was []string) (int, bool) {
	for _, url := range was {
		i, ok := slices.BinarySearchFunc(m.out, url, func(e Entry, url string) int { return strings.Compare(e.URL, url) })
		if ok && !m.out[i].Gone.IsZero() && !m.moved[url] {
			return i, true
		}
	}
	return 0, false
}

// inherit gives a page what is known of it. Its old address keeps its dates, for a page that comes there
// again, but stands in no archive any more.
func (m *merge) inherit(to, from *Entry) {
	m.moved[from.URL] = true
	to.Seen, to.Changed, to.Archives = from.Seen, from.Changed, from.Archives
	if from.ID != "" && !m.given[to.URL] {
		to.ID = from.ID
	}
	from.Archives = nil
}

// tellApart gives pages that came to an address whose id is at another address by now an id of their own:
// the address with the time at which they came (rule A6).
func (m *merge) tellApart() {
	suspects := slices.Concat(m.come, m.back)
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
	for _, i := range suspects {
		e := &m.out[i]
		if e.ID == "" || times[e.ID] < 2 || m.given[e.URL] || m.heirs[i] {
			continue
		}
		times[e.ID]--
		address, _, _ := strings.Cut(e.ID, "#")
		e.ID = address + "#" + m.now.Format("20060102T150405Z")
	}
}
