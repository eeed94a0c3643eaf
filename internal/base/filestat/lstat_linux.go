package filestat

import (
	"io/fs"
	"syscall"
)

// Regular returns the state of a file, or false if it is not a regular file. It gets the same data as os.Lstat
// in two thirds of the time, which matters because there may be many files.
func Regular(file string) (State, bool) {
	state, _, ok := RegularMode(file)
	return state, ok
}

// RegularMode is Regular with the permissions.
func RegularMode(file string) (State, fs.FileMode, bool) {
	var st syscall.Stat_t
	if !lstat(file, &st) {
		return State{}, 0, false
	}
	return State{st.Size, st.Mtim.Nano(), st.Ctim.Nano(), st.Ino}, fs.FileMode(st.Mode) & fs.ModePerm,
		st.Mode&syscall.S_IFMT == syscall.S_IFREG
}

// FolderMode returns the permissions of a folder, or false if it is not a folder. It is as fast as Regular.
func FolderMode(dir string) (fs.FileMode, bool) {
	var st syscall.Stat_t
	ok := lstat(dir, &st) && st.Mode&syscall.S_IFMT == syscall.S_IFDIR
	return fs.FileMode(st.Mode) & fs.ModePerm, ok
}

func lstat(name string, st *syscall.Stat_t) bool {
	err := syscall.EINTR
	for err == syscall.EINTR {
		err, _ = syscall.Lstat(name, st).(syscall.Errno)
	}
	return err == 0
}
