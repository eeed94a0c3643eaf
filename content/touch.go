package content

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// visit is what is to be done again in a folder.
type visit struct {
	deep  bool            // walk it anew, with all below it
	list  bool            // list it anew
	files map[string]bool // read these anew
	below []*folder       // visit these too, which lie in it
}

func (v *visit) read(name string) {
	if v.files == nil {
		v.files = map[string]bool{}
	}
	v.files[name] = true
}

// visits are the folders that touched paths lead to, with those above them.
type visits map[*folder]*visit

func (v visits) of(f *folder) *visit {
	if v[f] == nil {
		v[f] = &visit{}
	}
	return v[f]
}

// down returns the folder of f with a name that stands for one, and what is to be done there.
func (v visits) down(f *folder, name string) (*folder, *visit) {
	sub := f.folders[f.index(name)]
	if v[sub] == nil {
		up := v.of(f)
		up.below = append(up.below, sub)
	}
	return sub, v.of(sub)
}

// again goes only to the touched paths and returns folders that share all else with the known ones.
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

// namesOf returns the paths under which a watcher may know a folder.
func (w *walker) namesOf(dir string) []string {
	if real, err := w.disk.Real(dir); err == nil && real != dir {
		return []string{dir, real}
	}
	return []string{dir}
}

// route notes what a touched path, relative to the root, asks for.
func (w *walker) route(todo visits, top *folder, rel string) {
	switch {
	case rel == ".", rel == "..", strings.HasSuffix(rel, "/.."):
		todo.of(top).deep = true // a folder above changed, or this one
		return
	case strings.HasPrefix(rel, "../"):
		return
	}
	f, path, rest := top, top.path, rel
	for {
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		path = join(path, name)
		if w.ignored(name, path) || w.skip[path] {
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

// compare notes what a touched name in a folder asks for. was is what it stood for.
func (w *walker) compare(todo visits, f *folder, name string, was kind) {
	is := w.stat(join(f.path, name))
	switch {
	case is == unknown:
		todo.of(f).deep = true // which reports what cannot be read
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

// stat returns what a path of the current root stands for now.
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

// index returns where the folder with a name stands among the folders of f.
func (f *folder) index(name string) int {
	i, ok := slices.BinarySearchFunc(f.folders, name, func(sub *folder, name string) int {
		return strings.Compare(sub.path[strings.LastIndexByte(sub.path, '/')+1:], name)
	})
	if !ok {
		panic("content: a folder was not walked: " + join(f.path, name))
	}
	return i
}

// errGone is that of a folder that is gone, though nobody touched the name of it.
var errGone = errors.New("the folder is gone")

// renew returns f with what todo asks for done again.
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

// reread returns files with new ones in the place of those that were touched, yet to be read.
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

// relist lists a folder anew. Files and folders that were there and play the same part stay as they are.
func (w *walker) relist(ctx context.Context, f *folder, todo visits) (*folder, error) {
	n, _, err := w.list(f.path, f.dir, f.in)
	if filestat.Absent(err) {
		return nil, errGone
	}
	if err != nil {
		return w.folder(ctx, f.path, f.dir, f.in) // which reports it
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

// below gives the folder n, listed anew, those below it: as f had them, where they are still there and
// in the same bundle.
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
