// Package faults runs a program and makes one of its system calls fail, as a broken disk, a full one or a lack of
// permission does. The call is named by what it does to which file for the how-manieth time, over all threads of the
// program, so that the same fault can be had again. Only tests and tools/faults use it.
//
// It does by itself what strace -e inject does, since strace counts the calls of each thread alone, and nobody knows on
// which thread of a Go program a call comes. A call that is to fail is not made, but for close: a file is closed even
// where close reports an error.
package faults

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"syscall"
)

// ErrUnsupported says that the system has no way to make calls of a program fail, or that this process may not use it.
var ErrUnsupported = errors.New("calls of a program can be made to fail on Linux on amd64 only, where ptrace is allowed")

// Call names one system call of a program.
type Call struct {
	Op string // open, read, write, truncate, close, rename, unlink, mkdir, stat, readdir, sync, readlink, chmod or lock
	// what it is about, "." or "./..." below Command.Root; of a rename the new name. Numbers that change with every run
	// are "#"
	Path string
	N    int // from 1: the how-manieth call with this Op and Path
}

func (c Call) String() string { return fmt.Sprintf("%s %s %d", c.Op, c.Path, c.N) }

// Fault is a call that fails.
type Fault struct {
	Call
	Err  syscall.Errno
	Last bool // all later calls with this Op fail, too, as when a program may open no more files
}

// Command is a program to run.
type Command struct {
	Program string   // its path
	Args    []string // its name and its arguments
	// absolute path of the folder in which calls are looked at, and its working directory; other calls do not count
	Root   string
	Env    []string
	Output *os.File // for what it prints
}

// Report is what a program did.
type Report struct {
	Calls  []Call // about files below the root, in order
	Hit    bool   // the fault came about
	Status int    // exit status, or 128 and the number of the signal that ended it
}

// Errors are the errors that calls can fail with on a disk that is broken, full or not ours, by Call.Op. A call that
// returns EINTR is to be made again.
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

// passing matches what is another number in each run: of temporary files and processes.
var passing = regexp.MustCompile(`[0-9]{6,20}`)

// stable returns a path without the numbers that are others in each run.
func stable(path string) string { return passing.ReplaceAllString(path, "#") }
