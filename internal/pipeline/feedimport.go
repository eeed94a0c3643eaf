package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
)

// FeedImport says what an import took over from the feeds of another generator.
type FeedImport struct {
	Ledger  string         `json:"ledger"` // file that was written, or would be, relative to the project
	Items   int            `json:"items"`  // in all feeds
	Matched []ImportedItem `json:"matched"`
	Unknown []ImportedItem `json:"unknown"` // no page has their address; their ids are remembered for one that takes it up
	Missing []ImportedItem `json:"missing"` // pages without an item, not older than the oldest item
	Older   int            `json:"older"`   // pages that are older than all items
	Hosts   []string       `json:"hosts"`   // hosts whose addresses were matched by path alone
	Changed bool           `json:"changed"` // the ledger is another one now
}

// ImportedItem is an item of an old feed, or a page that has none.
type ImportedItem struct {
	Feed      string    `json:"feed,omitempty"` // file; "" for a page without an item
	URL       string    `json:"url"`            // as the old feed has it; of a page its address
	ID        string    `json:"id,omitempty"`
	Title     string    `json:"title"`
	Published time.Time `json:"published,omitzero"`
	File      string    `json:"file,omitempty"` // content file of its page; "" when there is none
	Page      string    `json:"page,omitempty"` // address of the page, "" when there is none
	// Kept is the id that the page keeps: that of its front matter, or one that the ledger knows from elsewhere;
	// "" when the id is taken over.
	Kept string `json:"kept,omitempty"`
}

// ImportFeeds takes over ids and dates of feeds of another generator into the ledger, by the addresses of the
// items (rule B4 of docs/discovery-rules.md). Nothing is rendered, and with dryRun nothing is written.
func (b *Builder) ImportFeeds(ctx context.Context, files []string, dryRun bool) (*FeedImport, Diagnostics, error) {
	r := &build{project: project{o: b.o}}
	defer r.discard()
	all := stages()
	end := slices.IndexFunc(all, func(s stage) bool { return s.name == "declare" })
	if err := r.through(ctx, all[:end+1]); err != nil {
		return nil, r.res.Diagnostics, err
	}
	if !r.keepsLedger() {
		return nil, r.res.Diagnostics, fmt.Errorf("the environment %q keeps no ledger: import for production", r.cfg.Environment)
	}
	if _, err := os.ReadFile(r.ledgerFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, r.res.Diagnostics, fmt.Errorf("read the ledger: %w", err) // writing it would lose what it holds
	}
	found, err := r.readLedger(ctx)
	r.res.Diagnostics = append(r.res.Diagnostics, found.Warnings()...)
	if err != nil {
		return nil, r.res.Diagnostics, err
	}
	old, found := readFeeds(files)
	r.res.Diagnostics = append(r.res.Diagnostics, found.Warnings()...)
	if err := found.Err(); err != nil {
		return nil, r.res.Diagnostics, err
	}
	out := r.adopt(old)
	if dryRun {
		return out, r.res.Diagnostics, nil
	}
	if found := r.writeLedger(); len(found) > 0 {
		found[0].Severity = diag.Error
		return nil, r.res.Diagnostics, found.Err()
	}
	return out, r.res.Diagnostics, nil
}

// readFeeds reads the files; one that is no feed, or has no item, is a problem.
func readFeeds(files []string) ([]discovery.OldFeed, diag.List) {
	var out []discovery.OldFeed
	var found diag.List
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			found = append(found, &diag.Diagnostic{Rule: "feed-import", Message: err.Error()})
			continue
		}
		p, err := feeds.Read(bytes.NewReader(data), feeds.ReadOptions{})
		if err != nil {
			found = append(found, &diag.Diagnostic{Rule: "feed-import", File: file, Message: "it cannot be read as a feed: " + err.Error()})
			continue
		}
		if len(p.Items) == 0 {
			found = append(found, &diag.Diagnostic{Rule: "feed-import", File: file, Severity: diag.Warning, Message: "the feed has no items"})
		}
		out = append(out, discovery.OldFeed{File: file, Parsed: p})
	}
	return out, found
}

// adopt changes the ledger in memory and tells what it did.
func (b *build) adopt(old []discovery.OldFeed) *FeedImport {
	a := b.listing.Adopt(old)
	next, refused := b.ledger.Import(b.o.Clock, a.Known)
	none := []ImportedItem{}
	out := &FeedImport{Matched: none, Unknown: none, Missing: none, Ledger: b.rel(b.ledgerFile()), Hosts: append([]string{}, a.Hosts...), Older: a.Older}
	out.Changed = !bytes.Equal(next.Text(), b.ledger.Text())
	b.next = next
	kept := map[string]string{}
	for _, e := range refused {
		kept[e.URL] = e.ID
	}
	for _, f := range old {
		out.Items += len(f.Items)
	}
	for _, m := range a.Matched {
		i := imported(m.OldItem, m.Page)
		i.Kept = kept[b.listing.LedgerKey(m.Page)]
		if m.Own {
			i.Kept, _ = m.Page.Params["id"].(string)
		}
		out.Matched = append(out.Matched, i)
	}
	for _, o := range a.Unknown {
		out.Unknown = append(out.Unknown, imported(o, nil))
	}
	for _, p := range a.Missing {
		out.Missing = append(out.Missing, imported(discovery.OldItem{URL: b.listing.Canonical(p), Title: p.Title}, p))
	}
	return out
}

func imported(o discovery.OldItem, p *site.Page) ImportedItem {
	i := ImportedItem{Feed: o.File, URL: o.URL, ID: o.ID, Title: o.Title, Published: o.Published}
	if p != nil {
		i.Page = p.URL.Abs()
		if p.Doc != nil {
			i.File = p.Doc.File
		}
	}
	return i
}
