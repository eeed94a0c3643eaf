package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// modeExt is in the name of the folder that modeOf makes.
const modeExt = ".mode"

// modeOf returns the permissions of a folder that is made now, by making one in the state folder: so it is umask that
// counts, and what the file system makes of it. It reports false when the state folder cannot be written.
func modeOf(state, name string) (mode fs.FileMode, kept bool, err error) {
	probe := filepath.Join(state, fmt.Sprintf("%s%s%d", name, modeExt, os.Getpid()))
	kept, err = mayWrite(func() error {
		err := os.Mkdir(probe, 0o777)
		if errors.Is(err, fs.ErrExist) { // of a process that was killed and had our number
			if err = os.RemoveAll(probe); err == nil {
				err = os.Mkdir(probe, 0o777)
			}
		}
		return err
	})
	if !kept || err != nil {
		return 0, kept, err
	}
	if info, err := os.Lstat(probe); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.Remove(probe); err != nil && !absent(err) { // another build may take it for one that was left
		return 0, true, fmt.Errorf("write the folder of what is kept between builds: %w", err)
	}
	return mode, true, nil
}

// wrong reports whether a file of ours has other permissions than a new one gets: readers of the site may not read it.
func (t *Tree) wrong(mode fs.FileMode) bool {
	return t.old.mode != 0 && t.mode != 0 && mode.Perm() != t.mode&0o666
}

// shutDirs lists the folders of the items that lack permissions which a new folder gets. More of them stay: the folder
// may be that of others, too. The output folder itself is not looked at.
func (c *commit) shutDirs() []string {
	if c.tree.old.mode == 0 || c.tree.mode == 0 || c.tree.opts.Shared {
		return nil
	}
	var shut []string
	seen := map[string]bool{".": true}
	for _, it := range c.items {
		for dir := dirOf(it.Path); !seen[dir]; dir = dirOf(dir) {
			seen[dir] = true
			if isShut(c.tree.full(dir), c.tree.mode) {
				shut = append(shut, dir)
			}
		}
	}
	return shut
}

// isShut reports whether a folder lacks some of these permissions.
func isShut(dir string, mode fs.FileMode) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir() && info.Mode()&mode != mode
}

// openDirs gives folders the permissions that they lack. Those of another user stay as they are.
func (c *commit) openDirs() error {
	for _, dir := range c.shut {
		info, err := os.Lstat(c.tree.full(dir))
		if err != nil || !info.IsDir() {
			continue
		}
		if err := os.Chmod(c.tree.full(dir), info.Mode()|c.tree.mode); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	return nil
}

// newHead is the head of the next manifest. New files tell whether umask decides about permissions in the output
// folder.
func (c *commit) newHead() head {
	h := c.tree.head()
	wrote := c.tree.old.mode != 0
	for _, list := range [][]*item{c.fresh, c.renewed, c.late} {
		for _, it := range list {
			if wrote = true; it.mode != c.tree.mode&0o666 {
				h.mode = 0
			}
		}
	}
	if !wrote {
		h.mode = 0
	}
	return h
}

// head is what this build says of whose the manifest is.
func (t *Tree) head() head {
	return head{project: t.project(), id: t.id, mode: t.mode}
}

func (t *Tree) project() string {
	if t.opts.Project != "" {
		return t.opts.Project
	}
	return t.opts.Dir
}

// owns reports whether a manifest is that of this output folder in this project. Where the lock file knows the
// folder by the same number, or does not know it, a project that has moved, or was copied, keeps its manifest: then at
// least half of the files that are there must be as the manifest says.
func (t *Tree) owns(m *Manifest) bool {
	if t.id != 0 && m.id != 0 && t.id != m.id {
		return false
	}
	if m.project == t.project() {
		return true
	}
	const sample = 64
	there, same := 0, 0
	for i := 0; i < len(m.entries); i += 1 + len(m.entries)/sample {
		e := m.entries[i]
		state, regular := filestat.Regular(t.full(e.Path))
		if !regular {
			continue
		}
		if there++; state.Sum() == e.State || t.holds(e, state) {
			same++
		}
	}
	return 2*same >= there
}
