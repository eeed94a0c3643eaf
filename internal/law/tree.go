package law

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
)

// tree is a folder as it lies on disk, by slash path.
type tree map[string]file

type file struct {
	data []byte
	info fs.FileInfo
}

// readTree reads a folder; one that is not there is empty.
func readTree(dir string) (tree, error) {
	t := tree{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name == dir {
			return filepath.SkipAll
		}
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := readOne(name, info)
		t[filepath.ToSlash(rel)] = file{data, info}
		return err
	})
	return t, err
}

// readOne reads a file; of a symbolic link it says where that leads.
func readOne(name string, info fs.FileInfo) ([]byte, error) {
	if info.Mode()&fs.ModeSymlink == 0 {
		return os.ReadFile(name)
	}
	target, err := os.Readlink(name)
	return []byte(linkMark + filepath.ToSlash(target)), err
}

func (t tree) paths() []string { return slices.Sorted(maps.Keys(t)) }

// equal reports whether two files are the same file with the same bytes that nobody has touched.
func (f file) untouched(g file) bool {
	return bytes.Equal(f.data, g.data) && f.info.ModTime().Equal(g.info.ModTime()) && os.SameFile(f.info, g.info)
}

// difference says how the bytes of two trees differ; "" when they do not.
func difference(incremental, clean tree) string {
	both := maps.Clone(incremental)
	maps.Copy(both, clean)
	var found []string
	first := ""
	for _, p := range both.paths() {
		a, inA := incremental[p]
		b, inB := clean[p]
		switch {
		case !inA:
			found = append(found, "missing: "+p)
		case !inB:
			found = append(found, "too much: "+p)
		case !bytes.Equal(a.data, b.data):
			found = append(found, "differs: "+p)
			if first == "" {
				first = diffOf("incremental/"+p, a.data, "clean/"+p, b.data)
			}
		}
	}
	if len(found) == 0 {
		return ""
	}
	const most = 20
	rest := ""
	if n := len(found) - most; n > 0 {
		found, rest = found[:most], fmt.Sprintf("\n… and %d more", n)
	}
	return strings.Join(found, "\n") + rest + "\n" + first
}

// diffOf compares two files for people.
func diffOf(nameA string, a []byte, nameB string, b []byte) string {
	if !utf8.Valid(a) || !utf8.Valid(b) {
		return fmt.Sprintf("%s has %d bytes, %s %d, and they are no text\n", nameA, len(a), nameB, len(b))
	}
	const most = 6000
	d := string(diff.Diff(nameA, a, nameB, b))
	if len(d) > most {
		d = d[:most] + "\n…\n"
	}
	return d
}

// copyProject copies a project's own files with their times, and the ledger as it stands; neither the
// output nor what else builds keep.
func copyProject(from, to string) error {
	type folder struct {
		path string
		when time.Time
	}
	var folders []folder // each has its time again when all its files are there
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if d.IsDir() && rel == "public" {
			return filepath.SkipDir
		}
		if slash := filepath.ToSlash(rel); strings.HasPrefix(slash, ".sitegen/") && slash != ".sitegen/ledger" {
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
		return copyOne(name, filepath.Join(to, rel), info)
	})
	for _, f := range slices.Backward(folders) {
		if err == nil {
			err = os.Chtimes(f.path, f.when, f.when)
		}
	}
	return err
}

func copyOne(from, to string, info fs.FileInfo) error {
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
	if err := os.WriteFile(to, data, 0o666); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}
