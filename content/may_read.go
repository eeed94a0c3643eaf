package content

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// MayRead reports whether a Load with the options of t could read a file or folder, an absolute path: whether a page
// includes it, or it is in a content folder and is not ignored. In a folder of Markdown files without a project, a file
// must also have the name of a page or of media, or one that a document links to. A path that does not exist counts as
// a deleted folder.
func (t *Tree) MayRead(name string) bool {
	for _, in := range t.Included() {
		if in == name || strings.HasPrefix(in, name+string(filepath.Separator)) {
			return true
		}
	}
	from := t.kept.from
	w, _ := newWalker(from.options, from.disk)
	w.roots, w.filters, _ = w.findRoots(from.project, from.options)
	for i := range w.roots {
		w.enter(i)
		for _, dir := range w.namesOf(w.roots[i].Dir) {
			rel, err := filepath.Rel(dir, name)
			if err == nil && w.mayRead(filepath.ToSlash(rel), name, t) {
				return true
			}
		}
	}
	return false
}

// links reports whether a document links to a file with this name, in lower case, next to the pages.
func (t *Tree) links(name string) bool {
	return slices.ContainsFunc(t.Documents, func(d *Document) bool {
		return slices.ContainsFunc(d.Files, func(to string) bool {
			return path.Base(lower(strings.TrimPrefix(to, "[["))) == name
		})
	})
}

// mayRead reports whether a path relative to the current root could be read.
func (w *walker) mayRead(rel, name string, t *Tree) bool {
	switch {
	case rel == ".", rel == "..", strings.HasSuffix(rel, "/.."):
		return true // the root, or a folder around it
	case strings.HasPrefix(rel, "../"):
		return false
	}
	full := w.roots[w.root].At
	for rest, more := rel, true; more; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		if full = join(full, part); w.outside(part, full, more) || w.skip[full] {
			return false
		}
	}
	if w.bare == nil || w.dialect != nil && w.dialect.Copies {
		return true
	}
	info, err := w.disk.Lstat(name)
	base := path.Base(rel)
	ext := w.langs.parse(base).ext
	return err != nil || !info.Mode().IsRegular() || w.isContent(ext) || isMedia(w.bare, rel) ||
		w.dialect.IsCategory(base) || t.links(lower(base))
}
