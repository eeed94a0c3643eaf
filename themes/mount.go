package themes

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/glob"
)

// Mount maps a folder or file to another path: https://gohugo.io/configuration/module/#mounts
type Mount struct {
	Dir string // slash path relative to the project, or absolute
	At  string // slash path below the folder of the kind; "" for the folder itself
	// Files are patterns of included files, relative to Dir; "! " excludes; empty means all.
	Files []string
}

// mounted is a file system that contains a file or folder of another one at a path, and nothing else.
type mounted struct {
	fsys     fs.FS
	from, at string
}

// Open opens a file or folder; the folders above the path contain only the next element.
func (m mounted) Open(name string) (fs.File, error) {
	switch {
	case !fs.ValidPath(name):
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	case name == m.at:
		return m.fsys.Open(m.from)
	case strings.HasPrefix(name, m.at+"/"):
		return m.fsys.Open(path.Join(m.from, name[len(m.at)+1:]))
	}
	rest := m.at
	if name != "." {
		var above bool
		if rest, above = strings.CutPrefix(m.at, name+"/"); !above {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
	}
	info, err := fs.Stat(m.fsys, m.from)
	if err != nil {
		return nil, err
	}
	next, _, deeper := strings.Cut(rest, "/")
	if deeper {
		if info, err = fs.Stat(m.fsys, "."); err != nil {
			return nil, err
		}
	}
	return &way{info: named{info, path.Base(name)}, next: fs.FileInfoToDirEntry(named{info, next})}, nil
}

// chosen is a file system that contains some files of another one.
type chosen struct {
	fsys   fs.FS
	filter glob.Filter
}

// Open opens an included file or folder, whose entries are filtered, too.
func (c chosen) Open(name string) (fs.File, error) {
	f, err := c.fsys.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !c.filter.Match(name, info.IsDir()) {
		err = &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	if dir, ok := f.(fs.ReadDirFile); ok && info.IsDir() {
		return chosenDir{dir, c.filter, name}, nil
	}
	return f, nil
}

// chosenDir is a folder of chosen.
type chosenDir struct {
	fs.ReadDirFile
	filter glob.Filter
	name   string
}

// ReadDir returns the included entries.
func (d chosenDir) ReadDir(n int) ([]fs.DirEntry, error) {
	for {
		list, err := d.ReadDirFile.ReadDir(n)
		read := len(list)
		list = slices.DeleteFunc(list, func(e fs.DirEntry) bool {
			return !d.filter.Match(path.Join(d.name, e.Name()),
				e.IsDir())
		})
		if n <= 0 || err != nil || len(list) > 0 || read == 0 {
			return list, err
		}
	}
}

// named is a file under another name.
type named struct {
	fs.FileInfo
	name string
}

// Name returns the name.
func (n named) Name() string { return n.name }

// way is a folder with one entry.
type way struct {
	info fs.FileInfo
	next fs.DirEntry // nil: it was read
}

// Stat returns the information about a folder.
func (w *way) Stat() (fs.FileInfo, error) { return wayInfo{w.info}, nil }

// Read fails, as for any folder.
func (w *way) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: w.info.Name(), Err: fs.ErrInvalid}
}

// Close does nothing.
func (w *way) Close() error { return nil }

// ReadDir returns the entry.
func (w *way) ReadDir(n int) ([]fs.DirEntry, error) {
	if w.next == nil {
		if n > 0 {
			return nil, io.EOF
		}
		return nil, nil
	}
	next := w.next
	w.next = nil
	return []fs.DirEntry{next}, nil
}

// wayInfo describes a folder, even if the mounted path is a file.
type wayInfo struct{ fs.FileInfo }

// Mode is that of a readable folder.
func (wayInfo) Mode() fs.FileMode { return fs.ModeDir | 0o555 }

// IsDir is true.
func (wayInfo) IsDir() bool { return true }
