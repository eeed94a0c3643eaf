// Package disk makes an output folder equal to the outputs of a build: it writes only what differs, removes
// only files that sitegen wrote, and leaves the folder unchanged if anything fails.
//
// A build opens a Tree, adds its outputs to a Stage while it renders, and commits when nothing can fail
// anymore. Until Commit the output folder is only read. The Manifest, which is written last, lists the files
// that a Tree owns. An intent file, written before the first change, lets the next build recover from an
// interrupted commit. Files that the manifest does not name are foreign: they are never removed, and replaced only if
// Options.Adopt or Options.Replaces says so.
package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// Options gives the output folder and the place of its manifest. All paths are absolute.
type Options struct {
	Dir   string // output folder; required; it need not exist yet
	State string // folder for manifests; required; made when missing
	// the project; if it contains State, manifests of output folders in it are named by relative paths, so a
	// moved project keeps them; "" if none
	Project string
	Sources []string // files and folders that the build reads: the output folder may not contain one, or be in one
	Adopt   bool     // write into a folder with foreign files, and replace those that the build also writes
	// returns which outputs replace foreign files, because the folder is the output of a generator that this build
	// replaces; nil if it isn't
	Replaces func(dir string) func(path, by string) bool
	Shared   bool  // another program also writes to the folder: a file of ours that it changed becomes foreign
	DryRun   bool  // nothing is written or stored; Stage.Plan returns what Commit would do
	Folds    bool  // names that differ only in case are the same file; detected if false
	Spool    int64 // bytes of staged outputs kept in memory before a file takes the rest; 4 MiB if 0
	// Elsewhere has outputs that need no file, as long as none is there; nil: every output needs one
	Elsewhere Elsewhere
}

// Refusal is a reason not to write to a folder. It is found before anything is written.
type Refusal struct {
	Rule  string // "output-folder", "output-foreign", "output-path", "output-clash"
	Text  string
	Hint  string
	Files []string // slash paths of the foreign files that are in the way
	By    []string // who made the conflicting outputs, as named by the caller
}

// Error returns the reason without the hint.
func (r *Refusal) Error() string { return r.Text }

// Tree is an output folder and the list of files that we own in it. A Stage does not change it; after Commit it
// must not be used.
type Tree struct {
	opts      Options
	dir       string // Options.Dir with its symbolic links resolved
	name      string // base name of the manifest's file
	old       *Manifest
	folds     bool
	spelled   map[string]string          // the paths of old by their portable.Key, if the file system ignores case
	recovered bool                       // old holds entries of an interrupted build
	kept      bool                       // the state folder can be written
	replaces  func(path, by string) bool // of Options.Replaces; nil if no generator wrote the folder
	locked    *os.File
	id        uint64      // that the lock file holds; 0: none
	mode      fs.FileMode // permissions of a new folder; 0 if unknown, or meaningless on this system
	began     int64       // time of opening in nanoseconds, by the clock of the file system; 0 if unknown
}

// Open reads the manifest of an output folder and checks that it may be written: it must not contain a source
// or be in one, and it must be empty, ours, or adopted. An unreadable manifest owns nothing. The folder is
// locked against other builds until its Stage ends.
func Open(o Options) (*Tree, error) {
	o.Spool = cmp.Or(o.Spool, 4<<20)
	if err := checkFolder(o.Dir, o.Project, o.Sources); err != nil {
		return nil, err
	}
	dir, err := resolve(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("find the output folder: %w", err)
	}
	t := &Tree{opts: o, dir: dir, name: o.stateName(), folds: o.Folds || foldsCase(dir)}
	if t.kept, err = t.makeState(); err != nil {
		return nil, err
	}
	if err := t.lock(); err != nil {
		return nil, err
	}
	if t.kept && runtime.GOOS != "windows" {
		if t.mode, t.kept, err = modeOf(o.State, t.name); err != nil {
			t.unlock()
			return nil, err
		}
	}
	if err := t.read(); err != nil {
		t.unlock()
		return nil, err
	}
	return t, nil
}

// read loads the manifest, and refuses a folder that is not ours.
func (t *Tree) read() error {
	o := t.opts
	var known bool
	var err error
	if t.old, known, err = readManifest(t.manifestFile()); err != nil {
		return err
	}
	other := ""
	if known && !t.owns(t.old) {
		other, known, t.old = t.old.project, false, &Manifest{}
	}
	if t.id == 0 {
		t.id = t.old.id
	}
	t.nameLock()
	interrupted, err := t.recover()
	t.spell()
	if o.Shared {
		t.old = &Manifest{head: t.old.head, entries: slices.DeleteFunc(t.old.entries, t.changed)}
		return err
	}
	if err != nil || known || interrupted || o.Adopt {
		return err
	}
	err = checkEmpty(o.Dir, other)
	var refused *Refusal
	if errors.As(err, &refused) && o.Replaces != nil {
		if t.replaces = o.Replaces(t.dir); t.replaces != nil {
			return nil
		}
	}
	return err
}

// changed reports whether a file differs from what the last build left.
func (t *Tree) changed(e Entry) bool {
	state, regular := filestat.Regular(t.full(e.Path))
	return !regular || state.Sum() != e.State && !t.holds(e, state)
}

// holds reports whether a file whose state is unknown still has our bytes.
func (t *Tree) holds(e Entry, state filestat.State) bool {
	if state.Size != e.Size {
		return false
	}
	hash, err := hashFile(t.full(e.Path))
	return err == nil && hash == e.Hash
}

// Owns reports whether the previous build left the file at this path.
func (t *Tree) Owns(path string) bool {
	_, ours := t.old.Find(path)
	return ours
}

// absent reports whether an error means that the file does not exist.
func absent(err error) bool { return filestat.Absent(err) }

// Kept reports whether the manifest can be written. Without it, the next build owns nothing.
func (t *Tree) Kept() bool { return t.kept }

// Beside returns a file next to the manifest, for other data that is kept about this output folder, or "" if
// nothing is kept.
func (t *Tree) Beside(ext string) string {
	if !t.kept {
		return ""
	}
	return filepath.Join(t.opts.State, t.name+ext)
}

// makeState creates the state folder. It reports false if the folder is not writable.
func (t *Tree) makeState() (kept bool, err error) {
	if t.opts.DryRun {
		return false, nil
	}
	return mayWrite(func() error { return MakeState(t.opts.State) })
}

// mayWrite reports whether something can be written. It returns false if the system does not permit it, or a
// file is at the path of the folder; a build then continues without a manifest, and the next one refuses the
// output folder. To be sure, it tries twice. Other errors stop the build.
func mayWrite(write func() error) (bool, error) {
	err := write()
	if err != nil {
		err = write()
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOTDIR) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("write the state folder: %w", err)
	}
	return true, nil
}

// MakeState creates the state folder, with a .gitignore that excludes it from git. Failing to write that file
// is not an error.
func MakeState(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	ignore := filepath.Join(dir, ".gitignore")
	if _, err := os.Lstat(ignore); err == nil {
		return nil
	}
	if err := os.WriteFile(ignore, []byte("*\n"), 0o666); err != nil {
		os.Remove(ignore) // the next build tries again
	}
	return nil
}

// trusted returns the sum of the state of a file that was examined at time now of the file system's clock. It
// returns 0 if the file could still change without getting another state.
func trusted(state filestat.State, now int64) uint64 {
	if !state.Settled(now) {
		return 0
	}
	return state.Sum()
}

// full returns the path of an output on disk; "." is the output folder.
func (t *Tree) full(path string) string {
	if path == "." {
		return t.dir
	}
	return t.dir + string(filepath.Separator) + filepath.FromSlash(path)
}

// resolve follows the symbolic links of the longest existing part of an absolute path.
func resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if !absent(err) {
		return real, err
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path, nil
	}
	real, err = resolve(parent)
	return filepath.Join(real, filepath.Base(path)), err
}

// checkEmpty refuses a folder that contains anything except files that git and hosts put there. other is the
// project whose manifest has the name of ours; "" if none.
func checkEmpty(dir, other string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case absent(err):
		return nil
	case err != nil:
		return fmt.Errorf("read the output folder: %w", err)
	}
	for _, e := range entries {
		switch e.Name() {
		case ".git", ".gitignore", ".gitkeep", ".nojekyll", "CNAME", ".DS_Store":
		default:
			text := fmt.Sprintf("the output folder %s contains files that sitegen did not write (%s)", dir, e.Name())
			if other != "" {
				text = fmt.Sprintf("the output folder %s contains files (%s), but the list of the files that sitegen wrote is that of another project or output folder, %s", dir, e.Name(), other)
			}
			return &Refusal{
				Rule: "output-folder", Text: text,
				Hint: "choose another folder with --destination, or pass --adopt to write to this one; its other files are kept",
			}
		}
	}
	return nil
}
