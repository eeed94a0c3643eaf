package pipeline

import (
	"path"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/searchindex"
	"github.com/sitegen/sitegen/internal/emit/hostfiles"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// writeHostFiles writes the files that tell hosts how to serve the site; types are the media types of what was emitted, by
// path.
func (b *build) writeHostFiles(types map[string]string) diag.List {
	return hostfiles.Write(&hostfiles.Input{
		Config: b.Config, Site: b.site, Listing: b.listing, Has: b.out.Has, Hosts: b.Hosts(),
		Add:   func(file string, data []byte) diag.List { return disk.Problem(b.out.Add(file, data, "sitegen")) },
		Types: types, Immutable: b.immutable(), Own: b.copied.Own, Listed: b.copied.Listed,
	})
}

// immutable lists the files whose names hold a hash of their bytes: processed images, fingerprinted resources, the parts
// of the search index.
func (x *rendering) immutable() (files []string) {
	for i := range x.tasks {
		for _, o := range x.tasks[i].Result.Outputs {
			if o.Made != "" || o.From == "" && hosting.Fingerprinted(o.File) {
				files = append(files, o.File)
			}
		}
	}
	for _, w := range x.done.Written(searchindex.Prefix) {
		if path.Base(w.File) != searchindex.Entry {
			files = append(files, w.File)
		}
	}
	return files
}
