//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package lock

import "os"

// Try always succeeds: the standard library has no file locks on this system.
func Try(*os.File) (bool, error) { return true, nil }

// Free closes f.
func Free(f *os.File) error { return f.Close() }
