package modules

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"

	"github.com/sitegen/sitegen/internal/disk/atomicfile"
)

// Tidy makes go.mod and go.sum of a project name the modules that it uses, and no others. Lines of other modules go;
// modules that are missing come in with the version that was found. It returns what it added and removed, as
// "+path version" and "-path version", sorted. Without a go.mod and without modules it writes nothing.
func Tidy(project string, used []Module) (changes []string, err error) {
	versions := map[string]string{} // of the modules in use that have one
	for _, m := range used {
		versions[m.Path] = m.Version
	}
	name := filepath.Join(project, "go.mod")
	f, src, err := ownMod(name, filepath.Base(project))
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Clone(f.Require) {
		if v, there := versions[r.Mod.Path]; there && (v == "" || v == r.Mod.Version) {
			delete(versions, r.Mod.Path)
			continue // in use; a folder that replaces it may go one day
		}
		changes = append(changes, "-"+r.Mod.Path+" "+r.Mod.Version)
		if err := f.DropRequire(r.Mod.Path); err != nil {
			return nil, err
		}
	}
	for p, v := range versions {
		if v == "" || !IsPath(p) {
			continue
		}
		changes = append(changes, "+"+p+" "+v)
		if err := f.AddRequire(p, v); err != nil {
			return nil, err
		}
	}
	slices.Sort(changes)
	if len(changes) > 0 {
		f.Cleanup()
		f.SortBlocks()
		out, err := f.Format()
		if err != nil {
			return nil, err
		}
		if string(out) != string(src) {
			if err := atomicfile.Write(name, out); err != nil {
				return nil, err
			}
		}
	}
	return changes, tidySums(project, used)
}

// ownMod reads the go.mod of a project; a new one when there is none.
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

// tidySums leaves in go.sum the lines of the modules in use, and adds those that are missing.
func tidySums(project string, used []Module) error {
	name := filepath.Join(project, "go.sum")
	src, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	keep := map[string]bool{}
	for _, m := range used {
		keep[m.Path+" "+m.Version] = m.Version != ""
	}
	var lines []string
	known := map[string]bool{}
	for line := range strings.Lines(string(src)) {
		if w := strings.Fields(line); len(w) == 3 && keep[w[0]+" "+strings.TrimSuffix(w[1], "/go.mod")] {
			lines = append(lines, strings.TrimSpace(line))
			known[w[0]+" "+w[1]] = true
		}
	}
	for _, m := range used {
		if m.Version == "" || known[m.Path+" "+m.Version] || m.vendored(project) {
			continue
		}
		sum, err := dirhash.HashDir(m.Dir, m.Path+"@"+m.Version, dirhash.Hash1)
		if err != nil {
			return err
		}
		lines = append(lines, m.Path+" "+m.Version+" "+sum)
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

// vendored reports whether a module is in the folder _vendor of a project, where only parts of it may be.
func (m Module) vendored(project string) bool {
	rel, err := filepath.Rel(filepath.Join(project, vendorDir), m.Dir)
	return err == nil && filepath.IsLocal(rel)
}

// Verify compares the modules that a project has from a cache with its go.sum. checked counts them; each error names
// one that differs.
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
		want := sums[m.Path+" "+m.Version]
		sum, err := dirhash.HashDir(m.Dir, m.Path+"@"+m.Version, dirhash.Hash1)
		switch {
		case err != nil:
			differ = append(differ, fmt.Errorf("%s: %w", m.Label(), err))
		case want == "":
			differ = append(differ, fmt.Errorf("%s is not in go.sum", m.Label()))
		case want != sum:
			differ = append(differ, fmt.Errorf("%s in %s was changed: its checksum is %s, and go.sum says %s", m.Label(), m.Dir, sum, want))
		}
	}
	return checked, differ, nil
}
