package modules

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"

	"github.com/sitegen/sitegen/internal/disk/atomicfile"
)

// Get writes the version of a module into the go.mod of a project, and its checksum into go.sum. Without a go.mod it
// makes one. query is "latest", a version, the beginning of one, or a branch. It returns the version.
func Get(ctx context.Context, o Options, p, query string) (string, error) {
	if err := module.CheckPath(p); err != nil {
		return "", err
	}
	r, err := newResolver(o)
	if err != nil {
		return "", err
	}
	version, err := Latest(ctx, o.Environ, p, query)
	if err != nil {
		return "", err
	}
	v := module.Version{Path: p, Version: version}
	dir, err := r.fetch(ctx, v)
	if err != nil {
		return "", err
	}
	sum, err := dirhash.HashDir(dir, p+"@"+version, dirhash.Hash1)
	if err != nil {
		return "", err
	}
	if err := require(filepath.Join(o.Project, "go.mod"), filepath.Base(o.Project), v); err != nil {
		return "", err
	}
	return version, addSum(filepath.Join(o.Project, "go.sum"), v, sum)
}

// require writes a requirement into a go.mod.
func require(name, project string, v module.Version) error {
	src, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		src, err = []byte("module "+modfile.AutoQuote(project)+"\n\ngo 1.21\n"), nil
	}
	if err != nil {
		return err
	}
	f, err := modfile.Parse(name, src, nil)
	if err != nil {
		return err
	}
	if err := f.AddRequire(v.Path, v.Version); err != nil {
		return err
	}
	f.Cleanup()
	out, err := f.Format()
	if err != nil {
		return err
	}
	return atomicfile.Write(name, out)
}

// addSum writes a checksum into a go.sum, in the order of Go.
func addSum(name string, v module.Version, sum string) error {
	src, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	line := fmt.Sprintf("%s %s %s", v.Path, v.Version, sum)
	lines := strings.FieldsFunc(string(src), func(r rune) bool { return r == '\n' })
	if slices.Contains(lines, line) {
		return nil
	}
	lines = append(lines, line)
	slices.Sort(lines)
	return atomicfile.Write(name, []byte(strings.Join(lines, "\n")+"\n"))
}

// Vendor copies modules that have a version into the folder _vendor of a project, in place of what lies there, so that
// the project builds without a cache and without a network. After an error the folder is as it was. It returns how many there are.
func Vendor(project string, list []Module) (int, error) {
	aside, err := os.MkdirTemp(project, ".vendor-")
	if err != nil {
		return 0, err
	}
	done := func() { os.RemoveAll(aside) }
	defer func() { done() }()
	tmp := filepath.Join(aside, vendorDir)
	if err := os.Mkdir(tmp, 0o777); err != nil {
		return 0, err
	}
	var txt strings.Builder
	n := 0
	for _, m := range list {
		if m.Version == "" {
			continue
		}
		if err := os.CopyFS(filepath.Join(tmp, filepath.FromSlash(m.Path)), os.DirFS(m.Dir)); err != nil {
			return 0, err
		}
		fmt.Fprintf(&txt, "# %s %s\n", m.Path, m.Version)
		n++
	}
	if err := os.WriteFile(filepath.Join(tmp, "modules.txt"), []byte(txt.String()), 0o666); err != nil {
		return 0, err
	}
	dir, before := filepath.Join(project, vendorDir), filepath.Join(aside, "before")
	if err := atomicfile.Move(dir, before); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	if err := atomicfile.Move(tmp, dir); err != nil {
		if back := atomicfile.Move(before, dir); back != nil && !errors.Is(back, fs.ErrNotExist) {
			done = func() {} // the folder of before lies there
			return 0, fmt.Errorf("%w; what was in %s is in %s: %w", err, dir, before, back)
		}
		return 0, err
	}
	return n, nil
}

// Label is how messages name a module: "github.com/user/theme v1.2.3", or the name of a theme.
func (m Module) Label() string {
	if m.Version == "" {
		return path.Clean(m.Path)
	}
	return m.Path + " " + m.Version
}
