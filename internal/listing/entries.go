package listing

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/site"
)

// Entry is a page in a feed, with its dates and its ID.
type Entry struct {
	Page        *site.Page
	First, Last time.Time // publication and last change; zero: not known
	ID          string    // permanent

	seen time.Time // in a feed of changes: when a build first saw the page; zero: not known
}

// came returns when the page had something new for a crawler: a change, or the page itself, whatever its date is.
func (e *Entry) came() time.Time { return feeds.Newest(e.Newest(), e.seen) }

// Newest returns the later of the two dates.
func (e *Entry) Newest() time.Time { return feeds.Newest(e.First, e.Last) }

// Updated returns the date that Atom has as updated.
func (e *Entry) Updated() time.Time {
	if e.Last.IsZero() {
		return e.First
	}
	return e.Last
}

// Published returns the date that a subscriber sees.
func Published(p *site.Page) time.Time {
	if p.Dates.PublishDate.IsZero() {
		return p.Dates.Date
	}
	return p.Dates.PublishDate
}

// FirstFeeds is the first year of plausible dates: readers and validators do not accept older ones.
const FirstFeeds = 1990

// FeedDate returns Published if feeds can have it. An older date, such as that of a letter in an archive, is not when
// its page was published (rule D1). Hugo's own feeds keep it. FeedDate drops fractions of seconds, because dates of
// changes have none: otherwise the page would be published after its last change.
func FeedDate(p *site.Page) time.Time {
	if t := Published(p); t.UTC().Year() >= FirstFeeds {
		return t.Truncate(time.Second)
	}
	return time.Time{}
}

// entry returns the feed entry of p.
func (l *Listing) entry(p *site.Page) Entry {
	e := l.dated(p)
	e.ID = feedItemID(l, p)
	return e
}

// dated returns the entry of p with its dates, but without an ID. A change in the future (M3) or before the publication
// does not count.
func (l *Listing) dated(p *site.Page) Entry {
	e := Entry{Page: p, First: FeedDate(p)}
	e.Last = l.LastMod(p).Shown()
	if e.Last.Before(e.First) || e.Last.UTC().Year() < FirstFeeds {
		e.Last = time.Time{}
	}
	return e
}

// feedItemID returns the ID of p in feeds: that of its front matter, else the one in the ledger, else its URL (rules
// A5, B4).
func feedItemID(l *Listing, p *site.Page) string {
	if id, given := l.GivenID(p); given {
		return id
	}
	if known := l.Remembered(p); known.ID != "" {
		return known.ID
	}
	return l.Absolute(p, p.URL)
}

// GivenID returns the ID in the front matter of p. In projects of other tools, id is a parameter that can mean anything,
// such as the ID of an element, so it must be an absolute URI there: "tag:nice.example,2020:1".
func (l *Listing) GivenID(p *site.Page) (id string, given bool) {
	id, _ = p.Params["id"].(string)
	id = strings.TrimSpace(id)
	if l.Site.Config.Hugo || !l.Site.Config.Tool.Plain() {
		u, err := url.Parse(id)
		return id, err == nil && u.IsAbs()
	}
	return id, id != ""
}

// lastChanged returns the entries that changed within some days of the last change, but at least a minimum number, in
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

// byChange sorts the last change first.
func byChange(a, b Entry) int {
	return cmp.Or(b.came().Compare(a.came()), b.First.Compare(a.First), cmp.Compare(a.Page.ID, b.Page.ID))
}

// firstOf returns the first n entries by their change. It does not sort all of them, because n is usually small.
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
