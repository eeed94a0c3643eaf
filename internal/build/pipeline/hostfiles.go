package pipeline

import (
	"context"
	"path"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/emitting"
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
func (b *build) writeHostFiles(types map[string]string) diag.List {
	return hostfiles.Write(&hostfiles.Input{
		Config: b.Config, Site: b.pages.Site, Listing: b.pages.Listing, Has: b.pages.Out.Has, Hosts: b.Hosts(),
		Add:   func(file string, data []byte) diag.List { return disk.Problem(b.pages.Out.Add(file, data, "sitegen")) },
		Types: types, Immutable: immutable(b.pages.Tasks, &b.pages.Beside), Own: b.copied.Own, Listed: b.copied.Listed,
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
func (b *build) emitter() *emitting.Emitter {
	return &emitting.Emitter{
		Project: &b.Project, Site: b.pages.Site, Listing: b.pages.Listing, Out: b.pages.Out, Round: b.pages.Round,
		Done: &b.pages.Beside, Mini: b.pages.Mini,
		Audits: b.audits, Borrow: b.pages.Borrow,
	}
}

// emit writes sitemaps, feeds, robots.txt and what hosts must know from the listing.
func (b *build) emit(ctx context.Context) (diag.List, error) {
	list := emit.Emissions(b.pages.Listing, emitting.Options(b.copied.Robots, b.pages.Run, b.pages.Out))
	out, found, err := b.emitter().Emit(ctx, list)
	if err != nil {
		return nil, err
	}
	b.res.SitemapURLs, b.res.FeedItems = out.URLs, out.Items
	if keepsLedger(&b.Project, b.pages.Listing) {
		b.next = emission.Ledger(b.pages.Listing, out.All)
	}
	b.res.NextBuild, _ = sitemaps.Next(b.pages.Listing)
	return append(found, b.writeHostFiles(out.Types)...), nil
}
