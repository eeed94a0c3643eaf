package content

import (
	"strings"

	"github.com/sitegen/sitegen/content/internal/dialect"
)

// asFolder reads the files of one folder of a bare project as people mean them who never heard of
// bundles: index.md, else README.md, is the page of the folder, as in MkDocs and on code hosts (in a vault Home.md may be
// that of the whole site); beside
// the pages only pictures, sound, video and PDF belong to the site. Keys, source code and
// whatever else lies in such a folder is not published.
func (w *walker) asFolder(files []found) []found {
	front := ""
	names := []string{"_index", "index", "readme"}
	if w.dialect.Tool == dialect.Obsidian && len(files) > 0 && files[0].dir == "" {
		names = []string{"_index", "index", "home", "readme"}
	}
	for _, name := range names {
		for i := range files {
			if files[i].page && lower(files[i].base) == name {
				front = name
			}
		}
		if front != "" {
			break
		}
	}
	kept := files[:0]
	for _, f := range files {
		switch {
		case f.page && front != "" && lower(f.base) == front:
			f.base = "_index"
		case !f.page && !w.isMedia(f.path):
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// isMedia reports whether a file of a bare folder is published beside its pages.
func (w *walker) isMedia(path string) bool {
	kind := w.bare.Of(path)
	main, _, _ := strings.Cut(kind, "/")
	return main == "image" || main == "audio" || main == "video" || kind == "application/pdf"
}
