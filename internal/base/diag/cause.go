package diag

import (
	"errors"
	"io/fs"
	"os"
)

// Cause returns the reason of a file error without the system call and the path, which the message names
// anyway: "permission denied" for "open a.md: permission denied".
func Cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	var call *os.SyscallError
	switch {
	case errors.As(err, &path):
		return Cause(path.Err)
	case errors.As(err, &link):
		return Cause(link.Err)
	case errors.As(err, &call):
		return Cause(call.Err)
	}
	return err
}
