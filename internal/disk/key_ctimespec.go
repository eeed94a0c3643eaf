//go:build darwin || freebsd || netbsd

package disk

import (
	"io/fs"
	"syscall"
)

// identity returns the time of change and the number of a file.
func identity(info fs.FileInfo) (change int64, inode uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctimespec.Nano(), st.Ino
	}
	return 0, 0
}
