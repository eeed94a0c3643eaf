package content

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// place identifies a file by the index of its root and its path in the content.
type place struct {
	root int
	path string
}

// Attachment reports whether a resource is part of the site only as long as a page that is built links to it: a file of
// a bare folder that is neither a page nor an image, audio, video or PDF.
func (t *Tree) Attachment(r *Resource) bool {
	if t.attached == nil {
		return false
	}
	_, ok := slices.BinarySearchFunc(t.kept.attached, r,
		func(f *file, r *Resource) int { return -r.compare(f.root, f.path) })
	return ok
}

// Attachments returns the attachments that a document links to.
func (t *Tree) Attachments(d *Document) []*Resource {
	var out []*Resource
	for _, p := range t.attached[place{d.Root, d.Path}] {
		at, ok := slices.BinarySearchFunc(t.Resources, p, func(r *Resource, p place) int { return r.compare(p.root, p.path) })
		if ok {
			out = append(out, t.Resources[at])
		}
	}
	return out
}

// attach finds the files next to pages that documents link to and returns those that aren't in the tree yet, by root
// and path. Hidden and ignored files, symbolic links, and files outside of the content folders are never attached.
func (w *walker) attach(tops []*folder) (files []*file, by map[place][]place) {
	if w.bare == nil || w.dialect != nil && w.dialect.Copies {
		return nil, nil
	}
	var documents []*file
	for _, top := range tops {
		for _, f := range top.all(nil) {
			if f.document != nil && len(f.document.Files) > 0 {
				documents = append(documents, f)
			}
		}
	}
	if documents == nil {
		return nil, nil
	}
	a := attachments{byPath: map[string]*found{}, byName: map[string][]*found{}}
	for i, top := range tops {
		w.enter(i)
		a.add(w, top)
	}
	by = map[place][]place{}
	taken := map[place]*file{}
	for _, f := range documents {
		at := place{f.root, f.path}
		for _, to := range f.document.Files {
			x := a.find(to, path.Dir(lower(f.path)), w.dialect != nil && w.dialect.FindByName)
			if x == nil {
				continue
			}
			p := place{x.root, x.path}
			if !slices.Contains(by[at], p) {
				by[at] = append(by[at], p)
			}
			taken[p] = &file{found: *x}
		}
	}
	files = slices.SortedFunc(maps.Values(taken), byPlace)
	return files, by
}

// attachments indexes the files that links may attach, by path and by name in lower case.
type attachments struct {
	byPath map[string]*found
	byName map[string][]*found
}

// add indexes the files of a folder and its subfolders that aren't part of the site otherwise.
func (a *attachments) add(w *walker, f *folder) {
	for _, e := range f.entries {
		if e.kind != regular {
			continue
		}
		x := &found{fileName: w.langs.parse(e.name), root: w.root, path: join(f.path, e.name), dir: f.dir}
		if x.disabled || w.isContent(x.ext) || external(x.ext) != "" || x.ext == "gotmpl" ||
			isMedia(w.bare, x.path) || w.dialect.IsCategory(e.name) {
			continue
		}
		at := lower(x.path)
		if a.byPath[at] == nil {
			a.byPath[at] = x
		}
		a.byName[path.Base(at)] = append(a.byName[path.Base(at)], x)
	}
	for _, sub := range f.folders {
		a.add(w, sub)
	}
}

// find returns the file that a link on a page in a folder names, or nil. If several files have the name, the one in the
// page's folder wins, then the one nearest the root. With nearby, links in Markdown find files by name, as [[links]]
// do.
func (a *attachments) find(to, folder string, nearby bool) *found {
	to, byName := strings.CutPrefix(lower(to), "[[")
	rooted := strings.TrimPrefix(path.Clean("/"+to), "/")
	if !byName && !strings.HasPrefix(to, "/") {
		if at := path.Join(folder, to); a.byPath[at] != nil {
			return a.byPath[at]
		}
	}
	if !byName && !nearby && !strings.HasPrefix(to, "/") {
		return nil
	}
	if byName && !strings.Contains(to, "/") {
		if at := path.Join(folder, to); a.byPath[at] != nil {
			return a.byPath[at]
		}
	}
	if x := a.byPath[rooted]; x != nil || !byName && !nearby {
		return x
	}
	var best *found
	for _, x := range a.byName[path.Base(rooted)] {
		at := lower(x.path)
		if at != rooted && !strings.HasSuffix(at, "/"+rooted) {
			continue
		}
		if best == nil || strings.Count(at, "/") < strings.Count(best.path, "/") {
			best = x
		}
	}
	return best
}
