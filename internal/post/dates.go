package post

import (
	"fmt"
	"time"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/webpage"
)

// Sources of dates that no page says itself.
const (
	fromLedger = "ledger"
	fromGit    = "git"
)

// lastMod returns when a page last changed, and who says so: the page itself, the front matter of its source, git,
// or a change that an earlier run saw. Nobody else is asked: neither the times of files nor the clock (rule M2).
func (r *run) lastMod(i int32) webpage.Date {
	for _, d := range r.candidates(i) {
		if !d.Time.IsZero() {
			return d
		}
	}
	return webpage.Date{}
}

// candidates are the dates of all who are asked, in the order in which they count.
func (r *run) candidates(i int32) []webpage.Date {
	p := &r.pages.Pages[i]
	list := []webpage.Date{p.Modified}
	if s := r.sources.of(i); s != nil {
		list = append(list, r.past(s.modified), r.past(s.git))
	}
	if e, ok := r.known.Find(r.key(p.URL)); ok && !e.Changed.IsZero() {
		list = append(list, webpage.Date{Time: e.Changed, From: fromLedger})
	}
	return list
}

// past drops a date that lies in the future (rule M3).
func (r *run) past(d webpage.Date) webpage.Date {
	if !r.o.Now.IsZero() && d.Time.After(r.o.Now) {
		return webpage.Date{}
	}
	return d
}

// How many dates it takes before their being equal means anything, and how near to the run a date must be to come
// from the build before it.
const (
	fewDates  = 10
	justBuilt = time.Hour
)

// checkDates warns about dates that crawlers learn not to trust (rule M2): when more than half of the pages have one
// and the same, or when they are those of the build.
func (r *run) checkDates() {
	times := map[int64]int{}
	n, fresh, most := 0, 0, -1
	newest := -1
	for i, d := range r.dates {
		if d.Time.IsZero() || d.From == fromLedger || d.From == fromGit {
			continue
		}
		n++
		if times[d.Time.Unix()]++; most < 0 || times[d.Time.Unix()] > times[r.dates[most].Time.Unix()] {
			most = i
		}
		if age := r.o.Now.Sub(d.Time); !r.o.Now.IsZero() && age >= 0 && age < justBuilt {
			fresh++
			newest = i
		}
	}
	warn := func(i int, message string) {
		r.report.Say(&diag.Diagnostic{
			Rule: "M2", Severity: diag.Warning, File: r.pages.Pages[i].Path, Message: message,
			Hint: "have the generator write the date of the last change of each page, or none",
		})
	}
	switch {
	case n < fewDates:
	case fresh*2 > n:
		warn(newest, fmt.Sprintf("%d of %d pages say that they changed within the hour before this run (%s, as this page does): crawlers ignore such dates", fresh, n, r.dates[newest].From))
	case times[r.dates[most].Time.Unix()]*2 > n:
		warn(most, fmt.Sprintf("%d of %d pages have the same date of their last change, %s (%s, as this page does): crawlers ignore dates that do not tell pages apart",
			times[r.dates[most].Time.Unix()], n, r.dates[most].Time.Format(time.RFC3339), r.dates[most].From))
	}
}
