package pipeline

import (
	"context"
	"path"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/emitting"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/searchindex"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/emit/hostfiles"
	"github.com/sitegen/sitegen/internal/emit/sitemaps"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// writeHostFiles writes the files that tell hosts how to serve the site; types are the media types of what was emitted,
// by path.
func (b *State) writeHostFiles(types map[string]string) diag.List {
	return hostfiles.Write(&hostfiles.Input{
		Config: b.Config, Site: b.Pages.Site, Listing: b.Pages.Listing, Has: b.Pages.Out.Has, Hosts: b.Hosts(),
		Add:   func(file string, data []byte) diag.List { return disk.Problem(b.Pages.Out.Add(file, data, "sitegen")) },
		Types: types, Immutable: immutable(b.Pages.Tasks, &b.Pages.Beside), Own: b.Copied.Own, Listed: b.Copied.Listed,
	})
}

// immutable lists the files whose names hold a hash of their bytes: processed images, fingerprinted resources, the
// parts of the search index.
func immutable(tasks []task.Task, done *task.Records) (files []string) {
	for i := range tasks {
		for _, o := range tasks[i].Result.Outputs {
			if o.Made != "" || o.From == "" && hosting.Fingerprinted(o.File) {
				files = append(files, o.File)
			}
		}
	}
	for _, w := range done.Written(searchindex.Prefix) {
		if path.Base(w.File) != searchindex.Entry {
			files = append(files, w.File)
		}
	}
	return files
}

// emitter returns what runs emissions of the listing as it is now.
func (b *State) Emitter() *emitting.Emitter {
	return &emitting.Emitter{
		Project: &b.Project, Site: b.Pages.Site, Listing: b.Pages.Listing, Out: b.Pages.Out, Round: b.Pages.Round,
		Done: &b.Pages.Beside, Mini: b.Pages.Mini,
		Audits: b.audits, Borrow: b.Pages.Borrow, Run: b.Pages.Run, Copied: &b.Copied,
	}
}

// emit writes sitemaps, feeds, robots.txt and what hosts must know from the listing.
func (b *State) emit(ctx context.Context) (diag.List, error) {
	e := b.Emitter()
	out, found, err := e.Emit(ctx, emit.Emissions(b.Pages.Listing, e.Options()))
	if err != nil {
		return nil, err
	}
	b.Result.SitemapURLs, b.Result.FeedItems = out.URLs, out.Items
	if ledgerfile.Keeps(&b.Project, b.Pages.Listing) {
		b.next = emission.Ledger(b.Pages.Listing, out.All)
	}
	b.Result.NextBuild, _ = sitemaps.Next(b.Pages.Listing)
	return append(found, b.writeHostFiles(out.Types)...), nil
}
