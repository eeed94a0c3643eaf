// Command sitegen builds static sites from Markdown content: pages, sitemaps, and feeds.
//
// This package contains only flags, subcommands, exit codes, and terminal output. It is the only package that
// prints, and the only one that reads the clock and the environment.
package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // Windows and bare containers have no time zones
)

// Exit codes.
const (
	exitOK       = 0 // done
	exitFindings = 1 // the site has errors, or the build failed
	exitUsage    = 2 // the command line is wrong
)

func main() {
	tuneMemory()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program immediately
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr, os.Environ())
	stop()
	os.Exit(code)
}

// app is one run of the program.
type app struct {
	out, err io.Writer
	environ  []string
	flags    flags
}

// exit is the exit code of an error that has been printed.
type exit int

func (e exit) Error() string { return "" }

// run executes a command line and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, environ []string) int {
	a := &app{out: stdout, err: stderr, environ: environ}
	root := a.command()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var code exit
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	}
	a.errorf("%v", err)
	if systemFailed(err) {
		return exitFindings
	}
	return exitUsage
}

// systemFailed reports whether an error comes from the system and is not the user's mistake, as a wrong path
// is.
func systemFailed(err error) bool {
	var no syscall.Errno
	if !errors.As(err, &no) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return false
	}
	return no != syscall.ENOTDIR && no != syscall.EISDIR && no != syscall.ENAMETOOLONG && no != syscall.EINVAL
}
