//go:build !linux

package filestat

import "os"

// Regular returns the state of a file by its name; false when it is not a regular file.
func Regular(file string) (State, bool) {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() {
		return State{}, false
	}
	return Of(info), true
}
