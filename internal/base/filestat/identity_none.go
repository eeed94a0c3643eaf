//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package filestat

import "io/fs"

// identity returns zeros: the standard library does not supply these values on this system.
func identity(fs.FileInfo) (change int64, inode uint64) { return 0, 0 }
