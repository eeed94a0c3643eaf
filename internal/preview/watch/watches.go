package watch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// watches records which real folders the source watches, and for which paths. A folder is watched for the paths
// that mirror it, which need events for every name in it, and for paths that ask for one name: roots, and paths
// of links.
//
// The source follows an inode, not a path, and knows one path for each. A folder that was moved must therefore
// be released under its old path before it is watched under the new one, or its events would have the old path,
// and releasing that would end the watch. So only real folders are watched, each once.
type watches struct {
	source *source // nil: events are not used
	failed error   // why the source cannot watch any more
	byReal map[string]*watched
	byID   map[fileID]*watched
	asked  map[string][]spot // by path that asks
}

type watched struct {
	real    string
	id      fileID
	mirrors []string
	names   map[string][]string // asked-for name → paths that ask
}

// spot is one name in one real folder.
type spot struct{ real, name string }

func newWatches() watches {
	return watches{byReal: map[string]*watched{}, byID: map[fileID]*watched{}, asked: map[string][]spot{}}
}

// mirror watches the real folder of a path.
func (t *tree) mirror(path, real string, id fileID) {
	if w := t.watch(path, real, id); w != nil && !slices.Contains(w.mirrors, path) {
		w.mirrors = append(w.mirrors, path)
	}
}

func (t *tree) unmirror(path, real string) {
	if w := t.byReal[real]; w != nil {
		w.mirrors = without(w.mirrors, path)
		t.release(w)
	}
}

// ask watches the real folder for one name, for path.
func (t *tree) ask(path, real, name string) {
	if t.source == nil {
		return
	}
	info, err := os.Lstat(real)
	if err != nil {
		return
	}
	w := t.watch(path, real, identify(info))
	if w == nil {
		return
	}
	if !slices.Contains(w.names[name], path) {
		if w.names == nil {
			w.names = map[string][]string{}
		}
		w.names[name] = append(w.names[name], path)
	}
	if s := (spot{w.real, name}); !slices.Contains(t.asked[path], s) {
		t.asked[path] = append(t.asked[path], s)
	}
}

// unasked ends the requests of path.
func (t *tree) unasked(path string) {
	if t.asked[path] != nil {
		t.renew(path)()
	}
}

// renew lets path make its requests again. The returned function ends the earlier requests that were not
// repeated, so repeated ones are watched without a gap.
func (t *tree) renew(path string) (end func()) {
	before := t.asked[path]
	delete(t.asked, path)
	return func() {
		now := t.asked[path]
		t.drop(path, slices.DeleteFunc(before, func(s spot) bool { return slices.Contains(now, s) }))
	}
}

func (t *tree) drop(path string, spots []spot) {
	for _, s := range spots {
		w := t.byReal[s.real]
		if w == nil {
			continue
		}
		if left := without(w.names[s.name], path); len(left) > 0 {
			w.names[s.name] = left
		} else {
			delete(w.names, s.name) // it is nil if another folder has this path now
		}
		t.release(w)
	}
}

// watch watches a real folder for path. It returns nil if it is not watched, because it was removed (the folder
// above reports that), replaced, or events are not used.
func (t *tree) watch(path, real string, id fileID) *watched {
	if t.source == nil || t.failed != nil {
		return nil
	}
	if w := t.byReal[real]; w != nil {
		if w.id == id {
			// Adding it again costs nothing, and the folder may be a new one with the inode of the old, whose
			// watch has ended and whose event is still to come.
			t.add(real)
			return t.sure(path, real, w)
		}
		t.abandon(w)
	}
	if w := t.byID[id]; w != nil && id != (fileID{}) {
		if isAt(w.real, id) {
			t.add(w.real)
			return t.sure(path, real, w) // mounted twice
		}
		t.abandon(w)
	}
	if !t.add(real) {
		return nil
	}
	w := &watched{real: real, id: id}
	t.byReal[real] = w
	if id != (fileID{}) {
		t.byID[id] = w
	}
	return t.sure(path, real, w)
}

// sure returns w if its folder is at real, as before. Otherwise it was just replaced by another one, and it is
// unknown which of the two the source watches, and under which path: it is released and examined again.
func (t *tree) sure(path, real string, w *watched) *watched {
	if isAt(real, w.id) && (real == w.real || isAt(w.real, w.id)) {
		return w
	}
	t.abandon(w)
	t.again[path] = true
	return nil
}

// isAt reports whether a path is that of the folder id. It returns true if folders have no identity on this
// system.
func isAt(real string, id fileID) bool {
	info, err := os.Lstat(real)
	return err == nil && identify(info) == id
}

// add makes the source watch a folder. A folder that was removed meanwhile, or is unreadable, is not a failure.
func (t *tree) add(real string) bool {
	err := t.source.add(real)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) && !isNotFolder(err) {
		t.failed = err
	}
	return err == nil
}

// release ends the watch of a folder that no path needs.
func (t *tree) release(w *watched) {
	if len(w.mirrors) > 0 || len(w.names) > 0 || t.byReal[w.real] != w {
		return
	}
	delete(t.byReal, w.real)
	if t.byID[w.id] == w {
		delete(t.byID, w.id)
	}
	if t.source != nil {
		t.source.remove(w.real)
	}
}

// abandon releases a folder that has moved, and examines all paths again that needed it.
func (t *tree) abandon(w *watched) {
	for _, p := range wanted(w) {
		t.again[p] = true
	}
	w.mirrors, w.names = nil, nil
	t.release(w)
}

// wanted returns the paths for which a folder is watched.
func wanted(w *watched) []string {
	out := slices.Clone(w.mirrors)
	for _, paths := range w.names {
		out = append(out, paths...)
	}
	return out
}

// unwatchAll drops all watches, after the source was closed or before a restart.
func (t *tree) unwatchAll() {
	if t.source != nil {
		for real := range t.byReal {
			t.source.remove(real)
		}
	}
	clear(t.byReal)
	clear(t.byID)
	clear(t.asked)
}

// intake maps an event at a real path to the paths to examine.
func (t *tree) intake(real string, o op, hear func(string, op)) {
	if w := t.byReal[filepath.Dir(real)]; w != nil {
		name := filepath.Base(real)
		for _, m := range w.mirrors {
			if child := withSeparator(m) + name; !t.ignore(child) {
				hear(child, o)
			}
		}
		for _, p := range w.names[name] {
			hear(p, o)
		}
	}
	if w := t.byReal[real]; w != nil && o.moved() {
		for _, p := range wanted(w) {
			hear(p, o)
		}
	}
}

func without(list []string, s string) []string {
	if i := slices.Index(list, s); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}
