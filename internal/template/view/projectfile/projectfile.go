// Package projectfile finds the files of a project that templates name by a path: in its folder, in those of its themes
// and of its content. It never leads out of them, nor to what a build made.
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
	list []place // that of the project first
}

// place is one of them.
type place struct {
	around string // what symbolic links in it must not leave
	dir    string
	at     string // the path that its files have for templates
}

// New returns the places of a project in Hugo's order: its folder, those of the themes, and those of the content.
func New(cfg *config.Config) *Places {
	p := &Places{cfg, []place{{cfg.Project, cfg.Project, ""}}}
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
	around := dir // of a module, or elsewhere by configuration
	if !filepath.IsAbs(dir) {
		if filepath.IsLocal(dir) {
			around = "."
		}
		around, dir = filepath.Join(p.cfg.Project, around), filepath.Join(p.cfg.Project, dir)
	}
	p.list = append(p.list, place{around, dir, filepath.FromSlash(at)})
}

// Find returns the absolute path of a file in the first place that has it, with symbolic links resolved, or the path
// that it would have in the project. A path that leads out of the project, and one that is hidden, is Missing.
func (p *Places) Find(name string) (string, error) { return p.find(name, p.list) }

// InFolder is Find in the folder of the project alone, as for os.ReadDir.
func (p *Places) InFolder(name string) (string, error) { return p.find(name, p.list[:1]) }

func (p *Places) find(name string, in []place) (string, error) {
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

// Hidden reports whether an absolute path is in the output folder or in the folder of what is kept between builds: what
// a template finds there would depend on the build before.
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

// ErrOutside is the error of a link to what is not published.
var ErrOutside = errors.New("leads out of the project through a symbolic link")

// Inside returns the path of a file with its symbolic links resolved; one that lies outside of the
// project then is an error.
func Inside(project, abs string) (string, error) {
	real, err := filepath.EvalSymlinks(abs)
	if filestat.Absent(err) {
		return abs, nil // the caller says so
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

// cutFolder returns a path relative to a folder that it is in; "" is the folder of all.
func cutFolder(name, folder string) (string, bool) {
	if folder == "" || name == folder {
		return strings.TrimPrefix(name, folder), true
	}
	return strings.CutPrefix(name, folder+string(filepath.Separator))
}

// Missing is the error of a file of the project that does not exist; it is fs.ErrNotExist.
type Missing string

func (name Missing) Error() string { return fmt.Sprintf("file %q does not exist", string(name)) }

// Is reports whether target says the same of any file.
func (name Missing) Is(target error) bool { return target == fs.ErrNotExist }
