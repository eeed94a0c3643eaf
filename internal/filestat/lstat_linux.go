package filestat

import "syscall"

// Regular returns the state of a file by its name; false when it is not a regular file. It asks what os.Lstat asks,
// in two thirds of the time: there may be many.
func Regular(file string) (State, bool) {
	var st syscall.Stat_t
	for {
		switch err := syscall.Lstat(file, &st); err {
		case nil:
			return State{st.Size, st.Mtim.Nano(), st.Ctim.Nano(), st.Ino}, st.Mode&syscall.S_IFMT == syscall.S_IFREG
		case syscall.EINTR:
		default:
			return State{}, false
		}
	}
}
