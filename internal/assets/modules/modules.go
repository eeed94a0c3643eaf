// Package modules finds the modules that a Hugo project imports, such as its theme: in _vendor, next to the project, in
// the module cache of Go, or from a module proxy. The Go toolchain is not needed. The rules are those of
// https://gohugo.io/hugo-modules/ and https://go.dev/ref/mod.
package modules

import (
	"cmp"
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
	"golang.org/x/mod/semver"
)

// Import is an entry of module.imports, or the name of a theme.
type Import struct {
	Path          string // "github.com/user/theme", or the name of a folder of ThemesDir
	Mounts        []any  // tables that replace the mounts of the module; nil: those that it sets itself
	NoMounts      bool   // mount none of its folders
	IgnoreConfig  bool   // don't read its configuration, so neither its mounts nor its imports
	IgnoreImports bool   // skip the imports of this module
}

// Options tell Resolve where to look.
type Options struct {
	Project   string // folder with go.mod, go.sum and _vendor; absolute
	ThemesDir string // folder of themes; absolute
	// Replacements are folders by module path (module.replacements). Relative ones are below ThemesDir.
	Replacements map[string]string
	// ImportsOf returns the imports of the module in a folder. nil: none.
	ImportsOf func(dir string) []Import
	// Environ is the environment. The variables of Go for modules, HOME, and XDG_CACHE_HOME are read.
	Environ []string
	// Query returns the version query for a module that another one imports ("" for the project), given its version (""
	// for none). If it returns "", the version is kept. nil: versions come from go.mod.
	Query func(path, from, version string) string
}

// Module is a module that was found.
type Module struct {
	Path    string
	Version string // "v1.2.3"; "" for a folder next to the project
	Dir     string // absolute
	From    string // path of the module that imports it; "" for the project
	By      string // path of the module that replaces it and sets its version; "" for none
	// Imports are the entries that import it: the first one found, and further ones of the project if that is its own.
	Imports []Import
}

// Missing is the error of an import that was not found.
type Missing struct {
	Import string
	From   string // path of the module that imports it; "" for the project
	Why    error
	Hint   string
}

// Error says which module is missing and why.
func (m *Missing) Error() string {
	by := ""
	if m.From != "" {
		by = ", which " + m.From + " imports,"
	}
	return fmt.Sprintf("the module %s%s was not found: %v", m.Import, by, m.Why)
}

// Resolve finds imports and their own imports. As in Hugo, each module comes before its own imports and is listed once;
// earlier ones take precedence. Modules that were not found are in missing.
func Resolve(ctx context.Context, o Options, imports []Import) (found []Module, missing []*Missing, err error) {
	r, err := newResolver(o)
	if err != nil {
		return nil, nil, err
	}
	r.add(ctx, "", imports)
	for r.o.Query != nil && r.raise() {
		r.add(ctx, "", imports)
	}
	return r.found, r.missing, ctx.Err()
}

// raise reports whether a module was found in a lower version than another one requires. Then everything is resolved
// again with the higher version (https://go.dev/ref/mod#minimal-version-selection).
func (r *resolver) raise() bool {
	raised := false
	for _, m := range r.found {
		if v := r.version(m.Path); m.Version != "" && m.By == "" && semver.Compare(v.Version, m.Version) > 0 {
			r.least[m.Path], raised = v.Version, true
		}
	}
	if raised {
		r.found, r.missing, r.files = nil, nil, slices.DeleteFunc(r.files, func(f *modfile.File) bool {
			return !r.own ||
				f != r.files[0]
		})
	}
	return raised
}

// resolver is the state of one Resolve.
type resolver struct {
	o        Options
	env      map[string]string
	goEnv    map[string]string // what `go env -w` wrote; nil: not read yet
	files    []*modfile.File   // go.mod of the project, if any, and those of the modules found so far
	own      bool              // the project has a go.mod
	least    map[string]string // minimum versions that modules require, by path
	sums     map[string]string
	vendored map[string]string // versions in _vendor, by path
	found    []Module
	missing  []*Missing
}

func newResolver(o Options) (*resolver, error) {
	r := &resolver{o: o, env: map[string]string{}, least: map[string]string{}}
	for _, kv := range o.Environ {
		k, v, _ := strings.Cut(kv, "=")
		r.env[k] = v
	}
	err := r.readMod(o.Project)
	if err != nil {
		return nil, err
	}
	r.own = len(r.files) > 0
	if r.sums, err = readSums(filepath.Join(o.Project, "go.sum")); err != nil {
		return nil, err
	}
	r.vendored, err = readVendor(filepath.Join(o.Project, vendorDir, "modules.txt"))
	return r, err
}

// readMod reads the go.mod of a folder, if it exists.
func (r *resolver) readMod(dir string) error {
	name := filepath.Join(dir, "go.mod")
	src, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	parse := modfile.ParseLax // replacements in other modules are ignored
	if len(r.files) == 0 && dir == r.o.Project {
		parse = modfile.Parse
	}
	f, err := parse(name, src, nil)
	if err == nil {
		r.files = append(r.files, f)
	}
	return err
}

// add finds the imports of a module.
func (r *resolver) add(ctx context.Context, from string, imports []Import) {
	for _, i := range imports {
		if ctx.Err() != nil {
			return
		}
		if k := slices.IndexFunc(r.found, func(m Module) bool { return m.Path == i.Path }); k >= 0 {
			if from == "" && r.found[k].From == "" {
				r.found[k].Imports = append(r.found[k].Imports, i)
			}
			continue
		}
		m, err := r.find(ctx, from, i.Path)
		if err != nil {
			miss := &Missing{Import: i.Path, From: from, Why: err}
			if IsPath(i.Path) {
				miss.Hint = "sitegen mod get " + i.Path + " fetches it and writes its version into go.mod"
			}
			r.missing = append(r.missing, miss)
			continue
		}
		m.From, m.Imports = from, []Import{i}
		r.found = append(r.found, m)
		if i.IgnoreImports || i.IgnoreConfig || r.o.ImportsOf == nil {
			continue
		}
		if err := r.readMod(m.Dir); err != nil {
			r.missing = append(r.missing, &Missing{Import: i.Path, From: from, Why: err})
			continue
		}
		r.add(ctx, i.Path, r.o.ImportsOf(m.Dir))
	}
}

// IsPath reports whether an import may be a downloadable module: its first element has a dot.
func IsPath(p string) bool { return module.CheckPath(p) == nil }

// Files returns the files of a project that Resolve reads, as relative paths.
func Files() []string { return []string{"go.mod", "go.sum", vendorDir + "/modules.txt"} }

// vendorDir is the folder of a project written by `hugo mod vendor`.
const vendorDir = "_vendor"

// find returns the folder of a module: in _vendor, of its replacement, of its version, or among the themes.
func (r *resolver) find(ctx context.Context, from, p string) (Module, error) {
	if v, ok := r.vendored[p]; ok {
		return r.folder(p, v, filepath.Join(r.o.Project, vendorDir, filepath.FromSlash(p)))
	}
	if dir := r.o.Replacements[p]; dir != "" {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(r.o.ThemesDir, filepath.FromSlash(dir))
		}
		return r.folder(p, "", dir)
	}
	if IsPath(p) {
		if len(r.files) > 0 { // without a go.mod in the project, the first file has no replacements: see readMod
			for _, rep := range r.files[0].Replace {
				if rep.Old.Path == p && modfile.IsDirectoryPath(rep.New.Path) {
					dir := rep.New.Path
					if !filepath.IsAbs(dir) {
						dir = filepath.Join(r.o.Project, filepath.FromSlash(dir))
					}
					return r.folder(p, "", dir)
				}
			}
		}
		if m, err := r.folder(p, "", r.theme(from, p)); err == nil && r.version(p).Version == "" {
			return m, nil
		}
		v, err := r.wanted(ctx, from, p)
		if err != nil {
			return Module{}, err
		}
		if v.Version != "" {
			m := Module{Path: p, Version: v.Version}
			if v.Path != p {
				m.By = v.Path
			}
			m.Dir, err = r.fetch(ctx, v)
			return m, err
		}
	}
	m, err := r.folder(p, "", r.theme(from, p))
	if err != nil && IsPath(p) {
		return m, errors.New("no go.mod names its version")
	}
	return m, err
}

// theme returns the folder of a module among the themes. The project itself may use a path that leaves it ("../..").
func (r *resolver) theme(from, p string) string {
	if from == "" && strings.HasPrefix(p, "../") {
		return filepath.Join(r.o.ThemesDir, filepath.FromSlash(p))
	}
	return filepath.Join(r.o.ThemesDir, filepath.FromSlash(path.Clean("/"+p)))
}

// folder returns the module in a folder, if the folder exists.
func (r *resolver) folder(p, version, dir string) (Module, error) {
	m := Module{Path: p, Version: version, Dir: dir}
	found, err := isFolder(dir)
	if found && version == "" {
		m.Dir, err = r.beyond(dir)
	}
	if found || err != nil {
		return m, err
	}
	if rel, err := filepath.Rel(r.o.Project, dir); err == nil {
		dir = filepath.ToSlash(rel)
	}
	return m, fmt.Errorf("the folder %s does not exist", dir)
}

// wanted returns the version of a module, or the version that the caller's query selects.
func (r *resolver) wanted(ctx context.Context, from, p string) (module.Version, error) {
	v := r.version(p)
	if r.o.Query == nil || v.Path != p {
		return v, nil // replacements keep their version
	}
	query := r.o.Query(p, from, v.Version)
	if query == "" {
		return v, nil
	}
	version, err := r.query(ctx, v, query)
	if semver.Compare(v.Version, version) > 0 && query != "latest" {
		version = v.Version // another module requires a higher one
	}
	return module.Version{Path: p, Version: version}, err
}

// beyond resolves a folder if symbolic links lead out of the project, for a theme that the user keeps elsewhere. Links
// within that folder must not lead out of it. Other folders are returned unchanged.
func (r *resolver) beyond(dir string) (string, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	project, err := filepath.EvalSymlinks(r.o.Project)
	if err != nil {
		return "", err
	}
	within := func(base, dir string) bool {
		rel, err := filepath.Rel(base, dir)
		return err == nil && filepath.IsLocal(rel)
	}
	if within(project, real) || !within(r.o.Project, dir) {
		return dir, nil
	}
	return real, nil
}

// version returns the version of a module that the project requires, else the highest version that a module found so
// far requires, with its replacement. The version is empty if nothing requires the module.
func (r *resolver) version(p string) module.Version {
	v := module.Version{Path: p, Version: r.least[p]}
	for i, f := range r.files {
		for _, req := range f.Require {
			if req.Mod.Path == p && semver.Compare(req.Mod.Version, v.Version) > 0 {
				v.Version = req.Mod.Version
			}
		}
		if i == 0 && v.Version != "" && r.own && r.o.Query == nil {
			break // the project's go.mod lists all modules of its build
		}
	}
	if len(r.files) > 0 {
		for _, rep := range r.files[0].Replace {
			if rep.Old.Path == p && rep.New.Version != "" && (rep.Old.Version == "" || rep.Old.Version == v.Version) {
				return rep.New
			}
		}
	}
	return v
}

// readVendor reads _vendor/modules.txt, whose lines are "# path version".
func readVendor(name string) (map[string]string, error) {
	out := map[string]string{}
	src, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	for line := range strings.Lines(string(src)) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "#" {
			out[f[1]] = strings.Join(f[2:], " ")
		}
	}
	return out, err
}

// readSums reads a go.sum: the hash of each "path version".
func readSums(name string) (map[string]string, error) {
	out := map[string]string{}
	src, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	for line := range strings.Lines(string(src)) {
		if f := strings.Fields(line); len(f) == 3 {
			out[f[0]+" "+f[1]] = f[2]
		}
	}
	return out, err
}

// PathOf returns the path of the module in a folder; "project" if go.mod is missing or names none. The error is that of
// an unreadable go.mod.
func PathOf(dir string) (string, error) {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return cmp.Or(modfile.ModulePath(data), "project"), err
}
