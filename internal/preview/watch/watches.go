package watch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// watches knows which real folders the source watches, and for whom. A folder is watched for the
// paths that mirror it, which want to hear of every name in it, and for paths that ask for one name:
// roots, and what links lead through.
//
// The source follows an inode, not a path, and knows one path for each: a folder that was moved must
// be let go under its old path before it is watched under the new one, or its events would carry the
// old path, and letting go of that would end the watch. Hence real folders only, each once.
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

// mirror watches the real folder for a path under which it is known.
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

// ask watches the real folder for one name, on behalf of path.
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

// unasked ends what path asked for.
func (t *tree) unasked(path string) {
	if t.asked[path] != nil {
		t.renew(path)()
	}
}

// renew lets path ask anew; the function returned ends what it asked for before and does not ask for
// now. So what it goes on asking for is watched without a gap.
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
			delete(w.names, s.name) // of which there are none when another folder came to this path
		}
		t.release(w)
	}
}

// watch has a real folder watched for path; nil when it is not, because it went away (the folder above tells), another
// took its place meanwhile, or events are not used.
func (t *tree) watch(path, real string, id fileID) *watched {
	if t.source == nil || t.failed != nil {
		return nil
	}
	if w := t.byReal[real]; w != nil {
		if w.id == id {
			// Added again, which costs nothing: the folder may be a new one with the inode of the old,
			// whose watch has ended and whose event is still to come.
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

// sure returns w when the folder that it stands for is at real, and where it was before. Else another one was exchanged
// for it just now, and nobody knows which of the two the source watches, and under which path: it is let go, and looked
// at again.
func (t *tree) sure(path, real string, w *watched) *watched {
	if isAt(real, w.id) && (real == w.real || isAt(w.real, w.id)) {
		return w
	}
	t.abandon(w)
	t.again[path] = true
	return nil
}

// isAt reports whether a path is that of a folder; of one without an identity nothing is known.
func isAt(real string, id fileID) bool {
	info, err := os.Lstat(real)
	return err == nil && identify(info) == id
}

// add has the source watch a folder. That it went away meanwhile, or may not be read, is no failure.
func (t *tree) add(real string) bool {
	err := t.source.add(real)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) && !isNotFolder(err) {
		t.failed = err
	}
	return err == nil
}

// release lets a folder go when nobody wants it.
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

// abandon lets a folder go that is no longer where it was, and has all who wanted it look again.
func (t *tree) abandon(w *watched) {
	for _, p := range wanted(w) {
		t.again[p] = true
	}
	w.mirrors, w.names = nil, nil
	t.release(w)
}

// wanted returns the paths that a folder is watched for.
func wanted(w *watched) []string {
	out := slices.Clone(w.mirrors)
	for _, paths := range w.names {
		out = append(out, paths...)
	}
	return out
}

// unwatchAll forgets all watches, for a source that is closed or a new beginning.
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

// intake turns an event at a real path into the paths that are to be looked at.
func (t *tree) intake(real string, o op, hear func(string, op)) {
	if w := t.byReal[filepath.Dir(real)]; w != nil {
		name := filepath.Base(real)
		for _, m := range w.mirrors {
			if child := below(m) + name; !t.ignore(child) {
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
