package watch

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// examine looks at the paths that events named.
func (t *tree) examine(batch map[string]op) {
	t.pass++
	var moved []string
	for _, path := range slices.Sorted(maps.Keys(batch)) {
		if t.turned(path, batch[path]) {
			moved = append(moved, path)
		} else {
			t.touch(path, batch[path])
		}
	}
	done := t.rebuild(moved)
	for path := range batch {
		done[path] = true
	}
	t.enlist(done)
}

// turned reports whether a path is or was a folder or a link, and more than its bytes changed, so watches are
// affected.
func (t *tree) turned(path string, o op) bool {
	old, had := t.known[path]
	if !o.moved() {
		if old.in == nil {
			return false
		}
		return t.sight(path).fileState != old.fileState // made readable
	}
	if (had && (old.in != nil || old.link != 0)) || t.isRoot(path) || t.asked[path] != nil {
		return true
	}
	parent, ok := t.known[filepath.Dir(path)]
	if !ok || parent.in == nil {
		return false
	}
	info, err := os.Lstat(withSeparator(parent.in.real) + filepath.Base(path))
	return err == nil && (info.IsDir() || info.Mode()&fs.ModeSymlink != 0)
}

// touch examines a file. If it was written or replaced, it changed; if only its attributes changed, the state
// decides. A file that did not exist before and does not exist now has not changed.
func (t *tree) touch(path string, o op) {
	s := t.sight(path)
	old, had := t.known[path]
	if o == opAttr && had {
		old.fresh = false
		if s.same(old.fileState) {
			return
		}
	}
	if had && s.real != "" {
		return // a folder as before: changes in it have their own events
	}
	t.visit(path, s, true)
}

// rebuild examines paths at which folders or links were added, removed, or replaced. All old watches are
// removed before the first new one is added; see watches.
func (t *tree) rebuild(paths []string) map[string]bool {
	work, done := slices.Clone(paths), map[string]bool{}
	for len(work) > 0 {
		path := work[len(work)-1]
		work = work[:len(work)-1]
		if done[path] {
			continue
		}
		done[path] = true
		work = append(work, t.rootsBelow(path)...)
		work = t.unwatch(path, t.known[path].link == 0, work)
	}
	for _, path := range slices.Sorted(maps.Keys(done)) {
		if e := t.known[path]; e.in != nil && e.in.pass == t.pass {
			continue
		}
		t.visit(path, t.sight(path), true)
	}
	return done
}

// unwatch removes the watches of a path and everything below. If the real folders may have moved, all others
// who need them must be examined again: they are added to work.
func (t *tree) unwatch(path string, moved bool, work []string) []string {
	t.unasked(path)
	e := t.known[path]
	if e.in == nil {
		return work
	}
	e.in.pass = 0 // this look may have seen it before, with the watches that are removed now
	if w := t.byReal[e.in.real]; w != nil {
		w.mirrors = without(w.mirrors, path)
		if moved {
			work = append(work, wanted(w)...)
		}
		t.release(w)
	}
	for _, name := range e.in.names {
		child := withSeparator(path) + name
		if c, ok := t.known[child]; ok && (c.in != nil || c.link != 0) {
			work = t.unwatch(child, moved && c.link == 0, work)
		}
	}
	return work
}

// enlist updates the lists of names in the folders around paths.
func (t *tree) enlist(paths map[string]bool) {
	late := map[*contents][]string{}
	for path := range paths {
		parent := t.known[filepath.Dir(path)]
		if parent.in == nil || t.ignore(path) {
			continue
		}
		name := filepath.Base(path)
		_, there := t.known[path]
		if _, listed := slices.BinarySearch(parent.in.names, name); there != listed {
			late[parent.in] = append(late[parent.in], name)
		}
	}
	for in, names := range late {
		slices.Sort(names)
		in.names = differ(in.names, names)
	}
}

// differ returns the names that are in only one of two sorted lists.
func differ(a, b []string) []string {
	out := make([]string, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}
