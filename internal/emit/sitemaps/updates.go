package sitemaps

import (
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/sitemap"
)

// updateFeeds returns the feeds of changes of a host that crawlers can read as sitemaps (rule F1), with the date of
// their last change. A feed with a page outside of its own folder is excluded (rule L5).
func (x *host) updateFeeds() (out []sitemap.IndexEntry, found diag.List) {
	for _, set := range x.l.Sets() {
		if !slices.Contains(x.h.Editions, set.List.Edition) {
			continue
		}
		for i := range set.Feeds {
			f := &set.Feeds[i]
			if !f.Updates || f.Format == feeds.JSON {
				continue
			}
			list := x.l.Contents(set).Changes()
			if len(list) == 0 {
				continue
			}
			loc := x.l.Absolute(f.List, f.URL)
			var last time.Time
			far := ""
			for i := range list {
				last = feeds.Newest(last, list[i].Newest())
				if a := x.l.Address(list[i].Page); far == "" && !strings.HasPrefix(a, loc[:strings.LastIndex(loc, "/")+1]) {
					far = a
				}
			}
			if far != "" && x.l.Site.Config.Discovery.Scope != "host" {
				found = append(found, &diag.Diagnostic{
					Rule: "L5", Severity: diag.Warning, Message: f.File +
						" is not listed as a sitemap: it contains a page outside its folder, " + far,
					Hint: `a feed at the root may have it: [feeds.names] atom = "/{set}.{language}.xml"; discovery.scope = "host" announces it all the same`,
				})
				continue
			}
			out = append(out, sitemap.IndexEntry{Loc: loc, LastMod: last})
		}
	}
	return out, found
}

// updatesInIndex returns the feeds of changes for the sitemap index (rule I9), if enabled.
func (x *host) updatesInIndex() []sitemap.IndexEntry {
	if !x.l.Site.Config.Discovery.Feeds.Updates.Sitemap {
		return nil
	}
	out, _ := x.updateFeeds()
	return out
}

// withUpdates adds the feeds of changes to the sitemaps in robots.txt, if enabled and there is a sitemap: a feed is
// never the only one (rule F4). It also reports feeds that cannot be announced there or in the index.
func (x *host) withUpdates(roots []string, r *emission.Emitted) []string {
	u := x.l.Site.Config.Discovery.Feeds.Updates
	if !u.Robots && !u.Sitemap || len(roots) == 0 {
		return roots
	}
	list, found := x.updateFeeds()
	if r.Found = append(r.Found, found...); !u.Robots {
		return roots
	}
	for _, u := range list {
		roots = append(roots, u.Loc)
	}
	return roots
}
