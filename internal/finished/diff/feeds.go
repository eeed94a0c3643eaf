package diff

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
)

// mostFeed is the maximum number of bytes read of a feed.
const mostFeed = 64 << 20

// readFeeds reads all feeds of the folder.
func (f *folder) readFeeds(ctx context.Context) error {
	var files []int32
	for i := range f.tree.Len() {
		if check.FeedName(f.tree.File(int32(i)).Path) {
			files = append(files, int32(i))
		}
	}
	found, err := par.Map(ctx, f.jobs, files, func(_ context.Context, file int32) (*Feed, error) { return f.feed(file) })
	if err != nil {
		return err
	}
	for _, feed := range found {
		if feed != nil {
			f.Feeds = append(f.Feeds, *feed)
		}
	}
	return nil
}

// feed reads one feed. It returns nil for other files and for feeds with syntax errors, which sitegen check reports.
func (f *folder) feed(file int32) (*Feed, error) {
	is, err := check.IsFeed(filepath.Join(f.dir, filepath.FromSlash(f.tree.File(file).Path)))
	if err != nil || !is {
		return nil, err
	}
	data, _, err := f.tree.Read(file, nil, mostFeed)
	if err != nil {
		return nil, err
	}
	p, err := feeds.Read(bytes.NewReader(data), feeds.ReadOptions{})
	if err != nil {
		return nil, nil
	}
	out := &Feed{URL: f.url(file), Generator: first([]html.Text{{Text: p.Feed.Generator}}), Items: make([]Item, len(p.Items))}
	if p.Format == feeds.Atom {
		out.ID = p.Feed.ID
	}
	for i := range p.Items {
		from := &p.Items[i]
		item := Item{ID: from.ID, URL: from.URL}
		if item.ID == "" {
			item.ID = from.URL
		}
		if item.URL == item.ID {
			item.URL = ""
		}
		if at := from.Date(); !at.IsZero() {
			item.Date = at.UTC().Format(time.RFC3339)
		}
		out.Items[i] = item
	}
	return out, nil
}

// twice returns the IDs that two items of a feed share, sorted.
func (f *Feed) twice() []string {
	seen := map[string]int{}
	var out []string
	for _, i := range f.Items {
		if seen[i.ID]++; seen[i.ID] == 2 {
			out = append(out, i.ID)
		}
	}
	slices.Sort(out)
	return out
}
