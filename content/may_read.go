package content

import (
	"path/filepath"
	"strings"
)

// MayRead reports whether Load, with these options, could read a file or folder: whether it is in a content folder and is
// not ignored.
func MayRead(project string, o Options, name string) bool {
	o = o.withDefaults()
	w, _ := newWalker(o)
	w.roots, w.filters, _ = roots(project, o)
	for i := range w.roots {
		w.enter(i)
		for _, dir := range namesOf(w.roots[i].Dir) {
			rel, err := filepath.Rel(dir, name)
			if err == nil && w.mayRead(filepath.ToSlash(rel)) {
				return true
			}
		}
	}
	return false
}

// mayRead reports whether a path relative to the current root could be read.
func (w *walker) mayRead(rel string) bool {
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
	return true
}
