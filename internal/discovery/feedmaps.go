package discovery

import (
	"time"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/sitemap"
)

// updateFeeds are the feeds of changes of a host that crawlers can read as sitemaps (rule F1), and when each
// last changed.
func (x *hostEmission) updateFeeds() []sitemap.IndexEntry {
	var out []sitemap.IndexEntry
	for _, e := range x.h.editions {
		for i := range e.feeds {
			f := &e.feeds[i]
			if !f.updates || f.format == feeds.JSON {
				continue
			}
			list := x.l.feedReader().changes(f.set)
			if len(list) == 0 {
				continue
			}
			var last time.Time
			for i := range list {
				last = feeds.Newest(last, list[i].newest())
			}
			out = append(out, sitemap.IndexEntry{Loc: x.l.absolute(f.page, f.url), LastMod: last})
		}
	}
	return out
}

// updatesInIndex are the feeds of changes for the sitemap index (rule I9), where that is asked for.
func (x *hostEmission) updatesInIndex() []sitemap.IndexEntry {
	if !x.l.Site.Config.Discovery.Feeds.Updates.Sitemap {
		return nil
	}
	return x.updateFeeds()
}

// withUpdates adds the feeds of changes to the sitemaps that robots.txt names, where that is asked for. Without
// a sitemap there are none: a feed is never the only one (rule F4).
func (x *hostEmission) withUpdates(roots []string) []string {
	if !x.l.Site.Config.Discovery.Feeds.Updates.Robots || len(roots) == 0 {
		return roots
	}
	for _, u := range x.updateFeeds() {
		roots = append(roots, u.Loc)
	}
	return roots
}

// itemID is the id that the ledger is to know of a page: that of its front matter, else its address. Lists are
// no items of feeds, but for terms, which are those of taxonomies.
func (rm reminder) itemID(p *site.Page) (id string, given bool) {
	if p.Kind != site.Regular && p.Kind != site.Term {
		return "", false
	}
	if id, given = GivenID(p); given {
		return id, true
	}
	return rm.address(p), false
}
