package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
)

// dirState describes what exists at a path where an output needs a folder.
type dirState uint8

const (
	dirUnknown dirState = iota
	dirAbsent
	dirThere
	dirFile // a file, or anything else that is not a folder
	dirLink // a symbolic link: never followed
)

// dirs caches the known states of folders, so each is checked and created once.
type dirs struct {
	tree *Tree
	new  bool // the output folder was created by this build: unknown folders do not exist
	mu   sync.RWMutex
	seen map[string]dirState // by slash path; "." is the output folder
	made []string            // in the order made
}

func newDirs(t *Tree) *dirs { return &dirs{tree: t, seen: map[string]dirState{}} }

// state returns the state of dir, or of the first of its parents that is not a folder.
func (d *dirs) state(dir string) (dirState, error) {
	d.mu.RLock()
	s := d.seen[dir]
	d.mu.RUnlock()
	if s != dirUnknown {
		return s, nil
	}
	if dir != "." {
		up, err := d.state(path.Dir(dir))
		if err != nil {
			return dirUnknown, err
		}
		if up != dirThere {
			return d.learn(dir, up), nil
		}
	}
	if d.new {
		return d.learn(dir, dirAbsent), nil
	}
	fi, err := os.Lstat(d.tree.full(dir))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return d.learn(dir, dirAbsent), nil
	case err != nil:
		return dirUnknown, err
	case fi.IsDir():
		return d.learn(dir, dirThere), nil
	case fi.Mode()&fs.ModeSymlink != 0:
		return d.learn(dir, dirLink), nil
	}
	return d.learn(dir, dirFile), nil
}

func (d *dirs) learn(dir string, s dirState) dirState {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen[dir] = s
	return s
}

// make creates dir and its parents. Another worker may create the folder at the same time.
func (d *dirs) make(dir string) error {
	s, err := d.state(dir)
	if err != nil {
		return err
	}
	switch s {
	case dirThere:
		return nil
	case dirFile, dirLink:
		return fmt.Errorf("%s is not a folder", d.tree.full(dir))
	}
	if dir == "." {
		err = os.MkdirAll(filepath.Dir(d.tree.dir), 0o777)
	} else {
		err = d.make(path.Dir(dir))
	}
	if err != nil {
		return err
	}
	err = os.Mkdir(d.tree.full(dir), 0o777)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen[dir] = dirThere
	if err == nil {
		d.made = append(d.made, dir)
	}
	return nil
}

// forget drops everything known below the root, after folders took the places of files.
func (d *dirs) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.seen)
}

// removeMade removes the folders that this build created, if they are empty.
func (d *dirs) removeMade() {
	for i := len(d.made) - 1; i >= 0; i-- {
		os.Remove(d.tree.full(d.made[i]))
	}
	d.made = nil
	d.forget()
}

// prune removes the empty parents of a removed file, but not the output folder.
func (t *Tree) prune(file string) {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if os.Remove(t.full(dir)) != nil {
			return
		}
	}
}
