package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/filestat"
)

// action is what a commit does for one output.
type action uint8

const (
	keep    action = iota // the file on disk holds these bytes
	create                // a file where a folder is needed, or the reverse; both are ours
	replace               // a file is there that gives way
	blocked               // a file where a folder is needed, or the reverse; both are ours
	respell               // ours exists under another spelling of the name, which is removed
)

// item is one staged output.
type item struct {
	Entry
	by      string // who made it, for people
	from    string
	data    *piece      // rendered bytes; nil: they are in a file
	sum     uint64      // of the state of the new file
	changed int64       // when that changed
	mode    fs.FileMode // permissions of it
	act     action
	foreign bool // the existing file is not ours
	amends  bool // it holds what was there: the file stays whose it was
	early   bool // the bytes wait in a file: see early
	made    bool // a new file was created; undo removes it
}

// look records the state of the written file.
func (it *item) look(full string) {
	state, mode, _ := filestat.RegularMode(full)
	it.sum, it.changed, it.mode = state.Sum(), state.Changed(), mode
}

// Stage collects the outputs of one build. Several workers may call Add and Copy at the same time. Outputs that
// are equal on disk are dropped right after the comparison.
type Stage struct {
	tree  *Tree
	dirs  *dirs
	spool *Spool
	early *early // nil: the output folder is there

	mu    sync.Mutex
	items map[string]*item
	links map[string]bool // folders of the output that are symbolic links

	missed error // of the first output that Open could not read
}

// Stage begins the outputs of a build. Call Commit or Discard when done.
func (t *Tree) Stage() *Stage {
	return &Stage{
		tree:  t,
		dirs:  newDirs(t),
		spool: NewSpool(t.opts.State, t.opts.Spool),
		early: newEarly(t),
		items: make(map[string]*item, len(t.old.entries)),
		links: map[string]bool{},
	}
}

// Has reports whether an output of this path is staged.
func (s *Stage) Has(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items[path] != nil
}

// Each calls f for each staged output, in any order.
func (s *Stage) Each(f func(path string, size int64)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, it := range s.items {
		f(path, it.Size)
	}
}

// Add stages rendered bytes under an output path; by names their maker, for messages. The same bytes twice
// under one path are fine; different bytes return a Refusal.
func (s *Stage) Add(p string, data []byte, by string) error { return s.add(p, data, by, false) }

// Amend is Add for a new version of a file that includes the old contents. A file that the build did not write
// is replaced, and stays foreign.
func (s *Stage) Amend(p string, data []byte, by string) error { return s.add(p, data, by, true) }

func (s *Stage) add(p string, data []byte, by string, amends bool) error {
	it := &item{Entry: Entry{Path: p, Size: int64(len(data)), Hash: xxhash.Sum64(data)}, by: by, amends: amends}
	first, err := s.claim(it)
	if err != nil || first != nil {
		return err
	}
	if err := s.compare(it, func(file string) (bool, error) {
		disk, err := os.ReadFile(file)
		return bytes.Equal(disk, data), err
	}); err != nil {
		return err
	}
	if it.act == keep {
		return nil
	}
	if err := s.keep(it, data); err != nil {
		return fmt.Errorf("keep %s for writing: %w", p, err)
	}
	return nil
}

// Copy stages a file of the project under an output path; size is in bytes, modTime in nanoseconds since 1970.
// The source is not read if it has not changed since the last build and its copy is untouched.
func (s *Stage) Copy(p, from string, size, modTime int64) error {
	source := sourceState(from, size, modTime)
	it := &item{
		Entry: Entry{Path: p, Size: size, Origin: originKey(from, source)},
		by:    from, from: from,
	}
	first, err := s.claim(it)
	if err != nil || first != nil {
		return err
	}
	if !source.Settled(s.tree.began) {
		defer func() { it.Origin = 0 }() // the source may still change without getting another key
	}
	return s.compare(it, func(file string) (bool, error) {
		if it.Hash, err = hashFile(from); err != nil {
			return false, err
		}
		disk, err := hashFile(file)
		return disk == it.Hash, err
	})
}

// OriginKey returns one number that identifies a source file in its current state; modTime is in nanoseconds
// since 1970.
func OriginKey(from string, size, modTime int64) uint64 {
	return originKey(from, sourceState(from, size, modTime))
}

// sourceState returns the state of a source file with the given size and time. These two alone are not enough:
// two files of equal size may have been swapped by cp -p or mv, which keep their times.
func sourceState(from string, size, modTime int64) filestat.State {
	var state filestat.State
	if info, err := os.Stat(from); err == nil { // otherwise reading it reports the error
		state = filestat.Of(info)
	}
	state.Size, state.ModTime = size, modTime
	return state
}

func originKey(from string, state filestat.State) uint64 {
	var w codec.Writer
	w.Text(from)
	w.Fixed(state.Sum())
	return max(1, xxhash.Sum64(w.Bytes()))
}

// claim reserves an output path for an item, or returns the item with the same bytes that has it.
func (s *Stage) claim(it *item) (first *item, err error) {
	if err := CheckPath(it.Path); err != nil {
		return nil, err
	}
	s.mu.Lock()
	first = s.items[it.Path]
	if first == nil {
		s.items[it.Path] = it
	}
	s.mu.Unlock()
	if first == nil || first.Size == it.Size && first.from == it.from && (it.from != "" || first.Hash == it.Hash) {
		return first, nil
	}
	return nil, Clash(it.Path, first.by, it.by)
}

// Forget removes the output that by staged at a path, so other bytes can be staged there. An empty by matches
// any maker.
func (s *Stage) Forget(p, by string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if it := s.items[p]; it != nil && (by == "" || it.by == by) {
		delete(s.items, p)
		if it.early {
			os.Remove(s.early.full(p)) // else what comes in its place reports it
		}
	}
}

// Clash returns the refusal of two different outputs with one path; a and b name their makers.
func Clash(path, a, b string) *Refusal {
	if a > b {
		a, b = b, a
	}
	return &Refusal{
		Rule: ClashRule, Text: fmt.Sprintf("two outputs have the path %s: %s and %s", path, a, b),
		By: []string{a, b},
	}
}

// Keep stages an output of which only the size in bytes and the hash are known. It reports false, and stages
// nothing, unless the file on disk is unchanged since the previous build and has those bytes, or there is no file and
// Options.Elsewhere has them; the caller then adds the bytes.
func (s *Stage) Keep(p string, size int64, hash uint64, by string) (bool, error) {
	old, owned := s.tree.old.Find(p)
	if !owned || old.Size != size || old.Hash != hash {
		return s.leave(p, size, hash, by)
	}
	state, mode, regular := filestat.RegularMode(s.tree.full(p))
	if !regular || s.tree.wrong(mode) {
		return s.leave(p, size, hash, by)
	}
	it := &item{Entry: old, by: by, act: keep}
	it.Origin = 0
	if state.Sum() != old.State { // touched, or copied with the project
		if !s.tree.holds(old, state) {
			return false, nil
		}
		it.State = trusted(state, s.tree.began)
	}
	_, err := s.claim(it)
	return true, err
}

// compare determines what a commit must do for an item. It calls same, which compares the bytes of the file
// with the new ones, only if the sizes are equal and no cheaper check decides.
func (s *Stage) compare(it *item, same func(file string) (bool, error)) error {
	if s.tree.respelled(it.Path) {
		it.act = respell
		return nil
	}
	up, err := s.dirs.state(path.Dir(it.Path))
	if err != nil {
		return err
	}
	switch up {
	case dirAbsent:
		it.act = create
		return nil
	case dirLink:
		return s.linked(it)
	case dirFile:
		it.act = blocked
		return nil
	}
	full := s.tree.full(it.Path)
	fi, err := os.Lstat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		it.act = create
		return nil
	case err != nil:
		return err
	case fi.IsDir():
		it.act = blocked
		return nil
	}
	old, owned := s.tree.old.Find(it.Path)
	it.act, it.foreign = replace, !owned
	if !fi.Mode().IsRegular() {
		return nil
	}
	if owned && !it.amends && s.tree.wrong(fi.Mode()) {
		return nil
	}
	state := filestat.Of(fi)
	untouched := owned && old.State == state.Sum()
	switch {
	case fi.Size() != it.Size:
		return nil
	case untouched && it.from == "":
		if old.Hash == it.Hash {
			it.act, it.State = keep, old.State
		}
		return nil
	case untouched && it.Origin == old.Origin:
		it.act, it.State, it.Hash = keep, old.State, old.Hash
		return nil
	}
	equal, err := same(full)
	if err != nil || !equal {
		return err
	}
	it.act, it.foreign, it.State = keep, false, trusted(state, s.tree.began)
	return nil
}

// linked refuses to write through a symbolic link, once per link.
func (s *Stage) linked(it *item) error {
	dir := path.Dir(it.Path)
	for parent := path.Dir(dir); dir != "."; dir, parent = parent, path.Dir(parent) {
		if st, err := s.dirs.state(parent); err != nil || st == dirThere {
			break
		}
	}
	s.mu.Lock()
	known := s.links[dir]
	s.links[dir] = true
	s.mu.Unlock()
	if known {
		return nil
	}
	return &Refusal{
		Rule: "output-path",
		Text: fmt.Sprintf("%s in the output folder is a symbolic link, and sitegen does not write through links", dir),
		Hint: "remove the link, or name the folder that it leads to with --destination",
	}
}

// sorted returns the items by path.
func (s *Stage) sorted() []*item {
	list := make([]*item, 0, len(s.items))
	for _, it := range s.items {
		list = append(list, it)
	}
	slices.SortFunc(list, func(a, b *item) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// Discard ends the stage and drops uncommitted outputs. It may be called more than once.
func (s *Stage) Discard() error {
	s.tree.unlock()
	return errors.Join(s.early.end(), s.spool.Close())
}
