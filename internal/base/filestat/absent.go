package filestat

import (
	"errors"
	"io/fs"
	"syscall"
)

// Absent reports whether an error says that there is no such file: there is nothing under its name, or one of the
// folders above it is a file. Any other error says nothing about whether there is one, so the caller must not go on as
// if there were none.
func Absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
