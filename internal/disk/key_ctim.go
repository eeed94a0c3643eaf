//go:build dragonfly || linux || openbsd

package disk

import (
	"io/fs"
	"syscall"
)

// identity returns the time of change and the number of a file.
func identity(info fs.FileInfo) (change int64, inode uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctim.Nano(), st.Ino
	}
	return 0, 0
}
