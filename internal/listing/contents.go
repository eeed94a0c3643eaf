package listing

import (
	"slices"
	"strconv"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
)

// Contents has the entries of the feeds of a set.
type Contents struct {
	l       *Listing
	set     *FeedSet
	planned bool             // archive is known
	archive []feeds.Document // of all formats
	dated   []Entry          // which archive names by number
}

// Contents returns the contents of the feeds of a set.
func (l *Listing) Contents(s *FeedSet) *Contents { return &Contents{l: l, set: s} }

// planArchive spreads the dated pages of the set over the documents of its archive, which are the same in all formats.
// The ledger knows the document that a page was in before, so closed documents stay as they are if pages come, go, or
// get other dates (rule P3).
func (c *Contents) planArchive() {
	if c.planned {
		return
	}
	c.planned = true
	var items []feeds.Dated
	for _, p := range c.set.Members() {
		if !c.l.Listed(p) || c.l.OutOfFeeds(p) || FeedDate(p).IsZero() || ahead(c.l.Site, FeedDate(p)) {
			continue
		}
		e := c.l.entry(p)
		known := c.l.Remembered(p)
		c.dated = append(c.dated, e)
		items = append(items, feeds.Dated{ID: e.ID, Date: e.First, Document: known.Archive(c.set.Key)})
	}
	c.archive = feeds.PlanArchive(items, feeds.ArchiveOptions{
		Size: c.set.Archive, Recent: c.set.Limit, Last: c.LastArchive(), Forward: c.set.Forward,
	})
}

// LastArchive returns the highest number that an archive document of a set had in earlier builds.
func (c *Contents) LastArchive() int { return c.l.memory.lastArchive[c.set.Key] }

// Content returns how much of p a feed of the set includes: as the set says, or less if the page says so.
func (c *Contents) Content(p *site.Page) string {
	own, there := c.l.pageFeeds[p.ID]
	if !there {
		return c.set.Content
	}
	order := []string{"none", "summary", "full"}
	said := map[string]any{"content": own.values["content"]}
	word := config.FeedSet{Content: "full"}.With(said, func(string, string, string) {}).Content
	return order[min(slices.Index(order, word), slices.Index(order, c.set.Content))]
}

// Issue is one document of a feed: the one to subscribe to, or an archive document.
type Issue struct {
	*Feed
	Number  int // of the archive document; 0: the document to subscribe to
	File    string
	URL     site.URL
	Entries []Entry
	Paging  feeds.Paging
	Full    map[*site.Page]bool // nil: all include as much as the set says
	Left    []*site.Page        // pages that Atom can't have, although others of their section have a date
}

// Issues returns the documents of a feed, the one to subscribe to first. A feed of changes without entries has none.
func (c *Contents) Issues(f *Feed) []Issue {
	first := Issue{Feed: f, File: f.File, URL: f.URL}
	switch {
	case f.Updates:
		if first.Entries = c.Changes(); len(first.Entries) == 0 {
			return nil
		}
	case f.archived():
		return c.archived(f)
	default:
		first.Entries, first.Left = c.pick(f)
		if f.Target.Format != nil {
			first.Full = newest(first.Entries, c.l.Site.Config.Discovery.Feeds.FullContent)
		}
	}
	return []Issue{first}
}

// Pages returns the pages in all documents of a feed.
func (c *Contents) Pages(f *Feed) (pages []*site.Page) {
	for _, d := range c.Issues(f) {
		for _, e := range d.Entries {
			pages = append(pages, e.Page)
		}
	}
	return pages
}

// Allows reports whether a feed may include p: Hugo's own feeds have the pages that Hugo chooses, the others those that
// the sitemap lists, once the date that they show has come (rule M3).
func (c *Contents) Allows(f *Feed, p *site.Page) bool {
	if c.l.OutOfFeeds(p) {
		return false
	}
	if f.hugo {
		return c.l.InFeeds(p)
	}
	return c.l.Listed(p) && !ahead(c.l.Site, Published(p))
}

// anyDated reports whether a set has a page that may be listed and has a date.
func (s *FeedSet) anyDated(l *Listing) bool {
	return slices.ContainsFunc(s.Members(), func(p *site.Page) bool {
		return l.Listed(p) && !FeedDate(p).IsZero() && !ahead(l.Site, FeedDate(p))
	})
}

// pick returns the entries of a feed in its order. Hugo's own feeds have Hugo's pages, order and limit. The others have
// the newest first, and pages without a date last; Atom can't have these (rule A1). left are the pages whose author
// may have forgotten the date, because other pages of the section have one.
func (c *Contents) pick(f *Feed) (entries []Entry, left []*site.Page) {
	var pages, undated []*site.Page
	dated := map[*site.Page]bool{} // sections
	for _, p := range f.Members() {
		if !c.Allows(f, p) {
			continue
		}
		if f.Format == feeds.Atom && FeedDate(p).IsZero() {
			undated = append(undated, p)
			continue
		}
		dated[p.Parent] = true
		pages = append(pages, p)
	}
	for _, p := range undated {
		if dated[p.Parent] {
			left = append(left, p)
		}
	}
	if !f.hugo {
		byDate(pages)
	}
	if limit := c.MostItems(f); limit > 0 && len(pages) > limit {
		pages = pages[:limit]
	}
	for _, p := range pages {
		e := c.l.entry(p)
		if f.hugo {
			e.First = p.Dates.PublishDate // and nothing else (rule B2)
		}
		entries = append(entries, e)
	}
	return entries, left
}

// newest marks the pages of the newest entries, n of them.
func newest(entries []Entry, n int) map[*site.Page]bool {
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b Entry) int { return b.First.Compare(a.First) })
	full := make(map[*site.Page]bool, len(sorted))
	for _, e := range sorted[:min(len(sorted), max(0, n))] {
		full[e.Page] = true
	}
	return full
}

// byDate sorts the newest pages first, and pages without a date last; pages of the same date stay in list order, which
// is total.
func byDate(pages []*site.Page) {
	slices.SortStableFunc(pages, func(a, b *site.Page) int { return Published(b).Compare(Published(a)) })
}

// MostItems returns how many items a feed has, 0 for all. Hugo's limit applies to RSS feeds that outputs ask for.
func (c *Contents) MostItems(f *Feed) int {
	limit := f.edition.Language.RSSLimit
	if f.Target.Format != nil && (f.hugo || limit >= 0 || c.l.Site.Config.Origin["services.rss.limit"] != "") {
		return max(0, limit)
	}
	return f.Limit
}

// Changes returns the entries of a feed of changes, the last change first (rule F2): pages that changed or were added
// within some days of the newest change. These days cover the gap between two visits of a crawler (F1). They end at a
// change and not at the build, so the passing of time alone changes nothing.
func (c *Contents) Changes() []Entry {
	w := c.l.Site.Config.Discovery.Feeds.Updates
	members := c.set.Members()
	list := make([]Entry, 0, len(members))
	for _, p := range members {
		if !c.l.Listed(p) || c.l.OutOfFeeds(p) {
			continue
		}
		e := c.l.dated(p)
		e.seen = c.l.Remembered(p).Added
		if !e.Newest().IsZero() {
			list = append(list, e)
		}
	}
	list = lastChanged(list, w.Least, w.Days)
	n := len(list)
	if w.Most > 0 {
		n = min(n, w.Most)
	}
	list = slices.Clip(list[:n])
	for i := range list {
		list[i].ID = feedItemID(c.l, list[i].Page)
	}
	return list
}

// archived reports whether a feed has archive documents. Hugo's own feeds have none.
func (f *Feed) archived() bool { return f.Archive > 0 && !f.hugo && !f.Updates }

// archived returns the documents of an archived feed. RSS and JSON Feed have the newest pages without a date in the
// document to subscribe to, because archive documents are only for dated pages.
func (c *Contents) archived(f *Feed) []Issue {
	place := func(number int) (file string, url site.URL) {
		if number == 0 {
			return f.File, f.URL
		}
		n := strconv.Itoa(number)
		return Beside(f.File, n), f.URL.Base().At(Beside(f.URL.Path(), n))
	}
	c.planArchive()
	var out []Issue
	for _, doc := range c.archive {
		d := Issue{Feed: f, Number: doc.Number}
		d.File, d.URL = place(doc.Number)
		d.Paging = doc.Paging(func(number int) string {
			_, url := place(number)
			return c.l.Absolute(f.List, url)
		})
		for _, i := range doc.Items {
			d.Entries = append(d.Entries, c.dated[i])
		}
		if doc.Number == 0 {
			c.addUndated(&d)
		}
		out = append(out, d)
	}
	return out
}

func (c *Contents) addUndated(d *Issue) {
	for _, p := range d.Members() {
		switch {
		case !c.Allows(d.Feed, p) || !FeedDate(p).IsZero():
		case d.Format == feeds.Atom:
			d.Left = append(d.Left, p)
		case d.Limit == 0 || len(d.Entries) < d.Limit:
			d.Entries = append(d.Entries, c.l.entry(p))
		}
	}
}

// Archived is a page in an archive document, by its key in the ledger.
type Archived struct {
	Key string
	ledger.Archive
}

// Archived returns the places of pages in archive documents of some feeds of the set, for the ledger.
func (c *Contents) Archived(which []*Feed) []Archived {
	if !slices.ContainsFunc(which, (*Feed).archived) {
		return nil
	}
	c.planArchive()
	var out []Archived
	for _, doc := range c.archive {
		for _, i := range doc.Items {
			if p := c.dated[i].Page; doc.Number > 0 {
				out = append(out, Archived{key(p.Edition, p.URL), ledger.Archive{Feed: c.set.Key, Number: doc.Number}})
			}
		}
	}
	return out
}

// withArchives returns the ledger with new archive places, which do not replace those of other feeds.
func withArchives(next *ledger.Ledger, archived []Archived) *ledger.Ledger {
	at := map[string][]ledger.Archive{}
	for _, a := range archived {
		list, there := at[a.Key]
		if !there {
			known, _ := next.Find(a.Key)
			list = slices.Clone(known.Archives)
		}
		i := slices.IndexFunc(list, func(b ledger.Archive) bool { return b.Feed == a.Feed })
		if i < 0 {
			list = append(list, a.Archive)
		} else {
			list[i] = a.Archive
		}
		at[a.Key] = list
	}
	return next.WithArchives(at)
}

// FeedID returns the ID of a feed: its URL when it was first seen, which the ledger keeps when the site moves (rule
// A5). All documents of an archive have the ID of the document to subscribe to.
func (l *Listing) FeedID(f *Feed) string {
	known, _ := l.FileBefore(f.File)
	return ledger.KeptID(known.ID, l.Absolute(f.List, f.URL))
}
