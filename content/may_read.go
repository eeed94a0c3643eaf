package content

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// MayRead reports whether Load, with these options, could read a file or folder: whether it is in a content folder and
// is not ignored. In a folder of Markdown files without a project, a file must also have the name of a page or of
// media, or one that linked has, a set from Tree.LinkedNames. A path that does not exist counts as a deleted folder.
func MayRead(project string, o Options, linked map[string]bool, name string) bool {
	o = o.withDefaults()
	w, _ := newWalker(o)
	w.roots, w.filters, _ = roots(project, o)
	for i := range w.roots {
		w.enter(i)
		for _, dir := range namesOf(w.roots[i].Dir) {
			rel, err := filepath.Rel(dir, name)
			if err == nil && w.mayRead(filepath.ToSlash(rel), name, linked) {
				return true
			}
		}
	}
	return false
}

// mayRead reports whether a path relative to the current root could be read.
func (w *walker) mayRead(rel, name string, linked map[string]bool) bool {
	switch {
	case rel == ".", rel == "..", strings.HasSuffix(rel, "/.."):
		return true // the root, or a folder around it
	case strings.HasPrefix(rel, "../"):
		return false
	}
	full := w.roots[w.root].At
	for part := range strings.SplitSeq(rel, "/") {
		if full = join(full, part); w.ignored(part, full) || w.skip[full] {
			return false
		}
	}
	if w.bare == nil || w.dialect != nil && w.dialect.Copies {
		return true
	}
	info, err := os.Lstat(name)
	base := path.Base(rel)
	ext := w.langs.parse(base).ext
	return err != nil || !info.Mode().IsRegular() || w.isContent(ext) || isMedia(w.bare, rel) || w.dialect.IsPage(ext) ||
		w.dialect.IsCategory(base) || linked[lower(base)]
}
