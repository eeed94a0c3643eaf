package content

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// visit is the work to repeat in a folder.
type visit struct {
	deep  bool            // walk the folder and everything below it again
	list  bool            // list the folder again
	files map[string]bool // files to read again
	below []*folder       // subfolders to visit, too
}

func (v *visit) read(name string) {
	if v.files == nil {
		v.files = map[string]bool{}
	}
	v.files[name] = true
}

// visits contains the folders of touched paths, and the folders above them.
type visits map[*folder]*visit

func (v visits) of(f *folder) *visit {
	if v[f] == nil {
		v[f] = &visit{}
	}
	return v[f]
}

// down returns the subfolder of f with a name, and its visit.
func (v visits) down(f *folder, name string) (*folder, *visit) {
	sub := f.folders[f.index(name)]
	if v[sub] == nil {
		up := v.of(f)
		up.below = append(up.below, sub)
	}
	return sub, v.of(sub)
}

// again visits only the touched paths and returns folders that share everything else with the known ones.
func (w *walker) again(ctx context.Context, tops []*folder, touched []string) ([]*folder, error) {
	next := make([]*folder, len(tops))
	for i, top := range tops {
		w.enter(i)
		var err error
		if top.single || w.isFile(&w.roots[i]) {
			if next[i], err = w.top(ctx); err != nil {
				return nil, err
			}
			continue
		}
		todo := visits{}
		for _, dir := range w.namesOf(w.roots[i].Dir) {
			for _, path := range touched {
				if rel, err := filepath.Rel(dir, path); err == nil {
					w.route(todo, top, filepath.ToSlash(rel))
				}
			}
		}
		if next[i], err = w.renew(ctx, top, todo); errors.Is(err, errGone) {
			next[i], err = w.top(ctx)
		}
		if err != nil {
			return nil, err
		}
	}
	return next, nil
}

// namesOf returns the paths that a watcher may report for a folder.
func (w *walker) namesOf(dir string) []string {
	if real, err := w.disk.Real(dir); err == nil && real != dir {
		return []string{dir, real}
	}
	return []string{dir}
}

// route records the work for a touched path relative to the root.
func (w *walker) route(todo visits, top *folder, rel string) {
	switch {
	case rel == ".", rel == "..", strings.HasSuffix(rel, "/.."):
		todo.of(top).deep = true // this folder or one above it changed
		return
	case strings.HasPrefix(rel, "../"):
		return
	}
	f, path, rest := top, top.path, rel
	for {
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		path = join(path, name)
		if w.outside(name, path, rest != "") || w.skip[path] {
			return
		}
		was := f.find(name)
		if rest == "" || was != directory {
			w.compare(todo, f, name, was)
			return
		}
		f, _ = todo.down(f, name)
	}
}

// compare records the work for a touched name in a folder. was is its earlier kind.
func (w *walker) compare(todo visits, f *folder, name string, was kind) {
	is := w.stat(join(f.path, name))
	switch {
	case is == unknown:
		todo.of(f).deep = true // walking reports the error
	case is != was:
		todo.of(f).list = true
		if is == regular {
			todo.of(f).read(name)
		}
	case is == directory:
		_, v := todo.down(f, name)
		v.deep = true
	case is == regular:
		todo.of(f).read(name)
	}
}

// stat returns the current kind of a path in the current root.
func (w *walker) stat(path string) kind {
	info, err := w.disk.Lstat(w.roots[w.root].Name(path))
	switch {
	case err == nil:
		return kindOf(info.Mode())
	case filestat.Absent(err):
		return absent
	}
	return unknown
}

// index returns the index of the folder with a name in f.folders.
func (f *folder) index(name string) int {
	i, ok := slices.BinarySearchFunc(f.folders, name, func(sub *folder, name string) int {
		return strings.Compare(sub.path[strings.LastIndexByte(sub.path, '/')+1:], name)
	})
	if !ok {
		panic("content: a folder was not walked: " + join(f.path, name))
	}
	return i
}

// errGone is the error for a folder that no longer exists although its name was not touched.
var errGone = errors.New("the folder is gone")

// renew returns f with the work in todo done.
func (w *walker) renew(ctx context.Context, f *folder, todo visits) (*folder, error) {
	v := todo[f]
	switch {
	case v == nil:
		return f, nil
	case v.deep:
		if w.stat(f.path) != directory {
			return nil, errGone
		}
		return w.folder(ctx, f.path, f.dir, f.in)
	case v.list:
		return w.relist(ctx, f, todo)
	}
	n := *f
	n.files = w.reread(f.files, v)
	if len(v.below) > 0 {
		n.folders = slices.Clone(f.folders)
	}
	for _, sub := range v.below {
		i := f.index(sub.path[strings.LastIndexByte(sub.path, '/')+1:])
		var err error
		if n.folders[i], err = w.renew(ctx, sub, todo); errors.Is(err, errGone) {
			return w.relist(ctx, f, todo)
		} else if err != nil {
			return nil, err
		}
	}
	return &n, nil
}

// reread returns files in which unread files replace those that were touched.
func (w *walker) reread(files []*file, v *visit) []*file {
	if len(v.files) == 0 {
		return files
	}
	out := make([]*file, len(files))
	for i, f := range files {
		out[i] = f
		if v.files[f.name()] {
			out[i] = &file{found: f.found}
			w.tasks = append(w.tasks, task{file: out[i], known: f, read: true})
		}
	}
	return out
}

// relist lists a folder again. Files and folders that existed before in the same role are reused.
func (w *walker) relist(ctx context.Context, f *folder, todo visits) (*folder, error) {
	n, _, err := w.list(f.path, f.dir, f.in)
	if filestat.Absent(err) {
		return nil, errGone
	}
	if err != nil {
		return w.folder(ctx, f.path, f.dir, f.in) // folder reports the error
	}
	v := todo[f]
	known := make(map[string]*file, len(f.files))
	for _, x := range f.files {
		known[x.path] = x
	}
	for i, x := range n.files {
		k := known[x.path]
		touched := v != nil && v.files[x.name()]
		if k != nil && k.found == x.found && !touched {
			n.files[i] = k
			continue
		}
		w.tasks = append(w.tasks, task{file: x, known: k, read: touched})
	}
	return n, w.below(ctx, n, f, todo)
}

// below adds the subfolders to n, a folder that was listed again. It reuses those of f that still exist in the same
// bundle.
func (w *walker) below(ctx context.Context, n, f *folder, todo visits) error {
	same := n.here == f.here || n.here != nil && f.here != nil && *n.here == *f.here
	for _, e := range n.entries {
		if e.kind != directory {
			continue
		}
		path := join(n.path, e.name)
		var sub *folder
		err := errGone
		if same && f.find(e.name) == directory {
			sub, err = w.renew(ctx, f.folders[f.index(e.name)], todo)
		}
		if errors.Is(err, errGone) {
			sub, err = w.folder(ctx, path, w.logicalDir(n.dir, e.name), n.here)
		}
		if err != nil {
			return err
		}
		n.folders = append(n.folders, sub)
	}
	return nil
}
