package content

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// leaf is the leaf bundle around a folder.
type leaf struct {
	logical string // "/" for the root
	depth   int    // length in bytes of its path, including the final slash
}

// folder is the result of walking one folder. It does not change after Load returns.
type folder struct {
	path, dir string    // as on disk, and logical; "" for the root
	in, here  *leaf     // leaf bundle around the folder, and the bundle that contains its files
	entries   []entry   // all names in the folder except ignored ones, sorted
	files     []*file   // files that are kept, by name
	folders   []*folder // by name
	problems  diag.List // problems of this folder only
	single    bool      // it represents a root that is a file
}

// entry is a name in a folder.
type entry struct {
	name string
	kind kind
}

// kind is the type of a directory entry.
type kind uint8

const (
	absent kind = iota
	regular
	directory
	link
	other   // a socket, a pipe or a device
	unknown // the type cannot be read
)

func kindOf(m fs.FileMode) kind {
	switch {
	case m.IsDir():
		return directory
	case m&fs.ModeSymlink != 0:
		return link
	case m.IsRegular():
		return regular
	}
	return other
}

// find returns the kind of a name when the folder was listed.
func (f *folder) find(name string) kind {
	i, ok := slices.BinarySearchFunc(f.entries, name, func(e entry, n string) int { return strings.Compare(e.name, n) })
	if !ok {
		return absent
	}
	return f.entries[i].kind
}

// all appends the files of the folder and its subfolders.
func (f *folder) all(files []*file) []*file {
	files = append(files, f.files...)
	for _, sub := range f.folders {
		files = sub.all(files)
	}
	return files
}

// told appends the problems of the folder and its subfolders.
func (f *folder) told(list diag.List) diag.List {
	list = append(list, f.problems...)
	for _, sub := range f.folders {
		list = sub.told(list)
	}
	return list
}
