package listing

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
)

// FromLedger is the source of a date that comes from the ledger.
const FromLedger = ":ledger"

// Change is when a page last changed.
type Change struct {
	At   time.Time // zero if unknown
	From string    // where the date comes from
	// Ahead reports that the date is in the future, so nothing prints it (rule M3).
	Ahead bool
}

// Shown returns the date to print. It is zero if there is no date, or if it is in the future (rule M3) or before
// 1970-01-02, which sitemaps can't have (rule M1).
func (c Change) Shown() time.Time {
	if c.Ahead || c.Early() {
		return time.Time{}
	}
	return c.At
}

// Early reports whether the date is before 1970-01-02.
func (c Change) Early() bool { return !c.At.IsZero() && c.At.Unix() < 24*60*60 }

// LastMod returns when p last changed. By default, that is the lastmod of its front matter, else the date that
// [frontmatter] finds (git), else the change of the main content that a build saw, else the date of publication if it
// is not older than what a build saw. If no source has a date, it is zero (rule M2, RFC 4287 section 4.2.15). The
// configuration may name other sources (discovery.lastmod). Outside Hugo projects, no page changed before it was
// published. Before Remember is called, only earlier builds count.
func (l *Listing) LastMod(p *site.Page) Change {
	if l.memory.changed == nil {
		return l.change(p)
	}
	return l.memory.changed()[p.ID]
}

// Knowing returns the listing with the ledger of earlier builds, for [Listing.LastMod].
func (l *Listing) Knowing(old *ledger.Ledger) *Listing {
	out := *l
	out.memory = memory{old: old, now: old}
	return &out
}

// Settled reports whether Remember will leave the LastMod of p as it is, judging by the output of p; facts are nil
// while there is no output. reads is as in Remember.
func (l *Listing) Settled(p *site.Page, facts *PageFacts, reads uint64) bool {
	if l.memory.now == nil || len(l.memory.now.Entries()) == 0 ||
		!slices.Contains(l.Site.Config.Discovery.LastMod, FromLedger) {
		return true
	}
	if facts == nil {
		return false
	}
	known := l.Remembered(p)
	return known.Known && known.Settled(l.itemOf(p, facts, reads))
}

// change finds when a page last changed.
func (l *Listing) change(p *site.Page) (c Change) {
	sources := l.Site.Config.Discovery.LastMod
	c.At, c.From = firstDate(l, p, sources)
	if first := Published(p); !l.Site.Config.Hugo && !c.At.IsZero() && first.After(c.At) {
		if !slices.Contains(sources, ":page") {
			return Change{}
		}
		c.At, c.From = first, cmp.Or(p.Dates.PublishDateFrom, p.Dates.DateFrom)
	}
	c.Ahead = ahead(l.Site, c.At)
	return c
}

// firstDate returns the date of the first source that has one. A change that the ledger saw before the page was
// published does not count: a newer date of a later source does.
func firstDate(l *Listing, p *site.Page, sources []string) (t time.Time, from string) {
	for i, name := range sources {
		if t, from = dateFrom(l, p, name); t.IsZero() {
			continue
		}
		if name == FromLedger {
			if later, source := firstDate(l, p, sources[i+1:]); later.After(t) && !ahead(l.Site, later) {
				return later, source
			}
		}
		return t, from
	}
	return time.Time{}, ""
}

// ahead reports whether a date is in the future (rule M3).
func ahead(s *site.Site, t time.Time) bool { return !s.Now.IsZero() && t.After(s.Now) }

// dateFrom returns the date of one source.
func dateFrom(l *Listing, p *site.Page, name string) (time.Time, string) {
	switch name {
	case ":page":
		if l.Site.Shallow() && !l.Site.Config.Hugo && publication(p.Dates.LastmodFrom) {
			return time.Time{}, "" // git may know a later change: the date is unknown (rule M4)
		}
		return l.pageDate(p)
	case ":modified":
		if publication(p.Dates.LastmodFrom) {
			return time.Time{}, ""
		}
		return p.Dates.Lastmod, p.Dates.LastmodFrom
	case ":descendants":
		if p.Dates.LastmodFrom == site.FromDescendants {
			return p.Dates.Lastmod, p.Dates.LastmodFrom
		}
		return time.Time{}, ""
	case FromLedger:
		if e := l.Remembered(p); !e.Changed.IsZero() {
			return e.Changed, FromLedger
		}
		return time.Time{}, ""
	}
	if name[0] != ':' && p.Params[name] == nil || filled(p, name) {
		return time.Time{}, ""
	}
	h := content.DateHandlers{Lastmod: []string{name}}
	// its problems are reported when the site is put together
	d, _ := content.ResolveDates(h, p.Params, p.Doc, p.Commit, p.Edition.Language.TimeZone)
	return d.Lastmod, d.LastmodFrom
}

// pageDate returns the date of the last change that a page itself gives. The date of a list is that of the newest page
// below it whose date is not in the future (rule M3). A date that is not that of a change, such as the day of a meeting,
// does not count before it has come.
func (l *Listing) pageDate(p *site.Page) (time.Time, string) {
	t, from := p.Dates.Lastmod, p.Dates.LastmodFrom
	switch {
	case !ahead(l.Site, t) || l.Site.Config.Hugo:
	case from == site.FromDescendants:
		return l.past()[p], from
	case publication(from):
		return time.Time{}, ""
	}
	return t, from
}

// pastChanges returns for each list the newest change of its pages that is not in the future.
func pastChanges(s *site.Site) map[*site.Page]time.Time {
	out := map[*site.Page]time.Time{}
	note := func(list *site.Page, t time.Time) {
		if list != nil && t.After(out[list]) {
			out[list] = t
		}
	}
	for _, p := range s.Pages {
		if t := p.Dates.Lastmod; p.Dates.LastmodFrom != site.FromDescendants && !ahead(s, t) {
			for up := p.Parent; up != nil; up = up.Parent {
				note(up, t)
			}
		}
	}
	for _, p := range s.Pages {
		if p.Kind != site.Term {
			continue
		}
		for _, q := range p.Pages {
			t := out[q]
			if own := q.Dates; own.LastmodFrom != site.FromDescendants && !ahead(s, own.Lastmod) {
				t = own.Lastmod
			}
			note(p, t)
			note(p.Parent, t)
		}
	}
	return out
}

// publication reports whether a source gives the publication date of a page, or of the newest page of a list, and not
// the date of a change.
func publication(from string) bool {
	switch from {
	case "date", "publishdate", "pubdate", "published", ":filename", site.FromDescendants:
		return true
	}
	return false
}

// filled reports whether a date is in the parameters of p only because another key has it.
func filled(p *site.Page, key string) bool {
	d := p.Dates
	t, from := d.Lastmod, d.LastmodFrom
	switch key {
	case "lastmod":
	case "date":
		t, from = d.Date, d.DateFrom
	case "publishdate":
		t, from = d.PublishDate, d.PublishDateFrom
	case "expirydate":
		t, from = d.ExpiryDate, d.ExpiryDateFrom
	default:
		return false
	}
	v, ok := p.Params[key].(time.Time)
	return ok && from != key && v.Equal(t)
}

// fewDates is the number of dates below which equal dates are not suspicious.
const fewDates = 10

// JustBuilt is how close to the time of the build a date must be to look like a date of the build.
const JustBuilt = time.Hour

// CheckDates warns about dates that crawlers learn not to trust (rule M2): more than half of the pages have the same
// date, or the date of the build. Dates from the ledger, and dates that lists have from their pages, do not count.
// Dates in the future are reported when the sitemap is written (rule M3). Call CheckDates on the result of Remember.
func CheckDates(l *Listing) diag.List {
	type found struct {
		t    time.Time
		from string
		page *site.Page
	}
	times := map[int64]int{}
	var most found
	n, fresh := 0, 0
	var newest found
	for _, p := range l.Site.Pages {
		if !l.Listed(p) {
			continue
		}
		c := l.LastMod(p)
		t, from := c.At, c.From
		if t.IsZero() || from == FromLedger || from == site.FromDescendants {
			continue
		}
		n++
		if times[t.Unix()]++; most.page == nil || times[t.Unix()] > times[most.t.Unix()] {
			most = found{t, from, p}
		}
		if age := l.Site.Now.Sub(t); from != ":git" && age >= 0 && age < JustBuilt {
			fresh++
			newest = found{t, from, p}
		}
	}
	warn := func(f found, message, hint string) diag.List {
		return diag.List{{Rule: "M2", Severity: diag.Warning, File: l.Source(f.page), Message: message, Hint: hint}}
	}
	switch {
	case n < fewDates:
	case fresh*2 > n:
		return warn(newest,
			fmt.Sprintf("%d of %d pages say that they changed within the hour before the build (from %s, as this page does): crawlers ignore such dates", fresh, n, newest.from),
			"file times are those of the checkout: set other sources in [discovery] lastmod, such as [\"lastmod\", \":git\", \":ledger\"]")
	case times[most.t.Unix()]*2 > n:
		return warn(most,
			fmt.Sprintf("%d of %d pages have the same date of their last change, %s (from %s, as this page does): crawlers ignore a date that most pages share",
				times[most.t.Unix()], n, most.t.Format(time.RFC3339), most.from),
			"give pages their own dates, or let the ledger set the date: [discovery] lastmod = [\":ledger\"]")
	}
	return nil
}
