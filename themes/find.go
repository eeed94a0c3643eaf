package themes

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// open opens a folder: a slash path relative to the project, or an absolute path. The file system is nil if the
// folder does not exist.
func (p *Project) open(dir string) (abs string, _ fs.FS, _ *diag.Diagnostic) {
	abs = filepath.FromSlash(dir)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(p.Dir, abs)
	}
	base, below := abs, "."
	if rel, err := filepath.Rel(p.Dir, abs); err == nil && filepath.IsLocal(rel) {
		base, below = p.Dir, filepath.ToSlash(rel)
	}
	if info, err := os.Stat(base); err == nil && !info.IsDir() { // a single file, as modules mount them
		return abs, nil, nil
	}
	root, err := os.OpenRoot(base)
	if err != nil {
		return abs, nil, unreadable(dir, err)
	}
	sub, err := fs.Sub(root.FS(), below)
	if err != nil {
		return abs, nil, unreadable(dir, err)
	}
	st, err := fs.Stat(sub, ".")
	if err != nil {
		return abs, nil, unreadable(dir, err)
	}
	if !st.IsDir() {
		return abs, nil, nil
	}
	return abs, sub, nil
}

// unreadable returns the diagnostic for a file or folder that cannot be read, or nil if it does not exist.
func unreadable(file string, err error) *diag.Diagnostic {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	d := &diag.Diagnostic{Rule: "project-file", File: filepath.ToSlash(file), Message: "it cannot be read: " +
		diag.Cause(err).Error()}
	if leadsOut(err) {
		d.Message = "the symbolic link leads out of the project"
		d.Hint = "copy its target into the project"
	}
	return d
}

// leadsOut reports whether os.Root refused to follow a link. It has no error value for that.
func leadsOut(err error) bool { return strings.Contains(err.Error(), "path escapes from parent") }
