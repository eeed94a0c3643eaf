package watch

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// settle looks at the paths that events have named.
func (t *tree) settle(batch map[string]op) {
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

// turned reports whether a folder or a link is or was at a path of which more than its bytes changed:
// then watches are at stake.
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
	info, err := os.Lstat(below(parent.in.real) + filepath.Base(path))
	return err == nil && (info.IsDir() || info.Mode()&fs.ModeSymlink != 0)
}

// touch looks at a file. Written or exchanged, it changed; when only its attributes did, the state
// decides. One that was not there and is not there again is not a change.
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
		return // a folder as before: what changed in it has events of its own
	}
	t.visit(path, s, true)
}

// rebuild looks at places where folders or links came, went or were exchanged. All old watches go
// before the first new one comes, see watches.
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

// unwatch takes the watches from a path and all below it. Where the real folders may have moved, all
// others who want them must look again: they are added to work.
func (t *tree) unwatch(path string, moved bool, work []string) []string {
	t.unasked(path)
	e := t.known[path]
	if e.in == nil {
		return work
	}
	e.in.pass = 0 // this look may have seen it before, with the watches that go now
	if w := t.byReal[e.in.real]; w != nil {
		w.mirrors = without(w.mirrors, path)
		if moved {
			work = append(work, wanted(w)...)
		}
		t.release(w)
	}
	for _, name := range e.in.names {
		child := below(path) + name
		if c, ok := t.known[child]; ok && (c.in != nil || c.link != 0) {
			work = t.unwatch(child, moved && c.link == 0, work)
		}
	}
	return work
}

// enlist brings the lists of names up to date in the folders around paths.
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

// differ returns the names that stand in one of two sorted lists but not in both.
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
