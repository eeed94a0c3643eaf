// Package faults runs a program and makes one of its system calls fail, as a broken or full disk or a missing
// permission would. A call is identified by the operation, the file, and a count over all threads of the
// program, so a fault can be reproduced. Only tests and tools/faults use it.
//
// strace -e inject cannot be used because it counts the calls of each thread separately, and a Go program may
// make a call on any thread. A failing call is not executed, except for close, because a file is closed even if
// close reports an error.
package faults

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"syscall"
)

// ErrUnsupported means that the system cannot make calls of a program fail, or that this process is not
// permitted to.
var ErrUnsupported = errors.New("calls of a program can be made to fail on Linux on amd64 only, where ptrace is allowed")

// Call identifies one system call of a program.
type Call struct {
	Op string // open, read, write, truncate, close, rename, unlink, mkdir, stat, readdir, sync, readlink, chmod or lock
	// its path, "." or "./..." below Command.Root; for a rename the new name. Numbers that change with every
	// run are "#"
	Path string
	N    int // from 1: the how-manieth call with this Op and Path
}

func (c Call) String() string { return fmt.Sprintf("%s %s %d", c.Op, c.Path, c.N) }

// Fault is a call that fails.
type Fault struct {
	Call
	Err  syscall.Errno
	Last bool // later calls with this Op also fail, as when a program may not open more files
}

// Command is a program to run.
type Command struct {
	Program string   // its path
	Args    []string // its name and its arguments
	// absolute path of the folder in which calls are traced, and the working directory; other calls are ignored
	Root   string
	Env    []string
	Output *os.File // for what it prints
}

// Report is the result of running a program.
type Report struct {
	Calls  []Call // about files below the root, in order
	Hit    bool   // the fault came about
	Status int    // exit status, or 128 plus the number of the signal that ended it
}

// Errors returns the errors with which calls can fail on a broken, full, or foreign disk, by Call.Op. A call
// that returns EINTR must be repeated.
func Errors(op string) []syscall.Errno {
	switch op {
	case "open":
		return []syscall.Errno{syscall.EIO, syscall.EMFILE, syscall.EACCES, syscall.ENOSPC, syscall.EDQUOT, syscall.EINTR}
	case "write", "truncate":
		return []syscall.Errno{syscall.EIO, syscall.ENOSPC, syscall.EDQUOT, syscall.EINTR}
	case "close":
		return []syscall.Errno{syscall.EIO, syscall.ENOSPC, syscall.EDQUOT, syscall.EINTR}
	case "rename":
		return []syscall.Errno{syscall.EIO, syscall.EXDEV, syscall.EACCES, syscall.ENOSPC, syscall.EINTR}
	case "mkdir":
		return []syscall.Errno{syscall.EIO, syscall.ENOSPC, syscall.EACCES, syscall.EDQUOT, syscall.EINTR}
	case "unlink", "chmod", "stat", "readdir", "readlink":
		return []syscall.Errno{syscall.EIO, syscall.EACCES, syscall.EINTR}
	}
	return []syscall.Errno{syscall.EIO, syscall.EINTR}
}

// passing matches numbers that change in each run, in the names of temporary files and processes.
var passing = regexp.MustCompile(`[0-9]{6,20}`)

// stable returns a path without the numbers that change in each run.
func stable(path string) string { return passing.ReplaceAllString(path, "#") }
