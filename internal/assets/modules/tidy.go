package modules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"

	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// Tidy makes go.mod and go.sum of a project list exactly the modules that it uses. It removes lines of other modules,
// and adds missing modules in the version that was found, after checking them against the checksum database. It returns
// what it added and removed, as "+path version" and "-path version", sorted. Without a go.mod and modules it writes
// nothing.
func Tidy(ctx context.Context, o Options, used []Module) (changes []string, err error) {
	return change(ctx, o, used, true)
}

// Update is Tidy without removing lines of other modules.
func Update(ctx context.Context, o Options, used []Module) (changes []string, err error) {
	return change(ctx, o, used, false)
}

func change(ctx context.Context, o Options, used []Module, drop bool) (changes []string, err error) {
	r, err := newResolver(o)
	if err != nil {
		return nil, err
	}
	versions := map[string]string{} // of the modules in use that have one
	for _, m := range used {
		if versions[m.Path] = m.Version; m.By != "" {
			versions[m.Path] = ""
		}
	}
	name := filepath.Join(o.Project, "go.mod")
	f, src, err := ownMod(name, filepath.Base(o.Project))
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Clone(f.Require) {
		v, there := versions[r.Mod.Path]
		if there && (v == "" || v == r.Mod.Version) || !there && !drop {
			delete(versions, r.Mod.Path)
			continue // in use, though currently replaced
		}
		changes = append(changes, "-"+r.Mod.Path+" "+r.Mod.Version)
		if err := f.DropRequire(r.Mod.Path); err != nil {
			return nil, err
		}
	}
	for _, p := range slices.Sorted(maps.Keys(versions)) {
		v := versions[p]
		if v == "" || !IsPath(p) {
			continue
		}
		changes = append(changes, "+"+p+" "+v)
		if err := f.AddRequire(p, v); err != nil {
			return nil, err
		}
	}
	lines, err := r.sumsOf(ctx, used, drop)
	if err != nil {
		return nil, err
	}
	slices.Sort(changes)
	if len(changes) > 0 {
		if err := writeMod(name, f, src); err != nil {
			return nil, err
		}
	}
	return changes, writeSums(o.Project, lines)
}

// ownMod reads the go.mod of a project, or returns a new one if it is missing.
func ownMod(name, project string) (*modfile.File, []byte, error) {
	src, err := os.ReadFile(name)
	text := src
	if errors.Is(err, fs.ErrNotExist) {
		text, err = []byte("module "+modfile.AutoQuote(project)+"\n\ngo 1.21\n"), nil
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := modfile.Parse(name, text, nil)
	return f, src, err
}

// sumsOf returns the lines of go.sum with those for the modules in use added; with drop, only those.
func (r *resolver) sumsOf(ctx context.Context, used []Module, drop bool) (lines []string, err error) {
	keep := map[string]bool{}
	for _, m := range used {
		keep[m.source().String()] = m.Version != ""
	}
	for key, sum := range r.sums {
		p, version, _ := strings.Cut(key, " ")
		if !drop || keep[p+"@"+strings.TrimSuffix(version, "/go.mod")] {
			lines = append(lines, key+" "+sum)
		}
	}
	for _, m := range used {
		v := m.source()
		if m.Version == "" || r.sums[v.Path+" "+v.Version] != "" || m.vendored(r.o.Project) {
			continue
		}
		sum, err := dirhash.HashDir(m.Dir, v.String(), dirhash.Hash1)
		if err != nil {
			return nil, err
		}
		if err := r.checked(ctx, v, sum); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Label(), err)
		}
		lines = append(lines, v.Path+" "+v.Version+" "+sum)
	}
	return lines, nil
}

// source returns the version whose files a module has: its own, or that of its replacement.
func (m Module) source() module.Version {
	return module.Version{Path: cmp.Or(m.By, m.Path), Version: m.Version}
}

// writeSums writes a go.sum in the order that Go uses.
func writeSums(project string, lines []string) error {
	name := filepath.Join(project, "go.sum")
	src, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	slices.SortFunc(lines, func(a, b string) int {
		x, y := strings.Fields(a), strings.Fields(b)
		list := []module.Version{{Path: x[0], Version: x[1]}, {Path: y[0], Version: y[1]}}
		if module.Sort(list); list[0].Path == x[0] && list[0].Version == x[1] {
			return -1
		}
		return 1
	})
	text := strings.Join(lines, "\n")
	if text != "" {
		text += "\n"
	}
	if text == string(src) {
		return nil
	}
	return atomicfile.Write(name, []byte(text))
}

// vendored reports whether a module is in the folder _vendor of a project, which may contain only parts of it.
func (m Module) vendored(project string) bool {
	rel, err := filepath.Rel(filepath.Join(project, vendorDir), m.Dir)
	return err == nil && filepath.IsLocal(rel)
}

// Verify compares the modules of a project in a cache with its go.sum. checked is their number; each error names a
// module that differs.
func Verify(project string, used []Module) (checked int, differ []error, err error) {
	sums, err := readSums(filepath.Join(project, "go.sum"))
	if err != nil {
		return 0, nil, err
	}
	for _, m := range used {
		if m.Version == "" || m.vendored(project) {
			continue
		}
		checked++
		v := m.source()
		want := sums[v.Path+" "+v.Version]
		sum, err := dirhash.HashDir(m.Dir, v.String(), dirhash.Hash1)
		switch {
		case err != nil:
			differ = append(differ, fmt.Errorf("%s: %w", m.Label(), err))
		case want == "":
			differ = append(differ, fmt.Errorf("%s is not in go.sum", m.Label()))
		case want != sum:
			differ = append(differ, fmt.Errorf("%s in %s was changed: its checksum is %s, and go.sum says %s", m.Label(), m.Dir,
				sum, want))
		}
	}
	return checked, differ, nil
}
