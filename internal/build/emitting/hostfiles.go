package emitting

import (
	"path"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/searchindex"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/emit/hostfiles"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// hostFiles writes the files that configure how hosts serve the site, checks their limits, and returns the paths that hosts answer with 410;
// types are the media types of emitted files, by path.
func (x *Emitter) hostFiles(types map[string]string) (gone []string, found diag.List) {
	gone, found = hostfiles.Write(&hostfiles.Input{
		Config: x.Project.Config, Site: x.Site, Listing: x.Listing, Has: x.Out.Has, Hosts: x.Project.Hosts(),
		Add:   func(file string, data []byte) diag.List { return disk.Problem(x.Out.Add(file, data, Maker)) },
		Types: types, Immutable: immutable(x.Tasks, x.Done), Own: x.Copied.Own,
	})
	read := func(file string) string {
		data, _ := output.Read(x.Out, file, nil)
		return string(data)
	}
	return gone, append(found, hostfiles.CheckLimits(x.Project.Config, x.Project.Hosts(), x.Out, read)...)
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
