package watch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// tree is the known state of the roots and everything below. Its paths are those that people use. Behind links,
// the real path differs, and one real folder may have several paths.
type tree struct {
	roots   []string // sorted
	project string   // real path; "": none given
	ignore  func(string) bool
	known   map[string]entry
	now     time.Time // of the look, when fresh states matter; else zero
	pass    uint64    // number of the look
	silent  bool      // the first look: everything is new, nothing is reported

	changed map[string]bool // found by looks, until the batcher takes it
	again   map[string]bool // to be looked at once more
	watches
}

// entry is an existing path. Folders that are not followed have no contents.
type entry struct {
	fileState
	in *contents
}

// contents are the entries of a folder, except ignored ones.
type contents struct {
	real  string
	names []string // sorted
	pass  uint64   // the look that saw it last
}

func newTree(o Options, roots []string) *tree {
	t := &tree{
		roots: roots, ignore: o.Ignore, known: map[string]entry{},
		changed: map[string]bool{}, again: map[string]bool{}, watches: newWatches(),
	}
	if t.ignore == nil {
		t.ignore = func(string) bool { return false }
	}
	if o.Project != "" {
		t.project = filepath.Clean(o.Project)
		if real, err := filepath.EvalSymlinks(o.Project); err == nil {
			t.project = real
		}
	}
	return t
}

func (t *tree) report(path string) {
	if !t.silent {
		t.changed[path] = true
	}
}

func (t *tree) isRoot(path string) bool {
	_, found := slices.BinarySearch(t.roots, path)
	return found
}

// rootsBelow returns the roots inside a folder.
func (t *tree) rootsBelow(path string) []string {
	i, _ := slices.BinarySearch(t.roots, withSeparator(path))
	j := i
	for j < len(t.roots) && strings.HasPrefix(t.roots[j], withSeparator(path)) {
		j++
	}
	return t.roots[i:j]
}

// scan examines everything and reports differences. Fresh states are not trusted.
func (t *tree) scan(now time.Time) {
	t.now = now
	t.pass++
	for _, r := range t.roots {
		if e := t.known[r]; e.in == nil || e.in.pass != t.pass {
			t.visit(r, t.sight(r), false)
		}
	}
	t.now = time.Time{}
}

// setRoots replaces the roots, forgets what old ones led to, and returns the new roots that are not inside of
// old ones. The caller scans, which finds again what other roots contain.
func (t *tree) setRoots(roots []string) []string {
	old := t.roots
	t.roots = roots
	for _, r := range old {
		if !t.isRoot(r) {
			was := t.silent
			t.silent = true
			t.gone(r)
			t.unasked(r)
			t.silent = was
		}
	}
	var added []string
	for _, r := range roots {
		_, had := slices.BinarySearch(old, r)
		if _, seen := t.known[r]; !had && !seen {
			added = append(added, r)
		}
	}
	return added
}

// visit compares what was seen at a path with the known state, and stores it. With force, everything is
// reported, old and new, even if it looks the same.
func (t *tree) visit(path string, s sight, force bool) {
	old, had := t.known[path]
	if s.kind == none {
		if had {
			t.vanished(path)
		}
		return
	}
	if !had || force || !s.same(old.fileState) {
		t.report(path)
	}
	if s.real == "" {
		if old.in != nil {
			t.emptied(path, old.in)
		}
		t.known[path] = entry{fileState: s.fileState}
		return
	}
	t.folder(path, s, old, force)
}

// folder reads a folder. It is watched before it is read, so no change is missed.
func (t *tree) folder(path string, s sight, old entry, force bool) {
	in := old.in
	if in == nil {
		in = &contents{}
	}
	if in.pass == t.pass && in.real == s.real {
		return
	}
	if in.real != "" && in.real != s.real {
		t.unmirror(path, in.real)
	}
	t.mirror(path, s.real, s.id)
	names, err := readNames(s.real)
	if err != nil {
		names = nil
	}
	before := in.names
	in.real, in.pass, in.names = s.real, t.pass, names[:0]
	t.known[path] = entry{s.fileState, in}
	for _, name := range names {
		child := withSeparator(path) + name
		if t.ignore(child) {
			continue
		}
		in.names = append(in.names, name)
		t.visit(child, t.look(child, withSeparator(s.real)+name), force)
	}
	for _, name := range before {
		if _, still := slices.BinarySearch(in.names, name); !still {
			t.gone(withSeparator(path) + name)
		}
	}
}

// gone forgets a path, everything below, and its requests. A root keeps its requests, because it may come back.
func (t *tree) gone(path string) {
	t.vanished(path)
	if !t.isRoot(path) {
		t.unasked(path)
	}
}

// vanished is gone for a path that was just examined: its requests tell how to find it again.
func (t *tree) vanished(path string) {
	old, had := t.known[path]
	if !had {
		return
	}
	t.report(path)
	delete(t.known, path)
	if old.in != nil {
		t.emptied(path, old.in)
	}
}

// emptied forgets everything below a path that is no longer a folder.
func (t *tree) emptied(path string, in *contents) {
	t.unmirror(path, in.real)
	for _, name := range in.names {
		t.gone(withSeparator(path) + name)
	}
}

// readNames returns the sorted names in a folder.
func readNames(dir string) ([]string, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

// withSeparator returns a folder's path with the separator before the names inside it.
func withSeparator(dir string) string {
	if os.IsPathSeparator(dir[len(dir)-1]) {
		return dir // a root of the file system
	}
	return dir + string(filepath.Separator)
}

// inside reports whether a path is a folder or is in it.
func inside(dir, path string) bool {
	return path == dir || strings.HasPrefix(path, withSeparator(dir))
}
