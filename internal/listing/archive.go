package listing

import (
	"slices"
	"strconv"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/listing/naming"
	"github.com/sitegen/sitegen/internal/site"
)

// archived reports whether a feed has archive documents. Hugo's own feeds have not.
func (f *plan) archived() bool { return f.Archive > 0 && !f.hugo && !f.updates }

// planArchive spreads the dated pages of a set over the documents of its archive, which are the same in all
// formats; nil when it has none. Where a page stood before is known by the ledger, so that closed documents
// stay as they are whatever comes, goes or is dated anew (rule P3).
func (fr feedReader) planArchive(s *set) ([]feeds.Document, []entry) {
	if !slices.ContainsFunc(s.feeds, func(f plan) bool { return f.archived() }) {
		return nil, nil
	}
	var entries []entry
	var items []feeds.Dated
	for _, p := range s.members() {
		if !fr.Listed(p) || fr.pageFeeds[p.ID].off || feedDate(p).IsZero() {
			continue
		}
		e := fr.entry(p)
		known, _ := fr.remembered(p)
		entries = append(entries, e)
		items = append(items, feeds.Dated{ID: e.id, Date: e.first, Document: known.Archive(s.key)})
	}
	return feeds.PlanArchive(items, feeds.ArchiveOptions{
		Size: s.Archive, Recent: s.Limit, Last: fr.memory.lastArchive[s.key], Forward: s.Forward,
	}), entries
}

// archiveIssues are the documents of an archived feed. RSS and JSON Feed have the newest pages without a date
// in the document to subscribe to; there is no other place for them.
func (fr feedReader) archiveIssues(f *plan, archive []feeds.Document, dated []entry) []issue {
	place := func(number int) (file string, url site.URL) {
		if number == 0 {
			return f.file, f.url
		}
		n := strconv.Itoa(number)
		return naming.Beside(f.file, n), f.url.Base().At(naming.Beside(f.url.Path(), n))
	}
	var out []issue
	for _, doc := range archive {
		d := issue{plan: f, number: doc.Number}
		d.file, d.url = place(doc.Number)
		d.paging = doc.Paging(func(number int) string {
			_, url := place(number)
			return fr.absolute(f.page, url)
		})
		for _, i := range doc.Items {
			d.entries = append(d.entries, dated[i])
		}
		if doc.Number == 0 {
			fr.addUndated(&d)
		}
		out = append(out, d)
	}
	return out
}

func (fr feedReader) addUndated(d *issue) {
	for _, p := range d.members() {
		switch {
		case !fr.allows(d.plan, p) || !feedDate(p).IsZero():
		case d.format == feeds.Atom:
			d.left++
		case d.Limit == 0 || len(d.entries) < d.Limit:
			d.entries = append(d.entries, fr.entry(p))
		}
	}
}

// archivedItem is a page that stands in an archive document, by its key in the ledger.
type archivedItem struct {
	key string
	ledger.Archive
}

// archivedItems returns what the ledger is to remember: where each page of a set stands.
func (fr feedReader) archivedItems(s *set, which []*plan, archive []feeds.Document, dated []entry) []archivedItem {
	if !slices.ContainsFunc(which, func(f *plan) bool { return f.archived() }) {
		return nil
	}
	var out []archivedItem
	for _, doc := range archive {
		for _, i := range doc.Items {
			if p := dated[i].page; doc.Number > 0 {
				out = append(out, archivedItem{fr.key(p, p.URL), ledger.Archive{Feed: s.key, Number: doc.Number}})
			}
		}
	}
	return out
}

// withArchives puts what emissions archived into the ledger, beside what it knows of other feeds.
func (rm reminder) withArchives(next *ledger.Ledger, emitted []Emitted) *ledger.Ledger {
	at := map[string][]ledger.Archive{}
	for _, e := range emitted {
		for _, a := range e.archived {
			list, there := at[a.key]
			if !there {
				known, _ := next.Find(a.key)
				list = slices.Clone(known.Archives)
			}
			i := slices.IndexFunc(list, func(b ledger.Archive) bool { return b.Feed == a.Feed })
			if i < 0 {
				list = append(list, a.Archive)
			} else {
				list[i] = a.Archive
			}
			at[a.key] = list
		}
	}
	return next.WithArchives(at)
}

// feedID is the permanent id of an Atom feed.
type feedID struct{ file, id string }

// feedID returns the id of a feed: its address at first sight, which the ledger keeps when the site moves
// (rule A5). All documents of an archive have that of the one to subscribe to.
func (fr feedReader) feedID(f *plan) string {
	known, _ := fr.memory.old.Find(ledger.FilePrefix + f.file)
	return ledger.KeptID(known.ID, fr.absolute(f.page, f.url))
}
