package discovery

import (
	"time"

	"github.com/sitegen/sitegen/content/site"
)

// Explanation says for one page what machines see of it, and why.
type Explanation struct {
	URL       string // absolute, "" without a base URL
	InSitemap bool
	InFeeds   bool
	Rule, Why string // what keeps it out; "" when nothing does

	LastMod     time.Time // zero when the sitemap says none
	LastModFrom string    // where the date came from: "lastmod", ":git", …
	LastModOut  string    // why a date that is there is left out

	Alternates []Alternate
	Feeds      []string // files of the feeds that list it
}

// Explain tells about p.
func (l *Listing) Explain(p *site.Page) Explanation {
	e := l.edition(p)
	x := Explanation{InSitemap: l.Listed(p), InFeeds: l.InFeeds(p), Alternates: l.Alternates(p)}
	for _, ex := range l.Unlisted {
		if ex.Page == p {
			x.Rule, x.Why = ex.Rule, ex.Why
		}
	}
	switch {
	case p.Owner != nil:
		x.Rule, x.Why = "", "it is a resource of the bundle "+p.Owner.Path
	case !e.known:
		x.InSitemap, x.InFeeds, x.Rule, x.Why = false, false, "L10", "the site has no absolute base URL"
		return x
	case e.Language.DisableKinds["sitemap"] && x.InSitemap:
		x.InSitemap, x.Rule, x.Why = false, "disableKinds", "the configuration disables sitemaps"
	}
	if !p.URL.IsZero() {
		x.URL = l.address(p)
	}
	if t, from := l.LastMod(p); x.InSitemap && !t.IsZero() {
		if now := l.Site.Now; !now.IsZero() && t.After(now) {
			x.LastModOut = "it lies in the future (rule M3)"
		} else {
			x.LastMod, x.LastModFrom = t, from
		}
	}
	if x.InFeeds {
		for i := range e.feeds {
			if pages, _ := l.choose(&e.feeds[i]); contains(pages, p) {
				x.Feeds = append(x.Feeds, e.feeds[i].file)
			}
		}
	}
	return x
}

func contains(pages []*site.Page, p *site.Page) bool {
	for _, q := range pages {
		if q == p {
			return true
		}
	}
	return false
}
