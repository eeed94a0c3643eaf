package content

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
)

// findRoots returns the content folders that exist. A folder that is listed for several languages is a root for each of
// them.
func (w *walker) findRoots(project string, o Options) ([]Root, []glob.Filter, diag.List) {
	var out []Root
	var filters []glob.Filter
	var problems diag.List
	for _, f := range o.Folders {
		abs := f.Dir
		if !filepath.IsAbs(f.Dir) {
			abs = filepath.Join(project, filepath.FromSlash(f.Dir))
		}
		r := Root{
			Dir: abs, Rel: filepath.ToSlash(f.Dir), Lang: lower(cmp.Or(f.Lang, o.DefaultLanguage)), Mounted: f.Mounted,
			Shared: f.Shared,
		}
		if at := path.Clean("/" + f.At); at != "/" {
			r.At = at[1:]
		}
		if rel, err := filepath.Rel(project, abs); err == nil && filepath.IsLocal(rel) {
			r.Rel = filepath.ToSlash(rel)
		}
		if slices.ContainsFunc(out, func(o Root) bool {
			return o.Dir == abs && (!r.Mounted && o.Lang == r.Lang || o == r)
		}) &&
			len(f.Files) == 0 {
			continue
		}
		filter, err := glob.NewFilter(f.Files)
		if err != nil {
			problems = append(problems, &diag.Diagnostic{Rule: "content-folder", File: r.Rel, Message: err.Error()})
		}
		if info, err := w.disk.Stat(r.Dir); err == nil && info.Mode().IsRegular() && f.Optional {
			continue
		}
		ok, err := w.usable(project, r)
		if err != nil {
			problems = append(problems, &diag.Diagnostic{Rule: "content-folder", File: r.Rel, Message: err.Error()})
		}
		if ok {
			out, filters = append(out, r), append(filters, filter)
		}
	}
	return out, filters, problems
}

// again reports whether two roots are the same folder, in two languages.
func (r *Root) again(o *Root) bool { return r.Dir == o.Dir && r.At == o.At && r.Lang != o.Lang }

// below returns a path of the content relative to the folder of the root.
func (r *Root) below(path string) string {
	if r.At == "" || len(path) < len(r.At) {
		return path
	}
	return strings.TrimPrefix(path[len(r.At):], "/")
}

// Name returns the path on disk of a file or folder of the root, whose path in the content is given.
func (r *Root) Name(path string) string {
	return filepath.Join(r.Dir, filepath.FromSlash(r.below(path)))
}

// Path returns the path in the content of a file or folder on disk; false if it is not in the root.
func (r *Root) Path(name string) (string, bool) {
	rel, err := filepath.Rel(r.Dir, name)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return join(r.At, strings.TrimPrefix(filepath.ToSlash(rel), ".")), true
}

// shown returns the path of a file or folder of the root for messages.
func (r *Root) shown(path string) string { return join(r.Rel, r.below(path)) }

// isFile reports whether a root is a single file.
func (w *walker) isFile(r *Root) bool {
	if r.At == "" {
		return false
	}
	info, err := w.disk.Stat(r.Dir)
	return err == nil && !info.IsDir()
}

// usable reports whether a root is a folder that may be read. A link inside the project must not make a folder outside
// of it part of the site; a configured path may be anywhere.
func (w *walker) usable(project string, r Root) (bool, error) {
	info, err := w.disk.Stat(r.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("the content folder cannot be read: %w", err)
	case !info.IsDir() && (r.At == "" || !info.Mode().IsRegular()):
		return false, errors.New("the content folder is a file")
	}
	rel, err := filepath.Rel(project, r.Dir)
	if err != nil || !filepath.IsLocal(rel) {
		return true, nil
	}
	real, err := w.disk.Real(r.Dir)
	if err != nil {
		return false, fmt.Errorf("the content folder cannot be read: %w", err)
	}
	within, err := w.disk.Real(project)
	if err != nil {
		return false, fmt.Errorf("the project folder cannot be read: %w", err)
	}
	if rel, err := filepath.Rel(within, real); err != nil || !filepath.IsLocal(rel) {
		return false, fmt.Errorf("the content folder is a symbolic link that leads out of the project, to %s", real)
	}
	return true, nil
}

// inside returns the paths, in the content, of the folders of other roots inside root i. They are skipped there,
// because they are read as roots. A mounted root includes them.
func inside(all []Root, i int) map[string]bool {
	out := map[string]bool{}
	if all[i].Mounted {
		return out
	}
	for j, r := range all {
		rel, err := filepath.Rel(all[i].Dir, r.Dir)
		if j != i && err == nil && filepath.IsLocal(rel) && rel != "." {
			out[join(all[i].At, filepath.ToSlash(rel))] = true
		}
	}
	return out
}

// keys returns the language keys that file names may contain.
func keys(list []Language) languages {
	keys := languages{}
	for _, l := range list {
		keys[lower(l.Key)] = !l.Disabled
	}
	return keys
}
