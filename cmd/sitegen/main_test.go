package main

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// What the system cannot do is not a mistake in the command line; a path that does not exist is one.
func TestSystemFailed(t *testing.T) {
	for errno, want := range map[syscall.Errno]bool{
		syscall.EIO: true, syscall.EMFILE: true, syscall.ENOSPC: true, syscall.EACCES: true, syscall.EROFS: true,
		syscall.ENOENT: false, syscall.ENOTDIR: false, syscall.EISDIR: false, syscall.EEXIST: false,
	} {
		for _, err := range []error{
			fmt.Errorf("find the project folder: %w", os.NewSyscallError("stat", errno)), &fs.PathError{Op: "open", Path: "x", Err: errno}, errno,
		} {
			if got := systemFailed(err); got != want {
				t.Errorf("%v: %v", err, got)
			}
		}
	}
	if systemFailed(fmt.Errorf("unknown flag")) {
		t.Error("an error of the command line")
	}
}
