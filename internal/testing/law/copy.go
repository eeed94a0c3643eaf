package law

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// copyTree copies a file or folder with all times; skip excludes slash paths relative to from. With inPlace,
// existing files are overwritten instead of replaced, and files with the same size and time are not read, as
// with rsync.
func copyTree(from, to string, inPlace bool, skip func(rel string) bool) error {
	type folder struct {
		path string
		when time.Time
	}
	var folders []folder // set the times of folders after all their files exist
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if skip != nil && skip(filepath.ToSlash(rel)) {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if d.IsDir() {
			folders = append(folders, folder{filepath.Join(to, rel), info.ModTime()})
		}
		return copyOne(name, filepath.Join(to, rel), info, inPlace)
	})
	for _, f := range slices.Backward(folders) {
		if err == nil {
			err = os.Chtimes(f.path, f.when, f.when)
		}
	}
	return err
}

func copyOne(from, to string, info fs.FileInfo, inPlace bool) error {
	switch {
	case info.IsDir():
		return os.MkdirAll(to, 0o777)
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if inPlace {
		if old, err := os.Stat(to); err == nil && old.Size() == info.Size() && old.ModTime().Equal(info.ModTime()) {
			return nil
		}
	} else {
		if err := os.Remove(to); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(to, data, info.Mode().Perm()|0o600); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}

// sourcesAndLedger skips the output and the kept data, except for the ledger.
func sourcesAndLedger(rel string) bool {
	return rel == "public" || strings.HasPrefix(rel, ".sitegen/") && rel != ".sitegen/ledger"
}
