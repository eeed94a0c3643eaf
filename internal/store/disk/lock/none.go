//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package lock

import "os"

// Try does nothing where the standard library has no file locks.
func Try(*os.File) (bool, error) { return true, nil }

// Free closes f.
func Free(f *os.File) error { return f.Close() }
