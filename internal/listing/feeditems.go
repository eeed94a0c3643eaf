package listing

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/site"
)

// entry is a page with its dates in a feed, and its id.
type entry struct {
	page        *site.Page
	first, last time.Time // of its publication, and of its last change; zero: not known
	seen        time.Time // in a feed of changes: when a build saw the page first; zero: not known
	id          string    // permanent
}

// came is when there was something new for a crawler: a change, or the page itself, whatever date it says.
func (e *entry) came() time.Time { return feeds.Newest(e.newest(), e.seen) }

// newest is the later of its dates.
func (e *entry) newest() time.Time { return feeds.Newest(e.first, e.last) }

// updated is what Atom says as its updated.
func (e *entry) updated() time.Time {
	if e.last.IsZero() {
		return e.first
	}
	return e.last
}

// Published is the date that a subscriber sees.
func Published(p *site.Page) time.Time {
	if p.Dates.PublishDate.IsZero() {
		return p.Dates.Date
	}
	return p.Dates.PublishDate
}

// firstFeeds is the year before which no date is that of a page: readers and validators do not believe it.
const firstFeeds = 1990

// feedDate is Published as feeds have it: an older date, as that of a letter in an archive, is not when its page was
// published (rule D1). Hugo's own feeds keep it. Dates of changes have no fractions of seconds, so this has none either:
// else the page would be published after its last change.
func feedDate(p *site.Page) time.Time {
	if t := Published(p); t.UTC().Year() >= firstFeeds {
		return t.Truncate(time.Second)
	}
	return time.Time{}
}

// entry returns p as feeds have it.
func (fr feedReader) entry(p *site.Page) entry {
	e := fr.dated(p)
	e.id = fr.feedItemID(p)
	return e
}

// dated returns p with its dates, and no id yet. A change in the future is none (M3), and neither is one before
// its publication.
func (fr feedReader) dated(p *site.Page) entry {
	e := entry{page: p, first: feedDate(p)}
	e.last, _ = fr.LastMod(p)
	if now := fr.Site.Now; !now.IsZero() && e.last.After(now) || e.last.Before(e.first) || e.last.UTC().Year() < firstFeeds {
		e.last = time.Time{}
	}
	return e
}

// added is when a build saw p first, where the ledger knows that the site had no such page before; zero else: the pages
// of the first build are not new.
func (fr feedReader) added(p *site.Page) time.Time {
	e, ok := fr.remembered(p)
	if !ok || !e.Seen.After(fr.memory.began) {
		return time.Time{}
	}
	return e.Seen
}

// feedItemID is the id of p in feeds: that of its front matter, else what the ledger remembers, else its
// address (rules A5, B4).
func (fr feedReader) feedItemID(p *site.Page) string {
	if id, given := GivenID(p); given {
		return id
	}
	if known, ok := fr.remembered(p); ok && known.ID != "" {
		return known.ID
	}
	return fr.absolute(p, p.URL)
}

// GivenID is the id that the front matter of p says.
func GivenID(p *site.Page) (string, bool) {
	id, _ := p.Params["id"].(string)
	id = strings.TrimSpace(id)
	return id, id != ""
}

// allows reports whether a feed may hold p: what Hugo's own lists Hugo chooses, the others hold what the
// sitemap lists.
func (fr feedReader) allows(f *plan, p *site.Page) bool {
	if fr.pageFeeds[p.ID].off {
		return false
	}
	if f.hugo {
		return fr.InFeeds(p)
	}
	return fr.Listed(p)
}

func (fr feedReader) anyDated(s *set) bool {
	for _, p := range s.members() {
		if fr.Listed(p) && !feedDate(p).IsZero() {
			return true
		}
	}
	return false
}

// choose returns the pages that a feed holds, in all of its documents.
func (fr feedReader) choose(f *plan) (pages []*site.Page) {
	archive, dated := fr.planArchive(f.set)
	for _, d := range fr.issues(f, archive, dated) {
		for _, e := range d.entries {
			pages = append(pages, e.page)
		}
	}
	return pages
}

// pick returns the entries of a feed in its order. Hugo's own have Hugo's pages, order and limit; the others
// the newest first and those without a date last, which Atom cannot carry (rule A1). left counts those of which the author
// may have forgotten the date: other pages of the section have one.
func (fr feedReader) pick(f *plan) (entries []entry, left int) {
	var pages, undated []*site.Page
	dated := map[*site.Page]bool{} // sections
	for _, p := range f.members() {
		if !fr.allows(f, p) {
			continue
		}
		if f.format == feeds.Atom && feedDate(p).IsZero() {
			undated = append(undated, p)
			continue
		}
		dated[p.Parent] = true
		pages = append(pages, p)
	}
	for _, p := range undated {
		if dated[p.Parent] {
			left++
		}
	}
	if !f.hugo {
		byDate(pages)
	}
	if limit := fr.limit(f); limit > 0 && len(pages) > limit {
		pages = pages[:limit]
	}
	for _, p := range pages {
		e := fr.entry(p)
		if f.hugo {
			e.first = p.Dates.PublishDate // and nothing else (rule B2)
		}
		entries = append(entries, e)
	}
	return entries, left
}

// byDate sorts the newest first, undated last; pages of one date stay in list order, which is total.
func byDate(pages []*site.Page) {
	slices.SortStableFunc(pages, func(a, b *site.Page) int { return Published(b).Compare(Published(a)) })
}

// limit is how many items a feed has, 0 for all. That of Hugo is for the RSS that outputs ask for.
func (fr feedReader) limit(f *plan) int {
	c := fr.Site.Config
	if f.target.Format != nil && (f.hugo || c.RSSLimit >= 0 || c.Origin["services.rss.limit"] != "") {
		return max(0, c.RSSLimit)
	}
	return f.Limit
}

// changes returns the entries of a feed of changes, the last change first (rule F2): what changed within some
// days of the newest change, or came to the site in them, which covers the gap between two visits of a crawler who comes as often (F1).
// The window ends at a change and not at the build, so that time alone moves nothing.
func (fr feedReader) changes(s *set) []entry {
	w := fr.Site.Config.Discovery.Feeds.Updates
	members := s.members()
	list := make([]entry, 0, len(members))
	for _, p := range members {
		if !fr.Listed(p) || fr.pageFeeds[p.ID].off {
			continue
		}
		e := fr.dated(p)
		e.seen = fr.added(p)
		if !e.newest().IsZero() {
			list = append(list, e)
		}
	}
	list = lastChanged(list, w.Least, w.Days)
	n := len(list)
	if w.Most > 0 {
		n = min(n, w.Most)
	}
	list = slices.Clip(list[:n])
	for i := range list {
		list[i].id = fr.feedItemID(list[i].page)
	}
	return list
}

// lastChanged returns the entries that changed within some days of the last change, and at least so many, in
// order.
func lastChanged(list []entry, least, days int) []entry {
	var last time.Time
	for i := range list {
		last = feeds.Newest(last, list[i].came())
	}
	since := last.AddDate(0, 0, -days)
	var within []entry
	for i := range list {
		if !list[i].came().Before(since) {
			within = append(within, list[i])
		}
	}
	if len(within) < least {
		return firstOf(list, least)
	}
	slices.SortFunc(within, byChange)
	return within
}

// byChange orders the last change first.
func byChange(a, b entry) int {
	return cmp.Or(b.came().Compare(a.came()), b.first.Compare(a.first), cmp.Compare(a.page.ID, b.page.ID))
}

// firstOf returns the first n entries by their change: a few of many, for which not all are sorted.
func firstOf(list []entry, n int) []entry {
	out := make([]entry, 0, min(n, len(list))+1)
	for _, e := range list {
		if len(out) == n && byChange(e, out[n-1]) >= 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(out, e, byChange)
		if out = slices.Insert(out, i, e); len(out) > n {
			out = out[:n]
		}
	}
	return out
}

// tellApart gives entries that changed at the same second fractions of it, by their ids: validators warn of
// entries with one date, and a reader that sorts by it should always sort alike.
func tellApart(entries []entry) {
	by := map[int64][]*entry{}
	var order []int64
	for i := range entries {
		e := &entries[i]
		at := e.updated().Truncate(time.Second)
		if !e.last.IsZero() {
			e.last = at
		}
		if by[at.Unix()] = append(by[at.Unix()], e); len(by[at.Unix()]) == 1 {
			order = append(order, at.Unix())
		}
	}
	for _, second := range order {
		same := by[second]
		slices.SortFunc(same, func(a, b *entry) int { return cmp.Compare(a.id, b.id) })
		taken := map[uint64]bool{0: true}
		for _, e := range same[1:] {
			micro := 1 + xxhash.Sum64String(e.id)%999_999
			for taken[micro] {
				micro = 1 + micro%999_999
			}
			taken[micro] = true
			e.last = e.updated().Truncate(time.Second).Add(time.Duration(micro) * time.Microsecond)
		}
	}
}
