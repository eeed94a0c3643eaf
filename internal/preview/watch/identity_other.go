//go:build !unix

package watch

import "io/fs"

// identify returns nothing: a FileInfo has no identity on this system.
func identify(fs.FileInfo) fileID { return fileID{} }
