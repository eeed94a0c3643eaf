package content

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/media"
)

// asFolder selects the files of one folder of a project without bundles: index.md, or else README.md, is the page of
// the folder, as on code hosts (a tool may use another name for the home page). Of the other files, only images, audio,
// video and PDF are published, so keys and source code in the folder stay private. Exceptions are folders that the tool
// publishes completely, and files that a page links to (see attach). A post, or another leaf bundle, has no page of its
// folder.
func (w *walker) asFolder(files []found, post bool) []found {
	names := w.fronts(files)
	if w.dialect != nil && w.dialect.Home != "" && len(files) > 0 && files[0].dir == "" {
		names = []string{"_index", "index", w.dialect.Home, "readme"}
	}
	if post {
		names = nil
	}
	front := w.frontOf(files, names, func(base string) string { return base })
	if front == "" && !post { // 01-index
		front = w.frontOf(files, fronts, func(base string) string { _, rest, _ := w.dialect.Number(base); return rest })
	}
	kept := files[:0]
	for _, f := range files {
		switch {
		case f.page && isFront(f.base, front):
			f.base = "_index"
		case f.page && !f.category && !w.dialect.InPosts(f.path):
			f.fileName = w.unnumbered(f.fileName)
		case !f.page && !isMedia(w.bare, f.path) && !w.copies():
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// indexes makes index.md, or else README.md, the page of its folder in content without any configuration, and reports
// whether it did. An index.md without other pages in or below its folder is the page of a leaf bundle instead.
func (w *walker) indexes(f *folder, files []found) bool {
	front := w.frontOf(files, fronts, func(base string) string { return base })
	if front == "" || w.alone(f, files) {
		return false
	}
	for i := range files {
		if x := &files[i]; x.page && isFront(x.base, front) {
			x.base = "_index"
		}
	}
	return true
}

// fronts are the names of the page of a folder, the first one first.
var fronts = []string{"_index", "index", "readme"}

// fronts is fronts, with the name of the folder in tools where that file is its page, too.
func (w *walker) fronts(files []found) []string {
	if w.dialect != nil && w.dialect.FolderPages {
		return append(slices.Clip(fronts), w.folderName(files))
	}
	return fronts
}

// alone reports whether the only page in or below a folder is index.md, or a file that means the same, which becomes
// index.md.
func (w *walker) alone(f *folder, files []found) bool {
	front := w.frontOf(files, w.fronts(files), func(base string) string { return base })
	if front == "" || front == "_index" || front == "readme" || w.pagesBeside(f.path, files, front) {
		return false
	}
	for i := range files {
		if x := &files[i]; x.page && lower(x.base) == front {
			x.base = "index"
		}
	}
	return true
}

// pagesBeside reports whether a folder, whose page has the name front, or one of its subfolders has a page that is not a
// folder's page.
func (w *walker) pagesBeside(path string, files []found, front string) bool {
	for i := range files {
		// index.fr.md is a translation, whether or not the language is configured.
		if base, _, _ := strings.Cut(lower(files[i].base), "."); files[i].page && base != front && base != "index" &&
			base != "_index" && base != "readme" {
			return true
		}
	}
	entries, err := w.disk.ReadDir(w.roots[w.root].Name(path))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		at := join(path, e.Name())
		return e.IsDir() && !w.ignored(e.Name(), at, true) && !w.skip[at] && w.anyPage(at)
	})
}

// anyPage reports whether a folder or one of its subfolders has a page.
func (w *walker) anyPage(path string) bool {
	entries, err := w.disk.ReadDir(w.roots[w.root].Name(path))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		at := join(path, e.Name())
		switch {
		case w.ignored(e.Name(), at, e.IsDir()) || w.skip[at]:
			return false
		case e.IsDir():
			return w.anyPage(at)
		}
		return kindOf(e.Type()) == regular && w.isContent(w.langs.parse(e.Name()).ext)
	})
}

// copies reports whether files that are neither pages nor media are published.
func (w *walker) copies() bool { return w.dialect != nil && w.dialect.Copies }

// frontOf returns the name of the folder's page: the page with the first of some names that exists, or "".
func (w *walker) frontOf(files []found, names []string, as func(base string) string) (front string) {
	for _, name := range names {
		for i := range files {
			if base := lower(files[i].base); files[i].page && !files[i].category && as(base) == name {
				front = base
			}
		}
		if front != "" {
			break
		}
	}
	return front
}

// isFront reports whether a page is its folder's page: it has that name, or it is an index.md next to _index.md (unique
// then drops one of the two).
func isFront(base, front string) bool {
	base = lower(base)
	return front != "" && (base == front || front == "_index" && base == "index")
}

// unnumbered returns the name of a page without the number that gives its position.
func (w *walker) unnumbered(n fileName) fileName {
	if _, rest, ok := w.dialect.Number(n.base); ok {
		n.base, n.rest = rest, rest+n.rest[len(n.base):]
	}
	return n
}

// isMedia reports whether a file of a bare folder is published next to its pages.
func isMedia(types *media.Types, path string) bool {
	kind := types.Of(path)
	main, _, _ := strings.Cut(kind, "/")
	return main == "image" || main == "audio" || main == "video" || kind == "application/pdf"
}
