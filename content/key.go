package content

import (
	"io/fs"

	"github.com/sitegen/sitegen/internal/stamp"
)

// fileKey tells without reading it whether a file is still the one that was read.
type fileKey struct {
	size   int64  // bytes
	mtime  int64  // nanoseconds since 1970
	change int64  // nanoseconds since 1970: when bytes or metadata last changed; 0 where the system does not say
	inode  uint64 // 0 where the system does not say
}

func keyOf(info fs.FileInfo) fileKey {
	k := fileKey{size: info.Size(), mtime: info.ModTime().UnixNano()}
	k.change, k.inode = stamp.Identity(info)
	return k
}

// The system stamps files with a clock that ticks: every 10 ms at worst on Linux, every 2 s on FAT.
// A file that is written again within the tick of its stamp keeps its key.
const (
	second     = int64(1e9)
	coarseTick = 2 * second
	fineTick   = second / 10
)

// settled reports whether a file that was looked at when the clock of the file system had passed now
// can only have changed since with another key. The time of change counts where there is one: unlike
// the other it cannot be set, and so never lies in the future.
func (k fileKey) settled(now int64) bool {
	changed := k.change
	if changed == 0 {
		changed = k.mtime
	}
	tick := fineTick
	if changed%second == 0 {
		tick = coarseTick // whole seconds: perhaps the file system knows no others
	}
	return changed < now-tick
}
