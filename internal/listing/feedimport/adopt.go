package feedimport

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
)

// adoption is how the items of another generator's feeds match the pages of a site.
type adoption struct {
	known   []ledger.Known // for the ledger, in the order of the items
	matched []match        // items with a page
	unknown []oldItem      // items without one
	missing []*site.Page   // dated pages in feeds, not older than the oldest item, that have no item
	older   int            // dated pages of feeds that are older than all items
	hosts   []string       // other hosts than the site's: their URLs were matched by path only
}

// oldItem is an item of a feed of another generator.
type oldItem struct {
	file, url, id, title string
	published, updated   time.Time
}

// match is an old item with its page.
type match struct {
	oldItem
	page *site.Page
	own  bool // the front matter of the page has another ID, which stays
}

// adopt finds the page of each item by its URL, or by its ID if that is a URL (rule B4). Only the path counts, not
// scheme and host, because the site may have moved. Endings such as "index.html", ".html" and "/" are ignored, aliases
// of pages match, too, and the new site may lack a path below which the old one was served. If several feeds have a
// URL, the first counts, with dates of the others where it has none.
func adopt(l *listing.Listing, old []Feed) adoption {
	a := adopting{
		l: l, pages: pagesByPath(l), seen: map[string]int{}, found: map[*site.Page]bool{},
		met: map[string]bool{},
	}
	for _, f := range old {
		a.feed(f)
		for i := range f.Items {
			a.item(f.File, f.Feed.Home, &f.Items[i])
		}
	}
	a.listMissing()
	slices.Sort(a.hosts)
	return a.adoption
}

type adopting struct {
	l      *listing.Listing
	pages  map[string][]*site.Page
	seen   map[string]int // index in known by key
	found  map[*site.Page]bool
	met    map[string]bool // hosts
	oldest time.Time
	adoption
}

// feed takes over the ID of an Atom feed that has the URL of one of ours.
func (a *adopting) feed(f Feed) {
	if f.Format != feeds.Atom || f.Feed.ID == "" {
		return
	}
	was := bare(cmp.Or(f.Feed.Self, f.Feed.ID))
	for _, own := range a.l.FeedFiles() {
		if own.Format == feeds.Atom && bare(own.URL) == was {
			a.known = append(a.known, ledger.Known{
				URL: ledger.FilePrefix + own.File, ID: f.Feed.ID, Default: own.URL,
				There: true,
			})
			return
		}
	}
}

func (a *adopting) item(file, home string, i *feeds.Item) {
	o := oldItem{
		file: file, url: i.URL, id: cmp.Or(i.ID, i.URL), title: i.Title, published: i.Published,
		updated: i.Updated,
	}
	if o.updated.Before(o.published) || o.updated.Equal(o.published) {
		o.updated = time.Time{}
	}
	if !o.published.IsZero() && (a.oldest.IsZero() || o.published.Before(a.oldest)) {
		a.oldest = o.published
	}
	p := a.find(i.URL)
	if p == nil && i.ID != i.URL {
		p = a.find(i.ID)
	}
	if p == nil {
		p = a.below(home, i.URL)
	}
	var k ledger.Known
	if p == nil {
		if k.URL = listing.KeyAt(a.l.Site, i.URL); k.URL == "" {
			a.unknown = append(a.unknown, o)
			return
		}
	} else {
		a.host(p, i.URL)
		k = ledger.Known{URL: listing.Key(p), Default: a.l.Permalink(p), There: a.l.InFeeds(p)}
	}
	k.ID, k.Seen, k.Changed = o.id, o.published, o.updated
	if n, twice := a.seen[k.URL]; twice {
		first := &a.known[n]
		first.Seen, first.Changed = either(first.Seen, k.Seen), either(first.Changed, k.Changed)
		return
	}
	a.seen[k.URL] = len(a.known)
	a.known = append(a.known, k)
	if p == nil {
		a.unknown = append(a.unknown, o)
		return
	}
	a.found[p] = true
	given, own := a.l.GivenID(p)
	a.matched = append(a.matched, match{o, p, own && given != o.id})
}

func either(a, b time.Time) time.Time {
	if a.IsZero() {
		return b
	}
	return a
}

// find returns the page at a URL: of the pages with its path one on its host, else the first.
func (a *adopting) find(address string) *site.Page {
	pages := a.pages[bare(address)]
	for _, p := range pages {
		if strings.HasPrefix(address, p.Edition.Base.Origin()+"/") {
			return p
		}
	}
	if len(pages) == 0 {
		return nil
	}
	return pages[0]
}

// below returns the page at a URL, leaving out the path below which the old site was served.
func (a *adopting) below(home, address string) *site.Page {
	h, err := url.Parse(home)
	if err != nil || strings.Trim(h.Path, "/") == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	rest, ok := strings.CutPrefix(u.Path, strings.TrimSuffix(h.Path, "/")+"/")
	if !ok {
		return nil
	}
	u.Path, u.RawPath = "/"+rest, ""
	return a.find(u.String())
}

// host records a host other than the page's.
func (a *adopting) host(p *site.Page, address string) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || strings.HasSuffix(p.Edition.Base.Origin(), "://"+u.Host) || a.met[u.Host] {
		return
	}
	a.met[u.Host] = true
	a.hosts = append(a.hosts, u.Host)
}

// listMissing lists the pages that have no item.
func (a *adopting) listMissing() {
	for _, p := range a.l.Site.Pages {
		at := listing.Published(p)
		if p.Kind != site.Regular || !a.l.InFeeds(p) || at.IsZero() || a.found[p] {
			continue
		}
		if at.Before(a.oldest) {
			a.older++
			continue
		}
		a.missing = append(a.missing, p)
	}
}

// pagesByPath finds the pages by the bare paths of their URLs, with and without the path below which the site is
// served, and by those of their aliases.
func pagesByPath(l *listing.Listing) map[string][]*site.Page {
	out := map[string][]*site.Page{}
	add := func(p *site.Page, address string) {
		if key := bare(address); !slices.Contains(out[key], p) {
			out[key] = append(out[key], p)
		}
	}
	var pages []*site.Page
	for _, p := range l.Site.Pages {
		if p.Kind == site.Regular && l.Canonical(p) != "" {
			pages = append(pages, p)
			add(p, p.URL.Abs())
		}
	}
	was := listing.Formerly(l.Site)
	for _, p := range pages { // a URL takes precedence
		add(p, p.Edition.Base.Origin()+strings.TrimPrefix(listing.Key(p), p.Edition.Language.Lower+":"))
		for _, address := range was[p] {
			add(p, address)
		}
	}
	return out
}

// bare returns the path of a URL in lower case, unescaped, and without the parts that only some generators write: a
// slash at the end, index.html, .html. A query counts.
func bare(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	p := u.Path
	if base := path.Base(p); strings.HasPrefix(base, "index.") {
		p = strings.TrimSuffix(p, base)
	}
	p = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(p, "/"), ".html"), ".htm"), ".php")
	p = strings.ToLower(p) + "/"
	if u.RawQuery != "" {
		p += "?" + u.RawQuery
	}
	return p
}
