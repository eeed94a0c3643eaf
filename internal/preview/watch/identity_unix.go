//go:build unix

package watch

import (
	"io/fs"
	"syscall"
)

// identify returns device and inode.
func identify(info fs.FileInfo) fileID {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fileID{}
	}
	return fileID{uint64(st.Dev), uint64(st.Ino)} // their widths differ by system
}
