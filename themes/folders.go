package themes

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
)

// openFolder opens a configured folder: a slash path relative to the project, or an absolute one. nil
// means that it is not there. Symbolic links in it work as long as they stay in the project (in
// the folder, when it lies elsewhere by configuration); one that leads out cannot be read, so that no
// project that somebody hands you can publish your files.
func openFolder(cfg *config.Config, dir string) (fs.FS, *diag.Diagnostic) {
	abs := dir
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(cfg.Project, filepath.FromSlash(dir))
	}
	base, below := abs, "."
	if rel, err := filepath.Rel(cfg.Project, abs); err == nil && filepath.IsLocal(rel) {
		base, below = cfg.Project, filepath.ToSlash(rel)
	}
	root, err := os.OpenRoot(base)
	if err != nil {
		return nil, unreadable(dir, err)
	}
	sub, err := fs.Sub(root.FS(), below)
	if err != nil {
		return nil, unreadable(dir, err)
	}
	st, err := fs.Stat(sub, ".")
	if err != nil {
		return nil, unreadable(dir, err)
	}
	if !st.IsDir() {
		return nil, nil
	}
	return sub, nil
}

// unreadable says why a file or folder of the project is not read; nil when it is not there.
func unreadable(file string, err error) *diag.Diagnostic {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	d := &diag.Diagnostic{Rule: "project-file", File: filepath.ToSlash(file), Message: "it cannot be read: " + reason(err)}
	if leadsOut(err) {
		d.Message = "the symbolic link leads out of the project"
		d.Hint = "copy what it leads to into the project"
	}
	return d
}

func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// leadsOut reports whether os.Root refused to follow a link. It has no error value for that.
func leadsOut(err error) bool { return strings.Contains(err.Error(), "path escapes from parent") }

// inProject returns the path of a file with its symbolic links resolved; one that lies outside of the
// project then is an error.
func inProject(cfg *config.Config, abs string) (string, error) {
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return abs, nil // not there: the caller says so
	}
	project, err := filepath.EvalSymlinks(cfg.Project)
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(project, real); err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s leads out of the project through a symbolic link", filepath.Base(abs))
	}
	return real, nil
}
