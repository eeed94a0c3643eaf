// Package stamp tells whether files and folders are still what they were, without reading the files.
//
// A stamp is made of what the system says of each file: size, time, number. A file that is written again
// within one tick of the system's clock keeps all of these, so a stamp also says whether it is old
// enough to be relied on.
package stamp

import (
	"encoding/binary"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"
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
func Of(roots []string, skip func(dir string) bool) Stamp {
	w := walker{digest: xxhash.New(), skip: skip}
	for _, root := range roots {
		w.text(root)
		if dir, ok := strings.CutSuffix(root, NamesOnly); ok {
			w.names(dir)
			continue
		}
		info, err := os.Stat(root)
		switch {
		case err != nil:
			w.text("-")
		case info.IsDir():
			w.dir(root)
		default:
			w.file(info)
		}
	}
	return Stamp{w.digest.Sum64(), w.newest}
}

// NamesOnly is the end of a root of which only the names in it count, not what lies below them.
const NamesOnly = string(filepath.Separator) + "*"

// Same reports whether nothing is different since s was made, o being the stamp of the same roots now.
// made is a time before s was made by the clock of the file system, in nanoseconds since 1970: files that
// changed shortly before it may have changed once more without a trace.
func (s Stamp) Same(o Stamp, made int64) bool {
	t := fineTick
	if s.Newest%second == 0 {
		t = coarseTick
	}
	return s.Hash == o.Hash && s.Newest < made-t
}

type walker struct {
	digest *xxhash.Digest
	skip   func(string) bool
	newest int64
	buf    []byte
}

func (w *walker) text(s string) {
	w.buf = append(binary.AppendUvarint(w.buf[:0], uint64(len(s))), s...)
	w.digest.Write(w.buf)
}

func (w *walker) dir(dir string) {
	if w.skip != nil && w.skip(dir) {
		return
	}
	for _, e := range w.entries(dir) {
		path := dir + string(filepath.Separator) + e.Name()
		w.text(e.Name())
		if e.IsDir() {
			w.text("/")
			w.dir(path)
			w.text("..")
			continue
		}
		info, err := info(path, e)
		if err != nil {
			w.text("!")
			continue
		}
		if info.IsDir() {
			w.newest = math.MaxInt64
			continue
		}
		w.file(info)
	}
}

func (w *walker) names(dir string) {
	for _, e := range w.entries(dir) {
		w.text(e.Name())
	}
}

// entries reads a folder. When names came and went last counts, too: a file that is gone leaves no other
// trace.
func (w *walker) entries(dir string) []fs.DirEntry {
	info, err := os.Stat(dir)
	if err != nil {
		w.text("!")
		return nil
	}
	w.seen(info)
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.text("!")
	}
	return entries
}

// seen notes when a file or folder changed last.
func (w *walker) seen(info fs.FileInfo) {
	change, _ := identity(info)
	if change == 0 {
		change = info.ModTime().UnixNano()
	}
	w.newest = max(w.newest, change)
}

func info(path string, e fs.DirEntry) (fs.FileInfo, error) {
	if e.Type()&fs.ModeSymlink != 0 {
		return os.Stat(path)
	}
	return e.Info()
}

func (w *walker) file(info fs.FileInfo) {
	change, inode := identity(info)
	b := w.buf[:0]
	for _, n := range []int64{info.Size(), info.ModTime().UnixNano(), change, int64(inode), int64(info.Mode())} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	w.buf = b
	w.digest.Write(b)
	w.seen(info)
}
