package post

import (
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// findStamps finds the dates that are the time of a build.
func (r *run) findStamps() {
	var dates []entryDate
	var of []*meant
	for _, f := range r.repairs.sets {
		if f.src.Format != sitemap.URLSet {
			continue
		}
		for i := range f.entries {
			m := &f.entries[i]
			t, dayOnly, err := sitemap.ParseLastMod(f.src.Entries[i].LastMod)
			if err != nil {
				continue
			}
			m.date = webpage.Date{Time: t, DayOnly: dayOnly}
			dates = append(dates, entryDate{t, dayOnly, r.known(m).Time})
			of = append(of, m)
		}
	}
	for i, is := range stamped(dates) {
		of[i].stamped = is
	}
}

// known returns when the page of an entry changed, as far as the page, its source, or the ledger know.
func (r *run) known(m *meant) (d webpage.Date) {
	if m.to.Kind == webtree.Own {
		if i := r.pages.Of(m.to.File); i != webpage.Elsewhere {
			d.Time, d.DayOnly = r.lastMod(r.site.Pages[i])
		}
	}
	return d
}

// repairDate replaces a wrong date of an entry by that of the page, or removes it.
func (r *run) repairDate(f *repaired, i int) {
	m, e := &f.entries[i], &f.src.Entries[i]
	if e.LastMod == "" {
		return
	}
	reason, rule, why := "build-date", "M2", "it is the time of the build"
	var now webpage.Date
	switch {
	case m.stamped:
		now = r.known(m)
	case m.date.Time.Unix() < 24*60*60:
		reason, rule, why, now = "invalid-date", "M1", "it is not a date from 1970-01-02 to the year 9999", r.known(m)
	case r.past(m.date).Time.IsZero():
		reason, rule, why, now = "future-date", "M3", "it is in the future", r.known(m)
	case !schemaForm(e.LastMod):
		reason, rule, why, now = "invalid-date", "M1", "a time needs seconds and a zone", m.date
	default:
		return
	}
	m.date = now
	r.setDate(f, i, now, Repair{Reason: reason, Rule: rule, Why: why})
}

// setDate changes the date of an entry, unless it is that date.
func (r *run) setDate(f *repaired, i int, now webpage.Date, x Repair) {
	e := &f.src.Entries[i]
	x.Line, x.What, x.URL, x.Action, x.To = e.Line, "date", e.Loc, "corrected", dateText(now)
	if x.To == e.LastMod {
		return
	}
	if x.To == "" {
		x.Action = "removed"
	}
	f.src.SetLastMod(i, x.To)
	r.note(f, x)
}

// schemaForm reports whether a date has one of the two forms of rule M1.
func schemaForm(text string) bool {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if _, err := time.Parse(layout, text); err == nil && !strings.Contains(text, ",") {
			return true
		}
	}
	return false
}

// repairIndexDate lets the date of a sitemap in an index follow the dates in that sitemap (rule I6).
func (r *run) repairIndexDate(f *repaired, i int, child *repaired) {
	e := &f.src.Entries[i]
	if e.LastMod == "" || child.src.Format != sitemap.URLSet {
		return
	}
	var newest webpage.Date
	built := false
	for k := range child.entries {
		m := &child.entries[k]
		built = built || m.stamped
		if !m.removed && m.date.Time.After(newest.Time) {
			newest = m.date
		}
	}
	t, dayOnly, err := sitemap.ParseLastMod(e.LastMod)
	x := Repair{Reason: "build-date", Rule: "M2", Why: "it is the time of the build"}
	last := newest.Time.Truncate(time.Second)
	if dayOnly {
		last = last.Truncate(24 * time.Hour)
	}
	switch {
	case built:
	case err != nil || t.Unix() < 24*60*60:
		x = Repair{Reason: "invalid-date", Rule: "M1", Why: "it is not a date from 1970-01-02 to the year 9999"}
	case r.past(webpage.Date{Time: t}).Time.IsZero():
		x = Repair{Reason: "future-date", Rule: "M3", Why: "it is in the future"}
	case last.After(t):
		x = Repair{Reason: "old-date", Rule: "I6", Why: "it is older than the newest date in the sitemap"}
	default:
		return
	}
	r.setDate(f, i, newest, x)
}
