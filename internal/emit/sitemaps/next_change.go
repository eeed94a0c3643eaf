package sitemaps

import (
	"time"

	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/sitemap"
)

// Next returns the next time after the site's clock at which the outputs change although nothing but the clock does;
// zero if there is none. told is the next time at which at least a message may change; it is never later.
//
// A future date counts from its moment on (rule M3), news leave their sitemap after two days (N5), videos expire (V6),
// and for an hour, dates that equal the time of a build cause a warning (M2).
func Next(l *listing.Listing) (emitted, told time.Time) {
	now := l.Site.Now
	if now.IsZero() {
		return
	}
	emitted, told = l.Site.Until, l.Site.Until
	sooner := func(have *time.Time, t time.Time) {
		for _, t := range []time.Time{t, t.Add(1)} { // the moment itself may count as before or after
			if t.After(now) && (have.IsZero() || t.Before(*have)) {
				*have = t
			}
		}
	}
	for _, p := range l.Site.Pages {
		last := l.LastMod(p).At // heads show the date of unlisted pages, too
		for _, t := range []time.Time{last, p.Dates.Lastmod} {
			if t.IsZero() {
				continue
			}
			sooner(&emitted, t)
			sooner(&told, t.Add(listing.JustBuilt))
		}
		if !l.InFeeds(p) {
			continue
		}
		sooner(&emitted, listing.Published(p))
		if isArticle(l, p) && !listing.Published(p).IsZero() {
			sooner(&emitted, listing.Published(p).Add(sitemap.NewsAge))
		}
		for _, t := range expiries(l, p) {
			sooner(&emitted, t)
		}
	}
	for _, u := range l.Site.Config.Discovery.URLs {
		sooner(&emitted, u.LastMod)
	}
	for _, f := range l.Files() {
		sooner(&emitted, f.Date)
	}
	if !emitted.IsZero() && (told.IsZero() || emitted.Before(told)) {
		told = emitted
	}
	return emitted, told
}
