//go:build dragonfly || linux || openbsd

package stamp

import (
	"io/fs"
	"syscall"
)

// Identity returns the time of change and the number of a file.
func Identity(info fs.FileInfo) (change int64, inode uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctim.Nano(), st.Ino
	}
	return 0, 0
}
