package post

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/ledger"
	"github.com/sitegen/sitegen/internal/webpage"
)

// remember compares what the pages hold with what an earlier run saw, and dates them.
func (r *run) remember(context.Context) error {
	text, err := os.ReadFile(r.o.Ledger)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old, problems := ledger.Parse(string(text))
	for _, p := range problems {
		r.report.Add("ledger", r.o.Ledger, fmt.Sprintf("line %d is passed over: %s", p.Line, p.Message))
	}
	inFeeds := map[int32]bool{}
	for i := range r.plans {
		for _, p := range r.plans[i].pages {
			inFeeds[p] = true
		}
	}
	var items []ledger.Item
	for i := range r.pages.Pages {
		p := &r.pages.Pages[i]
		if !p.Listed() {
			continue
		}
		item := ledger.Item{URL: r.key(p.URL), Main: p.Main}
		if s := r.sources.of(int32(i)); s != nil {
			item.Source, item.Name = s.hash, xxhash.Sum64String(s.path)
		}
		if inFeeds[int32(i)] {
			item.ID = p.URL
		}
		items = append(items, item)
	}
	var changes ledger.Changes
	r.old = old
	r.known, changes = old.Update(r.o.Now, items)
	for _, l := range []struct{ from, into *[]string }{{&changes.Added, &r.res.Changes.Added}, {&changes.Changed, &r.res.Changes.Changed}, {&changes.Removed, &r.res.Changes.Removed}} {
		for _, k := range *l.from {
			*l.into = append(*l.into, r.tree.Base()+k[1:])
		}
	}
	r.dates = make([]webpage.Date, len(r.pages.Pages))
	for i := range r.dates {
		if r.pages.Pages[i].Listed() {
			r.dates[i] = r.lastMod(int32(i))
		}
	}
	r.checkDates()
	return nil
}

// key is an address as the ledger has it: below the root, so that the site may move.
func (r *run) key(loc string) string {
	rest, ok := strings.CutPrefix(loc, r.tree.Base())
	if !ok {
		return "/"
	}
	return "/" + rest
}

// keepLedger writes the ledger.
func (r *run) keepLedger() error {
	if r.o.Now.IsZero() {
		return nil
	}
	var items []ledger.Item
	for _, f := range r.out.files {
		if strings.Contains(f.path, "sitemap") {
			items = append(items, ledger.Item{URL: ledger.FilePrefix + f.path, Main: max(1, xxhash.Sum64(f.data.Bytes()))})
		}
	}
	return writeState(r.o.Ledger, r.known.UpdateFiles(r.o.Now, items).Text())
}

// fileChanged returns when the bytes of a sitemap last changed, as far as is known (rule I6).
func (r *run) fileChanged(name string, f *outFile) time.Time {
	before, ok := r.old.Find(ledger.FilePrefix + name)
	if !ok || f == nil {
		return time.Time{}
	}
	if before.Main != max(1, xxhash.Sum64(f.data.Bytes())) {
		return r.o.Now.UTC().Truncate(time.Second)
	}
	return before.Changed
}
