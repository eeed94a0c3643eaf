//go:build unix

package usercache

import (
	"io/fs"
	"syscall"
)

// ownerOf returns the user who owns a file; false if it is unknown.
func ownerOf(info fs.FileInfo) (int, bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(st.Uid), true
}
