// Package stamp tells whether files and folders are still what they were, without reading the files.
//
// A stamp is made of what the system says of each file: size, time, number. A file that is written again
// within one tick of the system's clock keeps all of these, so a stamp also says whether it is old
// enough to be relied on.
package stamp

import (
	"path/filepath"
)

// Stamp stands for a set of files and folders with all that lies in them.
type Stamp struct {
	Hash   uint64
	Newest int64 // time of the last change of a file or of the names in a folder, in nanoseconds since 1970
}

// The clocks of file systems tick: every 10 ms at worst on Linux, every 2 s on FAT, which knows whole
// seconds only.
const (
	second     = int64(1e9)
	coarseTick = 2 * second
	fineTick   = second / 10
)

// Of returns the stamp of files and folders by their absolute paths. What is not there is part of the
// stamp, too. skip names folders that do not count; nil: all do. Symbolic links are followed: to files
// always, to folders where roots name them.
//
// Folders that are reached through symbolic links below a root are not looked into: such a tree has no
// stamp that is ever the same.
func Of(roots []string, skip func(dir string) bool) Stamp { return Look(skip).Of(roots) }

// NamesOnly is the end of a root of which only the names in it count, not what lies below them.
const NamesOnly = string(filepath.Separator) + "*"

// Same reports whether nothing is different since s was made, o being the stamp of the same roots now.
// made is a time before s was made by the clock of the file system, in nanoseconds since 1970: files that
// changed shortly before it may have changed once more without a trace.
func (s Stamp) Same(o Stamp, made int64) bool { return s.Hash == o.Hash && s.Settled(made) }

// Settled reports whether no file can have changed without a trace since s was made; made is as for Same.
func (s Stamp) Settled(made int64) bool {
	t := fineTick
	if s.Newest%second == 0 {
		t = coarseTick
	}
	return s.Newest < made-t
}
