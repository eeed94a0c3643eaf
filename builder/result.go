package builder

import (
	"context"
	"io"
	"time"

	"github.com/sitegen/sitegen/internal/store/output"
)

// Result is what a build did.
type Result struct {
	Destination string // absolute output folder
	Pages       int    // pages that have a URL
	Rendered    int    // pages, feeds by template and redirects that were rendered; the others were reused
	Images      int    // images that were processed
	Written     int    // files that are new or changed
	Unchanged   int    // files that stayed as they were
	Removed     int    // files of the previous build that are gone
	SitemapURLs int    // over all sitemaps
	FeedItems   int    // over all feeds
	URLs        URLs   // what was added, changed and removed since the previous build
	Left        []Left // content that was not built: drafts, future and expired pages, by file

	// NextBuild is when the site changes although no file does: a page is published or expires, or news leave the news
	// sitemap. The zero time means never.
	NextBuild time.Time

	Warnings Diagnostics // in the order of the stages

	// Outputs are the files of the site, with Options.Memory and when nothing failed; else nil.
	Outputs *Outputs
	// Changed are the slash paths in Outputs that are new, different or gone since the last good Build of the same
	// Builder, in order; nil in the first.
	Changed []string
}

// URLs are the differences from the previous build, by absolute URL in order: what is worth telling search engines.
// Only listed pages count.
type URLs struct {
	// Known is false without a ledger from a previous build; the lists are then empty.
	Known bool
	// A page changed when its main content did; a change of templates alone does not count.
	Added, Changed, Removed []string
}

// Left is a content file that was not built.
type Left struct {
	File   string    // slash path relative to the project
	Reason string    // "draft", "future", "expired"
	Date   time.Time // when a future page is published, or when an expired one expired; else zero
}

// Outputs are the files of a site that was built in memory. They never change: a later Build makes others. Several
// goroutines may use them at once.
type Outputs struct{ o *output.Files }

// Paths returns the slash paths of all files, in order. Do not change the list.
func (o *Outputs) Paths() []string { return o.o.Paths() }

// ReadFile returns the bytes of the file at a slash path, and whether there is one. The error is that of reading a
// copied file or the cache.
func (o *Outputs) ReadFile(ctx context.Context, path string) (data []byte, ok bool, err error) {
	f, ok := o.o.Lookup(path)
	if !ok {
		return nil, false, nil
	}
	r, err := f.Open(ctx)
	if err != nil {
		return nil, true, err
	}
	defer r.Close()
	data, err = io.ReadAll(r)
	return data, true, err
}
