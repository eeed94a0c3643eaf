package disk

import (
	"syscall"
)

// looksLike reports whether a file is a regular one of this size and time. It says what os.Lstat says, in two
// thirds of the time: there may be many.
func looksLike(file string, size, modTime int64) bool {
	var st syscall.Stat_t
	for {
		switch err := syscall.Lstat(file, &st); err {
		case nil:
			return st.Mode&syscall.S_IFMT == syscall.S_IFREG && st.Size == size && st.Mtim.Nano() == modTime
		case syscall.EINTR:
		default:
			return false
		}
	}
}
