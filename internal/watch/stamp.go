package watch

import (
	"io/fs"
	"time"
)

type kind uint8

const (
	none kind = iota
	file      // anything but a folder, a link that leads nowhere or out of the project too
	folder
)

// fileID is a file's identity on its machine; zero where there is none to be had.
type fileID struct{ dev, ino uint64 }

// stamp is what two looks at a path compare. A file whose stamp stayed the same did not change,
// unless it was fresh. Permissions do not count, but whether its owner may read it does.
type stamp struct {
	size, mtime int64 // of a file; mtime in ns since 1970
	id          fileID
	link        int64 // the link's own mtime, when the path is a link
	kind        kind
	readable    bool
	fresh       bool // written so shortly before the look that a later write may have left the same stamp
}

// Clocks of file systems tick; a write within the tick of another leaves the same time.
const (
	tick       = 20 * time.Millisecond
	coarseTick = 2 * time.Second // FAT, and file systems that keep whole seconds
)

// stampOf returns the stamp of what info says. now zero: it is not asked how fresh the file is.
func stampOf(info fs.FileInfo, now time.Time) stamp {
	s := stamp{kind: file, id: identify(info), readable: info.Mode().Perm()&0o400 != 0}
	if info.IsDir() {
		s.kind, s.readable = folder, info.Mode().Perm()&0o500 == 0o500
		return s
	}
	t := info.ModTime()
	s.size, s.mtime = info.Size(), t.UnixNano()
	if !now.IsZero() {
		within := tick
		if t.Nanosecond() == 0 {
			within = coarseTick
		}
		s.fresh = now.Sub(t).Abs() < within
	}
	return s
}

// same reports whether nothing happened between two looks; a fresh old stamp proves nothing.
func (s stamp) same(old stamp) bool {
	fresh := old.fresh
	s.fresh, old.fresh = false, false
	return s == old && !fresh
}
