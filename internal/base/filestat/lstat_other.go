//go:build !linux

package filestat

import (
	"io/fs"
	"os"
)

// Regular returns the state of a file, or false if it is not a regular file.
func Regular(file string) (State, bool) {
	state, _, ok := RegularMode(file)
	return state, ok
}

// RegularMode is Regular with the permissions.
func RegularMode(file string) (State, fs.FileMode, bool) {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() {
		return State{}, 0, false
	}
	return Of(info), info.Mode().Perm(), true
}

// FolderMode returns the permissions of a folder, or false if it is not a folder.
func FolderMode(dir string) (fs.FileMode, bool) {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return 0, false
	}
	return info.Mode().Perm(), true
}
