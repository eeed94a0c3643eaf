// Package feedimport takes over the IDs and dates of another generator's feeds, so readers see nothing twice after a
// site moves to sitegen.
package feedimport

import (
	"bytes"
	"os"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
)

// Result reports what an import took over from the feeds of another generator.
type Result struct {
	Ledger  string   `json:"ledger"` // file that was written, or would be, relative to the project
	Items   int      `json:"items"`  // in all feeds
	Matched []Item   `json:"matched"`
	Unknown []Item   `json:"unknown"` // no page has their URL; their IDs are kept for a page that gets it
	Missing []Item   `json:"missing"` // pages without an item, not older than the oldest item
	Older   int      `json:"older"`   // pages that are older than all items
	Hosts   []string `json:"hosts"`   // hosts whose URLs were matched by path only
	Changed bool     `json:"changed"` // the ledger changed
}

// Item is an item of an old feed, or a page that has none.
type Item struct {
	Feed      string    `json:"feed,omitempty"` // file; "" for a page without an item
	URL       string    `json:"url"`            // as in the old feed; for a page, its URL
	ID        string    `json:"id,omitempty"`
	Title     string    `json:"title"`
	Published time.Time `json:"published,omitzero"`
	File      string    `json:"file,omitempty"` // content file of its page; "" if there is none
	Page      string    `json:"page,omitempty"` // URL of the page; "" if there is none
	// Kept is the ID that the page keeps: that of its front matter, or another one in the ledger; "" if the ID is taken
	// over.
	Kept string `json:"kept,omitempty"`
}

// Feed is a feed of another generator, with the name of its file.
type Feed struct {
	File string
	*feeds.Parsed
}

// Read reads the files. A file that is not a feed, or that has no item, is a problem.
func Read(files []string) ([]Feed, diag.List) {
	var out []Feed
	var found diag.List
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			found = append(found, &diag.Diagnostic{Rule: "feed-import", Message: err.Error()})
			continue
		}
		p, err := feeds.Read(bytes.NewReader(data), feeds.ReadOptions{})
		if err != nil {
			found = append(found, &diag.Diagnostic{Rule: "feed-import", File: file, Message: "it cannot be read as a feed: " +
				err.Error()})
			continue
		}
		if len(p.Items) == 0 {
			found = append(found, &diag.Diagnostic{
				Rule: "feed-import", File: file, Severity: diag.Warning,
				Message: "the feed has no items",
			})
		}
		out = append(out, Feed{File: file, Parsed: p})
	}
	return out, found
}

// Import returns the ledger with the IDs and dates that the feeds have for pages of l, and reports what it took over.
// now is the time of the import. The caller sets Result.Ledger.
func Import(l *listing.Listing, from *ledger.Ledger, old []Feed, now time.Time) (*ledger.Ledger, *Result) {
	a := adopt(l, old)
	next, refused := from.Import(now, a.known)
	none := []Item{}
	out := &Result{Matched: none, Unknown: none, Missing: none, Hosts: append([]string{}, a.hosts...), Older: a.older}
	out.Changed = !bytes.Equal(next.Text(), from.Text())
	kept := map[string]string{}
	for _, e := range refused {
		kept[e.URL] = e.ID
	}
	for _, f := range old {
		out.Items += len(f.Items)
	}
	for _, m := range a.matched {
		i := imported(m.oldItem, m.page)
		i.Kept = kept[listing.Key(m.page)]
		if m.own {
			i.Kept, _ = m.page.Params["id"].(string)
		}
		out.Matched = append(out.Matched, i)
	}
	for _, o := range a.unknown {
		out.Unknown = append(out.Unknown, imported(o, nil))
	}
	for _, p := range a.missing {
		out.Missing = append(out.Missing, imported(oldItem{url: l.Canonical(p), title: p.Title}, p))
	}
	return next, out
}

func imported(o oldItem, p *site.Page) Item {
	i := Item{Feed: o.file, URL: o.url, ID: o.id, Title: o.title, Published: o.published}
	if p != nil {
		i.Page = p.URL.Abs()
		if p.Doc != nil {
			i.File = p.Doc.File
		}
	}
	return i
}
