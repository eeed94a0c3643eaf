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
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
)

// tree contains the files of a folder by slash path.
type tree map[string]file

type file struct {
	data []byte
	info fs.FileInfo
}

// readTree reads a folder; a missing one is empty.
func readTree(dir string) (tree, error) {
	t := tree{}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
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

// readOne reads a file; for a symbolic link it returns the target.
func readOne(name string, info fs.FileInfo) ([]byte, error) {
	if info.Mode()&fs.ModeSymlink == 0 {
		return os.ReadFile(name)
	}
	target, err := os.Readlink(name)
	return []byte(linkMark + filepath.ToSlash(target)), err
}

func (t tree) paths() []string { return slices.Sorted(maps.Keys(t)) }

// untouched reports whether two states are the same file with the same bytes and time.
func (f file) untouched(g file) bool {
	return bytes.Equal(f.data, g.data) && f.info.ModTime().Equal(g.info.ModTime()) && os.SameFile(f.info, g.info)
}

// difference describes how the bytes of two trees differ, or returns "".
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
