package filestat

import (
	"errors"
	"io/fs"
	"syscall"
)

// Absent reports whether an error means that a file does not exist: its name does not exist, or one of the
// folders above is a file. After any other error the file may exist, so the caller must not treat it as
// missing.
func Absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
