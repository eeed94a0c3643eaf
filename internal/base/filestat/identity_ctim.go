//go:build dragonfly || linux || openbsd

package filestat

import (
	"io/fs"
	"syscall"
)

// identity returns the time of the last change to the bytes or metadata of a file, and its inode number.
func identity(info fs.FileInfo) (change int64, inode uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctim.Nano(), st.Ino
	}
	return 0, 0
}
