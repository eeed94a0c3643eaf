package law

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// kept is a copy of a project, as people make with cp -a, rsync, or tar, and the state of the law at that time.
type kept struct {
	project, output string   // folders
	paths           []string // what the last build without errors wrote
}

// keep copies the project.
func (w *world) keep() error {
	k := &kept{
		project: filepath.Join(w.dir, "kept", "project"), output: filepath.Join(w.dir, "kept", "output"),
		paths: w.paths,
	}
	if err := os.RemoveAll(filepath.Dir(k.project)); err != nil {
		return err
	}
	w.kept = k
	err := copyTree(w.project, k.project, false, func(rel string) bool { return rel == "public" })
	if real, missing := filepath.EvalSymlinks(w.output); missing == nil {
		err = errors.Join(err, copyTree(real, k.output, false, nil))
	}
	return err
}

// restore restores parts of the project from the copy.
func (w *world) restore(parts, how string) error {
	if w.kept == nil {
		return nil
	}
	if parts != "sources" {
		if err := w.drop(); err != nil { // a running builder owns what it keeps on disk
			return err
		}
	}
	for part := range strings.SplitSeq(parts, "+") {
		var err error
		switch part {
		case "sources":
			err = w.putBack(w.kept.project, w.project, how, func(rel string) bool {
				return rel == "public" ||
					rel == ".sitegen"
			})
			if err == nil {
				err = w.readFiles()
			}
		case "state":
			w.paths = w.kept.paths
			err = w.putBack(filepath.Join(w.kept.project, ".sitegen"), filepath.Join(w.project, ".sitegen"), how, nil)
		case "cache", "ledger":
			err = w.putBack(filepath.Join(w.kept.project, ".sitegen", part), filepath.Join(w.project, ".sitegen", part), how,
				nil)
		case "output":
			to, missing := filepath.EvalSymlinks(w.output)
			if missing != nil {
				to = w.output
			}
			err = w.putBack(w.kept.output, to, how, nil)
		default:
			err = fmt.Errorf("no part %q", part)
		}
		if err != nil {
			return err
		}
	}
	return w.findForeign()
}

// putBack restores a file or folder from the copy, and removes files that the copy lacks.
func (w *world) putBack(from, to, how string, skip func(string) bool) error {
	old := tree{}
	if how == "in-place" {
		var err error
		if old, err = readTree(from); err != nil {
			return err
		}
	}
	now, err := readTree(to)
	if err != nil {
		return err
	}
	for _, p := range now.paths() {
		top, _, _ := strings.Cut(p, "/")
		if was, ok := old[p]; skip != nil && skip(top) || ok && !isLink(was.data) && !isLink(now[p].data) && top != ".git" {
			continue
		}
		if err := os.Remove(filepath.Join(to, filepath.FromSlash(p))); err != nil {
			return err
		}
	}
	if err := pruneEmpty(to, skip); err != nil {
		return err
	}
	if _, err := os.Lstat(from); os.IsNotExist(err) {
		return os.RemoveAll(to)
	}
	return copyTree(from, to, how == "in-place", skip)
}

// pruneEmpty removes empty folders below a folder.
func pruneEmpty(dir string, skip func(string) bool) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return ignoreClash(err)
	}
	for _, e := range list {
		if !e.IsDir() || skip != nil && skip(e.Name()) {
			continue
		}
		name := filepath.Join(dir, e.Name())
		if err := pruneEmpty(name, nil); err != nil {
			return err
		}
		os.Remove(name) // unless it holds a file
	}
	return nil
}

// findForeign finds the files of the output folder that no build made.
func (w *world) findForeign() error {
	out, err := readTree(w.output)
	if err != nil {
		return err
	}
	w.foreign = map[string][]byte{}
	for p, f := range out {
		if !slices.Contains(w.paths, p) {
			w.foreign[p] = f.data
		}
	}
	return nil
}
