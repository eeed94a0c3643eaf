package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/plainfile"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// early holds the outputs of a first build until the commit. If the output folder does not exist, each output
// becomes a complete file in a tree in the state folder, and the commit moves the top of that tree to the
// output folder, which is on the same file system. Only outputs that do not fit into memory are written there,
// so a small build creates no such tree.
type early struct {
	root string
	dirs *dirs // of the tree in it
	move func(from, to string) error

	once  sync.Once
	made  bool // the folder is there
	parts atomic.Int32
}

// earlyExt is the suffix of that folder's name in the state folder.
const earlyExt = ".unfinished"

// newEarly returns nil unless the output folder is missing and is next to the state folder, so files that are
// moved there belong to the same file system and group. It removes what a killed build left.
func newEarly(t *Tree) *early {
	if t.locked == nil || runtime.GOOS == "windows" { // an open file prevents moving its folder
		return nil
	}
	root := filepath.Join(t.opts.State, t.name+earlyExt)
	if os.RemoveAll(root) != nil || t.opts.Shared {
		return nil
	}
	state, err := resolve(t.opts.State)
	if err != nil || filepath.Dir(state) != filepath.Dir(t.dir) {
		return nil
	}
	if _, err := os.Lstat(t.dir); !absent(err) {
		return nil
	}
	e := &early{root: root, move: os.Rename, dirs: newDirs(&Tree{dir: filepath.Join(root, "tree")})}
	e.dirs.new = true
	return e
}

// begin creates the folder on the first call, and reports whether it exists.
func (e *early) begin() bool {
	e.once.Do(func() { e.made = os.Mkdir(e.root, 0o777) == nil && e.dirs.make(".") == nil })
	return e.made
}

// full returns the temporary path of an output.
func (e *early) full(path string) string { return e.dirs.tree.full(path) }

// keep stores the bytes of a new output: in memory, in its file, or in the spool.
func (s *Stage) keep(it *item, data []byte) (err error) {
	if s.early == nil || s.spool.fits(len(data)) || !s.early.begin() {
		kept, err := s.spool.add(data)
		it.data = &kept
		return err
	}
	if err := s.early.dirs.make(dirOf(it.Path)); err != nil {
		return err
	}
	it.early = true
	return plainfile.Create(s.early.full(it.Path), func(f io.Writer) error {
		_, err := f.Write(data)
		return err
	})
}

// writeEarly writes the outputs that have no file yet, and moves all files to their places. If it returns
// false, they could not be moved, and none was.
func (c *commit) writeEarly(ctx context.Context, jobs int, worker func() *writer) (moved bool, err error) {
	e := c.early
	_, err = par.MapWith(ctx, jobs, c.fresh, worker, func(_ context.Context, w *writer, it *item) (struct{}, error) {
		if it.early {
			return struct{}{}, nil
		}
		err := e.dirs.make(dirOf(it.Path))
		if err == nil {
			err = w.write(c.Stage, it, e.full(it.Path))
		}
		it.early = err == nil
		return struct{}{}, because(it, err)
	})
	if err != nil {
		return false, err
	}
	e.prune(c.fresh)
	if moved, err := c.moveEarly(); !moved || err != nil {
		return moved, err
	}
	_, err = par.Map(ctx, jobs, c.fresh, func(_ context.Context, it *item) (struct{}, error) {
		it.look(c.tree.full(it.Path))
		return struct{}{}, nil
	})
	return true, err
}

// moveEarly moves the files and folders at the top of the tree.
func (c *commit) moveEarly() (moved bool, err error) {
	for at := 0; at < len(c.fresh); {
		top, _, _ := strings.Cut(c.fresh[at].Path, "/")
		end := at
		for end < len(c.fresh) && (c.fresh[end].Path == top || strings.HasPrefix(c.fresh[end].Path, top+"/")) {
			end++
		}
		if _, err := os.Lstat(c.tree.full(top)); !absent(err) {
			return moved, because(c.fresh[at], cmp.Or(err, errAppeared))
		}
		if err := c.early.move(c.early.full(top), c.tree.full(top)); err != nil {
			if !moved {
				return false, nil // another file system: each is written to its place
			}
			return moved, because(c.fresh[at], err)
		}
		moved = true
		for ; at < end; at++ {
			c.fresh[at].early, c.fresh[at].made = false, true
		}
	}
	c.dirs.forget()
	return true, nil
}

// errAppeared is the error of a file that exists although it did not when the build compared.
var errAppeared = errors.New("it appeared while the site was built")

// prune removes folders of forgotten outputs.
func (e *early) prune(items []*item) {
	wanted := map[string]bool{".": true}
	for _, it := range items {
		for dir := dirOf(it.Path); !wanted[dir]; dir = dirOf(dir) {
			wanted[dir] = true
		}
	}
	for _, dir := range slices.Backward(e.dirs.made) {
		if !wanted[dir] {
			os.Remove(e.full(dir))
		}
	}
}

// takeBackEarly removes the moved folders that are empty.
func (c *commit) takeBackEarly() {
	for _, dir := range slices.Backward(c.early.dirs.made) {
		if dir != "." {
			os.Remove(c.tree.full(dir))
		}
	}
}

// end removes the folder.
func (e *early) end() error {
	if e == nil || !e.made {
		return nil
	}
	e.made = false
	return os.RemoveAll(e.root)
}

// open creates a file for an output that is written in parts, or returns nil if it cannot.
func (e *early) open() *os.File {
	if e == nil || !e.begin() {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(e.root, fmt.Sprintf("part%d", e.parts.Add(1))), os.O_RDWR|os.O_CREATE|os.O_EXCL,
		0o666)
	if err != nil {
		return nil
	}
	return f
}

// moveTo moves a file of open to its path in the tree.
func (e *early) moveTo(f *os.File, path string) error {
	if err := f.Close(); err != nil {
		return err
	}
	if err := e.dirs.make(dirOf(path)); err != nil {
		return err
	}
	return atomicfile.Move(f.Name(), e.full(path))
}
