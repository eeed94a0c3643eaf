package watch

import (
	"io/fs"
	"time"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

type kind uint8

const (
	none kind = iota
	file      // anything except a folder, including a link that is dangling or leads out of the project
	folder
)

// fileID identifies a file on its machine; zero if unavailable.
type fileID struct{ dev, ino uint64 }

// fileState is what is compared between two looks at a path. A file with the same state has not changed, unless
// it was fresh. Of the permissions only readability by the owner counts.
type fileState struct {
	size, mtime int64 // of a file; mtime in ns since 1970
	id          fileID
	link        int64 // the link's own mtime, when the path is a link
	kind        kind
	readable    bool
	fresh       bool // written so recently that a later write may leave the same state
}

// stateOf returns the state for a FileInfo. A zero now skips the check for freshness.
func stateOf(info fs.FileInfo, now time.Time) fileState {
	s := fileState{kind: file, id: identify(info), readable: info.Mode().Perm()&0o400 != 0}
	if info.IsDir() {
		s.kind, s.readable = folder, info.Mode().Perm()&0o500 == 0o500
		return s
	}
	s.size, s.mtime = info.Size(), info.ModTime().UnixNano()
	if !now.IsZero() {
		at := now.UnixNano()
		// a time in the far future was set
		s.fresh = !filestat.Settled(s.mtime, at-filestat.Lag) && s.mtime < at+filestat.Lag
	}
	return s
}

// same reports whether nothing has changed between two looks; a fresh old state proves nothing.
func (s fileState) same(old fileState) bool {
	fresh := old.fresh
	s.fresh, old.fresh = false, false
	return s == old && !fresh
}
