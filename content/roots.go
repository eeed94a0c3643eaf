package content

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/diag"
)

// roots returns the content folders that exist. A folder that is named twice has the language that it is
// given first.
func roots(project string, o Options) ([]Root, diag.List) {
	var out []Root
	var problems diag.List
	for _, f := range o.Folders {
		abs := f.Dir
		if !filepath.IsAbs(f.Dir) {
			abs = filepath.Join(project, filepath.FromSlash(f.Dir))
		}
		r := Root{Dir: abs, Rel: filepath.ToSlash(f.Dir), Lang: lower(cmp.Or(f.Lang, o.DefaultLanguage))}
		if rel, err := filepath.Rel(project, abs); err == nil && filepath.IsLocal(rel) {
			r.Rel = filepath.ToSlash(rel)
		}
		if slices.ContainsFunc(out, func(o Root) bool { return o.Dir == abs }) {
			continue
		}
		ok, err := usable(project, r)
		if err != nil {
			problems = append(problems, &diag.Diagnostic{Rule: "content-folder", File: r.Rel, Message: err.Error()})
		}
		if ok {
			out = append(out, r)
		}
	}
	return out, problems
}

// at returns the path on disk of a file or folder of the root.
func (r *Root) at(path string) string { return filepath.Join(r.Dir, filepath.FromSlash(path)) }

// usable reports whether a root is a folder that may be read. A link inside the project must not
// make a folder outside of it part of the site; a configured path may lie anywhere.
func usable(project string, r Root) (bool, error) {
	info, err := os.Stat(r.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("the content folder cannot be read: %w", err)
	case !info.IsDir():
		return false, errors.New("the content folder is a file")
	}
	rel, err := filepath.Rel(project, r.Dir)
	if err != nil || !filepath.IsLocal(rel) {
		return true, nil
	}
	real, err := filepath.EvalSymlinks(r.Dir)
	if err != nil {
		return false, fmt.Errorf("the content folder cannot be read: %w", err)
	}
	within, err := filepath.EvalSymlinks(project)
	if err != nil {
		return false, fmt.Errorf("the project folder cannot be read: %w", err)
	}
	if rel, err := filepath.Rel(within, real); err != nil || !filepath.IsLocal(rel) {
		return false, fmt.Errorf("the content folder is a symbolic link that leads out of the project, to %s", real)
	}
	return true, nil
}

// inside returns the folders of other roots that lie below root i, relative to it: they are read
// once, as roots.
func inside(all []Root, i int) map[string]bool {
	out := map[string]bool{}
	for j, r := range all {
		rel, err := filepath.Rel(all[i].Dir, r.Dir)
		if j != i && err == nil && filepath.IsLocal(rel) && rel != "." {
			out[filepath.ToSlash(rel)] = true
		}
	}
	return out
}

// keys returns the language keys that file names may hold.
func keys(list []Language) languages {
	keys := languages{}
	for _, l := range list {
		keys[lower(l.Key)] = !l.Disabled
	}
	return keys
}
