package modules

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	"golang.org/x/mod/sumdb/dirhash"

	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// Get writes the version of a module into the go.mod of a project and its checksum into go.sum, after checking it
// against the checksum database. Other modules in go.mod are raised to the version that it requires. Get creates a
// missing go.mod. query is a query for Latest, or "". It returns the changes in go.mod, the module first.
func Get(ctx context.Context, o Options, p, query string) ([]module.Version, error) {
	if err := module.CheckPath(p); err != nil {
		return nil, err
	}
	r, err := newResolver(o)
	if err != nil {
		return nil, err
	}
	f, src, err := ownMod(filepath.Join(o.Project, "go.mod"), filepath.Base(o.Project))
	if err != nil {
		return nil, err
	}
	now := module.Version{Path: p}
	if r.own {
		now.Version = required(f, p)
	}
	version, err := r.query(ctx, now, query)
	if err != nil {
		return nil, err
	}
	got := []module.Version{{Path: p, Version: version}}
	for i := 0; i < len(got); i++ { // got grows in the loop
		higher, err := r.take(ctx, f, got[i])
		if err != nil {
			return nil, err
		}
		got = append(got, higher...)
	}
	if err := writeMod(filepath.Join(o.Project, "go.mod"), f, src); err != nil {
		return nil, err
	}
	lines, err := r.sumsOf(ctx, nil, false)
	if err != nil {
		return nil, err
	}
	return got, writeSums(o.Project, lines)
}

// take fetches a version, checks it, and adds it to a go.mod. higher lists the modules in that file of which it
// requires a higher version.
func (r *resolver) take(ctx context.Context, f *modfile.File, v module.Version) (higher []module.Version, err error) {
	dir, err := r.fetch(ctx, v)
	if err != nil {
		return nil, err
	}
	sum, err := dirhash.HashDir(dir, v.String(), dirhash.Hash1)
	if err != nil {
		return nil, err
	}
	if err = r.checked(ctx, v, sum); err != nil {
		return nil, err
	}
	r.sums[v.Path+" "+v.Version] = sum
	if err = f.AddRequire(v.Path, v.Version); err != nil {
		return nil, err
	}
	before := len(r.files)
	if err = r.readMod(dir); err != nil {
		return nil, err
	}
	for _, m := range r.files[before:] {
		for _, req := range m.Require {
			if now := required(f, req.Mod.Path); now != "" && semver.Compare(req.Mod.Version, now) > 0 {
				higher = append(higher, req.Mod)
			}
		}
	}
	return higher, nil
}

// required returns the version of a module in go.mod; "" for none.
func required(f *modfile.File, p string) string {
	for _, req := range f.Require {
		if req.Mod.Path == p {
			return req.Mod.Version
		}
	}
	return ""
}

// writeMod writes a go.mod if it differs from its source.
func writeMod(name string, f *modfile.File, src []byte) error {
	f.Cleanup()
	f.SortBlocks()
	out, err := f.Format()
	if err != nil || string(out) == string(src) {
		return err
	}
	return atomicfile.Write(name, out)
}

// Vendor copies modules that have a version into the folder _vendor of a project and replaces its content, so the
// project builds without a cache or network. After an error the folder is unchanged. It returns the number of modules.
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
			done = func() {} // the old folder is back in place
			return 0, fmt.Errorf("%w; what was in %s is in %s: %w", err, dir, before, back)
		}
		return 0, err
	}
	return n, nil
}

// Label returns the name of a module in messages: "github.com/user/theme v1.2.3", or the name of a theme.
func (m Module) Label() string {
	if m.Version == "" {
		return path.Clean(m.Path)
	}
	return m.Path + " " + m.Version
}
