package discovery

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/ledger"
)

// Adoption says what the feeds of another generator tell about the pages of a site.
type Adoption struct {
	Known   []ledger.Known // for the ledger, in the order of the items
	Matched []Match        // items with a page
	Unknown []OldItem      // items without one
	Missing []*site.Page   // dated pages of feeds, not older than the oldest item, that no item is about
	Older   int            // dated pages of feeds that are older than all items
	Hosts   []string       // other hosts than the site's: their addresses were matched by path alone
}

// OldItem is an item of a feed of another generator.
type OldItem struct {
	File, URL, ID, Title string
	Published, Updated   time.Time
}

// Match is an old item with its page.
type Match struct {
	OldItem
	Page *site.Page
	Own  bool // the front matter of the page says another id, which stands
}

// OldFeed is a feed of another generator, in the file of this name.
type OldFeed struct {
	File string
	*feeds.Parsed
}

// Adopt finds the page of each item by its address, and by its id where that is an address (rule B4). The path
// counts, not scheme and host, so that the site may have moved; ends such as "index.html", ".html" and "/" do not
// count; aliases of pages do, and a path below which the old site was served may have gone. Of an address that stands in several feeds the first counts, with dates of the
// others where it has none.
func (l *Listing) Adopt(old []OldFeed) Adoption {
	a := adopting{l: l, pages: l.pagesByPath(), seen: map[string]int{}, matched: map[*site.Page]bool{}, hosts: map[string]bool{}}
	for _, f := range old {
		a.feed(f)
		for i := range f.Items {
			a.item(f.File, f.Feed.Home, &f.Items[i])
		}
	}
	a.missing()
	slices.Sort(a.out.Hosts)
	return a.out
}

type adopting struct {
	l       *Listing
	pages   map[string][]*site.Page
	seen    map[string]int // index in out.Known by key
	matched map[*site.Page]bool
	hosts   map[string]bool
	oldest  time.Time
	out     Adoption
}

// feed takes over the id of an Atom feed at the address of one of ours.
func (a *adopting) feed(f OldFeed) {
	if f.Format != feeds.Atom || f.Feed.ID == "" {
		return
	}
	was := bare(cmp.Or(f.Feed.Self, f.Feed.ID))
	for i := range a.l.editions {
		for _, s := range a.l.editions[i].sets {
			for _, p := range s.feeds {
				if own := a.l.absolute(p.page, p.url); p.format == feeds.Atom && bare(own) == was {
					a.out.Known = append(a.out.Known, ledger.Known{URL: ledger.FilePrefix + p.file, ID: f.Feed.ID, Default: own, There: true})
					return
				}
			}
		}
	}
}

func (a *adopting) item(file, home string, i *feeds.Item) {
	o := OldItem{File: file, URL: i.URL, ID: cmp.Or(i.ID, i.URL), Title: i.Title, Published: i.Published, Updated: i.Updated}
	if o.Updated.Before(o.Published) || o.Updated.Equal(o.Published) {
		o.Updated = time.Time{}
	}
	if !o.Published.IsZero() && (a.oldest.IsZero() || o.Published.Before(a.oldest)) {
		a.oldest = o.Published
	}
	p := a.find(i.URL)
	if p == nil && i.ID != i.URL {
		p = a.find(i.ID)
	}
	if p == nil {
		p = a.below(home, i.URL)
	}
	k := ledger.Known{ID: o.ID, Seen: o.Published, Changed: o.Updated}
	if p == nil {
		if k.URL = a.key(i.URL); k.URL == "" {
			a.out.Unknown = append(a.out.Unknown, o)
			return
		}
	} else {
		a.host(p, i.URL)
		k.URL, k.Default, k.There = a.l.key(p, p.URL), a.l.address(p), a.l.InFeeds(p)
	}
	if n, twice := a.seen[k.URL]; twice {
		first := &a.out.Known[n]
		first.Seen, first.Changed = either(first.Seen, k.Seen), either(first.Changed, k.Changed)
		return
	}
	a.seen[k.URL] = len(a.out.Known)
	a.out.Known = append(a.out.Known, k)
	if p == nil {
		a.out.Unknown = append(a.out.Unknown, o)
		return
	}
	a.matched[p] = true
	given, own := givenID(p)
	a.out.Matched = append(a.out.Matched, Match{o, p, own && given != o.ID})
}

func either(a, b time.Time) time.Time {
	if a.IsZero() {
		return b
	}
	return a
}

// find returns the page of an address: of those with its path one on its host, else the first.
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

// below returns the page of an address without the path that the old site was served below.
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

// host notes a host that is not the page's.
func (a *adopting) host(p *site.Page, address string) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || strings.HasSuffix(p.Edition.Base.Origin(), "://"+u.Host) || a.hosts[u.Host] {
		return
	}
	a.hosts[u.Host] = true
	a.out.Hosts = append(a.out.Hosts, u.Host)
}

// key is the ledger's key of an address that no page has, "" for none.
func (a *adopting) key(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	path, first := cmp.Or(u.EscapedPath(), "/"), &a.l.editions[0]
	for i := range a.l.editions {
		if e := &a.l.editions[i]; e.host && e.Base.Origin() == u.Scheme+"://"+u.Host {
			first = e
		}
	}
	if rest, below := strings.CutPrefix(path, first.Base.Prefix()+"/"); below {
		path = "/" + rest
	}
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	if first.host {
		return first.Language.Lower + ":" + path
	}
	return path
}

// missing lists the pages that no item is about.
func (a *adopting) missing() {
	for _, p := range a.l.Site.Pages {
		at := published(p)
		if p.Kind != site.Regular || !a.l.InFeeds(p) || at.IsZero() || a.matched[p] {
			continue
		}
		if at.Before(a.oldest) {
			a.out.Older++
			continue
		}
		a.out.Missing = append(a.out.Missing, p)
	}
}

// pagesByPath finds the pages by the bare paths of their addresses, with and without the path that the site is
// served below, and of their aliases.
func (l *Listing) pagesByPath() map[string][]*site.Page {
	out := map[string][]*site.Page{}
	add := func(p *site.Page, address string) {
		if key := bare(address); !slices.Contains(out[key], p) {
			out[key] = append(out[key], p)
		}
	}
	var pages []*site.Page
	for _, p := range l.Site.Pages {
		if p.Kind == site.Regular && !p.URL.IsZero() && l.edition(p).known {
			pages = append(pages, p)
			add(p, p.URL.Abs())
		}
	}
	was := l.reminder().formerly()
	for _, p := range pages { // weaker than any address
		add(p, p.Edition.Base.Origin()+strings.TrimPrefix(l.key(p, p.URL), p.Edition.Language.Lower+":"))
		for _, key := range was[p] {
			add(p, l.unkey(key))
		}
	}
	return out
}

// bare is the path of an address in lower case, unescaped, and without what generators add to it or leave out:
// a slash at the end, index.html, .html. A query counts.
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

// LedgerKey is the key by which the ledger knows p.
func (l *Listing) LedgerKey(p *site.Page) string { return l.key(p, p.URL) }
