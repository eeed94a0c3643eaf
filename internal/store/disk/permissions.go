package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// modeExt is part of the name of the folder that modeOf creates.
const modeExt = ".mode"

// modeOf returns the permissions that a new folder gets, by creating one in the state folder. So umask and the
// file system decide. It reports false if the state folder is not writable.
func modeOf(state, name string) (mode fs.FileMode, kept bool, err error) {
	probe := filepath.Join(state, fmt.Sprintf("%s%s%d", name, modeExt, os.Getpid()))
	kept, err = mayWrite(func() error {
		err := os.Mkdir(probe, 0o777)
		if errors.Is(err, fs.ErrExist) { // left by a killed process that had our process ID
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
	if err := os.Remove(probe); err != nil && !absent(err) { // another build may have removed it as a leftover
		return 0, true, fmt.Errorf("write the state folder: %w", err)
	}
	return mode, true, nil
}

// wrong reports whether a file of ours has other permissions than a new file would get, so a web server may be
// unable to read it.
func (t *Tree) wrong(mode fs.FileMode) bool {
	return t.old.mode != 0 && t.mode != 0 && mode.Perm() != t.mode&0o666
}

// shutDirs lists the folders of the items that lack permissions of a new folder. Additional permissions stay,
// because other users may need them. The output folder itself is not checked.
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

// isShut reports whether a folder lacks some of the permissions.
func isShut(dir string, mode fs.FileMode) bool {
	has, ok := filestat.FolderMode(dir)
	return ok && has&mode != mode
}

// openDirs adds the missing permissions to folders. Folders of another user stay unchanged.
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

// newHead returns the head of the next manifest. The permissions of new files show whether umask alone
// determines permissions in the output folder.
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

// head returns the part of the manifest head that identifies its owner.
func (t *Tree) head() head {
	return head{project: t.project(), id: t.id, mode: t.mode}
}

func (t *Tree) project() string {
	return cmp.Or(t.opts.Project, t.opts.Dir)
}

// owns reports whether a manifest belongs to this output folder of this project. A moved or copied project
// keeps its manifest if the lock file has the same number or none; then at least half of the present files must
// match the manifest.
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
