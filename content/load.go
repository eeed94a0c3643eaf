package content

import (
	"context"
	"io/fs"
	"slices"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/par"
)

// LoadOptions says how to load; the zero value reads everything.
type LoadOptions struct {
	Jobs int // files read at once; 0: as many as there are processors

	// Known is what an earlier Load of the same folders left in its Tree; nil: nothing. The result never
	// depends on it.
	Known *Known
	// Touched are the absolute paths of the files and folders that changed since the Load that Known is
	// of; only these are looked at, a folder with all that lies in it. Paths outside of the content
	// folders do no harm. nil: unknown, so every file is looked at. It counts only with a Known of this
	// process and the same configuration of the walk. When Load fails they are to be given again.
	Touched []string
	// Entries returns what a folder held shortly before this Load, by name; of files os.Lstat must have been
	// asked then. false: it is not known, and the folder is read. nil: none is known.
	Entries func(dir string) (list []fs.DirEntry, ok bool)
	// Full reads every file and trusts neither times nor sizes.
	Full bool
	// Now is a time before this Load by the clock of the file system that holds the content, in
	// nanoseconds since 1970; files that changed shortly before it are read again by the next Load,
	// since they may be written once more without a difference in time and size. 0: the newest time of
	// change of all files seen so far.
	Now int64
}

// Load walks the content folders and parses every content file, except what o.Known has of files that
// are still the same. Mistakes in the content are in the list; the error is that of ctx.
func Load(ctx context.Context, cfg *config.Config, o LoadOptions) (*Tree, diag.List, error) {
	w, problems := newWalker(cfg)
	var bad diag.List
	w.roots, bad = roots(cfg)
	w.known = o.Entries
	next := &Known{reading: readingOptions(cfg), walking: walkingOptions(cfg), roots: w.roots}
	k := o.Known.usable(next.reading, next.walking, w.roots)
	var err error
	if o.Touched != nil && k.tops != nil {
		next.tops, err = w.again(ctx, k.tops, o.Touched)
	} else {
		next.tops, err = w.walk(ctx)
	}
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(w.tasks, func(a, b task) int { return byPlace(a.file, b.file) })
	if w.listed || k.tops == nil {
		match(w.tasks, k.files)
	}
	r := newReader(cfg, w.roots, o.Full)
	if _, err := par.MapWith(ctx, o.Jobs, w.tasks, r.newWorker, r.look); err != nil {
		return nil, nil, err
	}
	next.settle(w.tasks, k.newest, o.Now)
	if w.listed || k.tops == nil || reshaped(w.tasks) {
		next.gather()
	} else {
		next.patch(k, w.tasks)
	}
	return next.tree, next.tell(append(problems, bad...)), nil
}

// settle notes which files have a key that is old enough, now being a time before they were looked at;
// 0: the newest time of change.
func (k *Known) settle(tasks []task, newest, now int64) {
	k.newest = newest
	for i := range tasks {
		k.newest = max(k.newest, tasks[i].file.key.change)
	}
	if now == 0 {
		now = k.newest
	}
	for i := range tasks {
		f, old := tasks[i].file, tasks[i].known
		f.settled = f.whole && (f.key.settled(now) || old != nil && old.settled && old.key == f.key)
	}
}

// reshaped reports whether a file is a document or resource and was none, or the other way round.
func reshaped(tasks []task) bool {
	for i := range tasks {
		f, old := tasks[i].file, tasks[i].known
		if (f.document == nil) != (old.document == nil) || (f.resource == nil) != (old.resource == nil) {
			return true
		}
	}
	return false
}

// gather makes the tree of all files that were found.
func (k *Known) gather() {
	for _, top := range k.tops {
		k.files, k.walked = top.all(k.files), top.told(k.walked)
	}
	slices.SortFunc(k.files, byPlace)
	t := &Tree{Roots: k.roots, Known: k}
	k.tree = t
	for _, f := range k.files {
		k.read = append(k.read, f.problems...)
		if f.document != nil {
			t.Documents = append(t.Documents, f.document)
		}
	}
	t.own(k.files)
	k.across = t.across()
}

// patch makes the tree of k from that of old, of which only the files of the tasks were looked at
// again, and none of them became another kind of thing.
func (k *Known) patch(old *Known, tasks []task) {
	t := *old.tree
	k.tree, k.files = &t, slices.Clone(old.files)
	k.walked, k.read, k.across = old.walked, old.read, old.across
	t.Known = k
	t.Documents, t.Resources = slices.Clone(t.Documents), slices.Clone(t.Resources)
	troubled := false
	for i := range tasks {
		f := tasks[i].file
		if at, ok := slices.BinarySearchFunc(k.files, f, byPlace); ok {
			k.files[at] = f
		}
		if len(f.problems) > 0 || len(tasks[i].known.problems) > 0 {
			troubled = true
		}
		if f.document != nil {
			if at, ok := t.document(f.root, f.path); ok {
				t.Documents[at] = f.document
			}
		}
		if f.resource != nil {
			t.replace(f.resource)
		}
	}
	if troubled {
		k.read = nil
		for _, f := range k.files {
			k.read = append(k.read, f.problems...)
		}
	}
}

// tell returns copies of all problems in order, those in list among them.
func (k *Known) tell(list diag.List) diag.List {
	list = append(append(append(list, k.walked...), k.read...), k.across...)
	for i, d := range list {
		c := *d
		list[i] = &c
	}
	list.Sort()
	return list
}
