// Package projectfile finds the files of a project that templates name by a path: in the folder of the project, of its
// themes, and of its content. Paths never lead out of these folders, nor to the output of a build.
package projectfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/config"
)

// Places are the folders in which functions such as readFile look.
type Places struct {
	cfg  *config.Config
	list []root // the project first
}

// root is one of these folders.
type root struct {
	around string // folder that symbolic links in it must not leave
	dir    string
	at     string // path of its files in templates
}

// New returns the folders of a project in Hugo's order: the project, the themes, and the content.
func New(cfg *config.Config) *Places {
	p := &Places{cfg, []root{{cfg.Project, cfg.Project, ""}}}
	for _, theme := range cfg.Themes {
		if !path.IsAbs(theme) && !filepath.IsAbs(theme) {
			theme = path.Join(filepath.ToSlash(cfg.ThemesDir), theme)
		}
		p.add(theme, "")
	}
	for _, f := range cfg.ContentOptions().Folders {
		p.add(f.Dir, f.At)
	}
	return p
}

func (p *Places) add(dir, at string) {
	dir = filepath.FromSlash(dir)
	around := dir // the folder of a module, or one elsewhere by configuration
	if !filepath.IsAbs(dir) {
		if filepath.IsLocal(dir) {
			around = "."
		}
		around, dir = filepath.Join(p.cfg.Project, around), filepath.Join(p.cfg.Project, dir)
	}
	p.list = append(p.list, root{around, dir, filepath.FromSlash(at)})
}

// Find returns the absolute path of a file in the first folder that has it, with symbolic links resolved, or the path
// that it would have in the project. A path that leads out of the project, or that is hidden, is Missing.
func (p *Places) Find(name string) (string, error) { return p.find(name, p.list) }

// InFolder is Find in the folder of the project only, for os.ReadDir.
func (p *Places) InFolder(name string) (string, error) { return p.find(name, p.list[:1]) }

func (p *Places) find(name string, in []root) (string, error) {
	clean := filepath.Clean(filepath.FromSlash(strings.TrimPrefix(name, "/")))
	if !filepath.IsLocal(clean) {
		return "", Missing(name)
	}
	for _, at := range in {
		below, ok := cutFolder(clean, at.at)
		file := filepath.Join(at.dir, below)
		if !ok || p.Hidden(file) {
			continue
		}
		_, err := os.Lstat(file)
		if err == nil {
			return Inside(at.around, file)
		}
		if !filestat.Absent(err) {
			return "", fmt.Errorf("read %q: %w", name, diag.Cause(err))
		}
	}
	abs := filepath.Join(p.cfg.Project, clean)
	if p.Hidden(abs) {
		return "", Missing(name)
	}
	return abs, nil
}

// Hidden reports whether an absolute path is in the output folder or in the folder with the state of builds: files
// there depend on earlier builds.
func (p *Places) Hidden(abs string) bool {
	for _, dir := range []string{p.cfg.PublishDir, ".sitegen"} {
		dir = filepath.FromSlash(dir)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(p.cfg.Project, dir)
		}
		if rel, err := filepath.Rel(dir, abs); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// ErrOutside is the error for a link to a file that is not published.
var ErrOutside = errors.New("leads out of the project through a symbolic link")

// Inside returns the path of a file with its symbolic links resolved. It is an error if the result is outside of the
// project.
func Inside(project, abs string) (string, error) {
	real, err := filepath.EvalSymlinks(abs)
	if filestat.Absent(err) {
		return abs, nil // the caller reports it
	}
	if err != nil {
		return "", fmt.Errorf("%s cannot be read: %w", filepath.Base(abs), diag.Cause(err))
	}
	base, err := filepath.EvalSymlinks(project)
	if err != nil {
		return "", fmt.Errorf("the project cannot be read: %w", diag.Cause(err))
	}
	if rel, err := filepath.Rel(base, real); err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s %w", filepath.Base(abs), ErrOutside)
	}
	return real, nil
}

// cutFolder returns a path relative to a folder that contains it; the folder "" contains everything.
func cutFolder(name, folder string) (string, bool) {
	if folder == "" || name == folder {
		return strings.TrimPrefix(name, folder), true
	}
	return strings.CutPrefix(name, folder+string(filepath.Separator))
}

// Missing is the error for a file of the project that does not exist; it is fs.ErrNotExist.
type Missing string

func (name Missing) Error() string { return fmt.Sprintf("file %q does not exist", string(name)) }

// Is reports whether target is fs.ErrNotExist.
func (name Missing) Is(target error) bool { return target == fs.ErrNotExist }
