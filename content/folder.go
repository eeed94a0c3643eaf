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
	depth   int    // bytes of the path that lead to it, its slash included
}

// folder is what the walk found in one folder. It is never changed after Load returns.
type folder struct {
	path, dir string    // as on disk, and logical; "" for the root
	in, here  *leaf     // the leaf bundle around the folder, and the one that its files lie in
	entries   []entry   // all that lies in it and is not ignored, by name
	files     []*file   // those that stay, by name
	folders   []*folder // by name
	problems  diag.List // of its own
	single    bool      // it stands for a root that is a file
}

// entry is a name in a folder.
type entry struct {
	name string
	kind kind
}

// kind is what a name in a folder stands for.
type kind uint8

const (
	absent kind = iota
	regular
	directory
	link
	other   // a socket, a pipe or a device
	unknown // it is not known
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

// find returns what a name in the folder stood for.
func (f *folder) find(name string) kind {
	i, ok := slices.BinarySearchFunc(f.entries, name, func(e entry, n string) int { return strings.Compare(e.name, n) })
	if !ok {
		return absent
	}
	return f.entries[i].kind
}

// all appends the files of the folder and of those below it.
func (f *folder) all(files []*file) []*file {
	files = append(files, f.files...)
	for _, sub := range f.folders {
		files = sub.all(files)
	}
	return files
}

// told appends the problems of the folder and of those below it.
func (f *folder) told(list diag.List) diag.List {
	list = append(list, f.problems...)
	for _, sub := range f.folders {
		list = sub.told(list)
	}
	return list
}
