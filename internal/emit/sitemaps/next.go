package sitemaps

import (
	"time"

	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/sitemap"
)

// Next returns the next moment after the site's clock at which what is emitted differs although nothing
// but the clock does; zero when there is none. told is the next one at which at least what is said of it
// may differ, never later.
//
// A date of a change that lies in the future counts from its moment on (rule M3), news leave their
// sitemap after two days (N5), videos when they expire (V6), and dates warn for an hour that they are those of a build
// (M2).
func Next(l *listing.Listing) (emitted, told time.Time) {
	now := l.Site.Now
	if now.IsZero() {
		return
	}
	emitted, told = l.Site.Until, l.Site.Until
	sooner := func(have *time.Time, t time.Time) {
		for _, t := range []time.Time{t, t.Add(1)} { // whether the moment itself still belongs to before or not
			if t.After(now) && (have.IsZero() || t.Before(*have)) {
				*have = t
			}
		}
	}
	for _, p := range l.Site.Pages {
		last, _ := l.LastMod(p) // heads show it of pages that nothing lists, too
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
		if isArticle(l, p) && !listing.Published(p).IsZero() {
			sooner(&emitted, listing.Published(p))
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
