package watch

import (
	"io/fs"
	"time"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

type kind uint8

const (
	none kind = iota
	file      // anything but a folder, a link that leads nowhere or out of the project too
	folder
)

// fileID is a file's identity on its machine; zero where there is none to be had.
type fileID struct{ dev, ino uint64 }

// fileState is what two looks at a path compare. A file whose state stayed the same did not change,
// unless it was fresh. Permissions do not count, but whether its owner may read it does.
type fileState struct {
	size, mtime int64 // of a file; mtime in ns since 1970
	id          fileID
	link        int64 // the link's own mtime, when the path is a link
	kind        kind
	readable    bool
	fresh       bool // written so shortly before the look that a later write may have left the same state
}

// stateOf returns the state of what info says. now zero: it is not asked how fresh the file is.
func stateOf(info fs.FileInfo, now time.Time) fileState {
	s := fileState{kind: file, id: identify(info), readable: info.Mode().Perm()&0o400 != 0}
	if info.IsDir() {
		s.kind, s.readable = folder, info.Mode().Perm()&0o500 == 0o500
		return s
	}
	s.size, s.mtime = info.Size(), info.ModTime().UnixNano()
	if !now.IsZero() {
		at := now.UnixNano()
		s.fresh = !filestat.Settled(s.mtime, at-filestat.Lag) && s.mtime < at+filestat.Lag // a time far ahead was set
	}
	return s
}

// same reports whether nothing happened between two looks; a fresh old state proves nothing.
func (s fileState) same(old fileState) bool {
	fresh := old.fresh
	s.fresh, old.fresh = false, false
	return s == old && !fresh
}
