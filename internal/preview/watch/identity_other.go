//go:build !unix

package watch

import "io/fs"

// identify has nothing to tell: a FileInfo holds no identity here.
func identify(fs.FileInfo) fileID { return fileID{} }
