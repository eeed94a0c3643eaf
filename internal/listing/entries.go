package listing

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/site"
)

// Entry is a page with its dates in a feed, and its id.
type Entry struct {
	Page        *site.Page
	First, Last time.Time // of its publication, and of its last change; zero: not known
	ID          string    // permanent

	seen time.Time // in a feed of changes: when a build saw the page first; zero: not known
}

// came is when there was something new for a crawler: a change, or the page itself, whatever date it says.
func (e *Entry) came() time.Time { return feeds.Newest(e.Newest(), e.seen) }

// Newest is the later of its dates.
func (e *Entry) Newest() time.Time { return feeds.Newest(e.First, e.Last) }

// Updated is what Atom says as its updated.
func (e *Entry) Updated() time.Time {
	if e.Last.IsZero() {
		return e.First
	}
	return e.Last
}

// Published is the date that a subscriber sees.
func Published(p *site.Page) time.Time {
	if p.Dates.PublishDate.IsZero() {
		return p.Dates.Date
	}
	return p.Dates.PublishDate
}

// FirstFeeds is the year before which no date is that of a page: readers and validators do not believe it.
const FirstFeeds = 1990

// FeedDate is Published as feeds have it: an older date, as that of a letter in an archive, is not when its page was
// published (rule D1). Hugo's own feeds keep it. Dates of changes have no fractions of seconds, so this has none
// either: else the page would be published after its last change.
func FeedDate(p *site.Page) time.Time {
	if t := Published(p); t.UTC().Year() >= FirstFeeds {
		return t.Truncate(time.Second)
	}
	return time.Time{}
}

// entry returns p as feeds have it.
func (l *Listing) entry(p *site.Page) Entry {
	e := l.dated(p)
	e.ID = feedItemID(l, p)
	return e
}

// dated returns p with its dates, and no id yet. A change in the future is none (M3), and neither is one before
// its publication.
func (l *Listing) dated(p *site.Page) Entry {
	e := Entry{Page: p, First: FeedDate(p)}
	e.Last = l.LastMod(p).Shown()
	if e.Last.Before(e.First) || e.Last.UTC().Year() < FirstFeeds {
		e.Last = time.Time{}
	}
	return e
}

// feedItemID is the id of p in feeds: that of its front matter, else what the ledger remembers, else its
// address (rules A5, B4).
func feedItemID(l *Listing, p *site.Page) string {
	if id, given := GivenID(p); given {
		return id
	}
	if known := l.Remembered(p); known.ID != "" {
		return known.ID
	}
	return l.Absolute(p, p.URL)
}

// GivenID is the id that the front matter of p says.
func GivenID(p *site.Page) (string, bool) {
	id, _ := p.Params["id"].(string)
	id = strings.TrimSpace(id)
	return id, id != ""
}

// lastChanged returns the entries that changed within some days of the last change, and at least so many, in
// order.
func lastChanged(list []Entry, least, days int) []Entry {
	var last time.Time
	for i := range list {
		last = feeds.Newest(last, list[i].came())
	}
	since := last.AddDate(0, 0, -days)
	var within []Entry
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
func byChange(a, b Entry) int {
	return cmp.Or(b.came().Compare(a.came()), b.First.Compare(a.First), cmp.Compare(a.Page.ID, b.Page.ID))
}

// firstOf returns the first n entries by their change: a few of many, for which not all are sorted.
func firstOf(list []Entry, n int) []Entry {
	out := make([]Entry, 0, min(n, len(list))+1)
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
