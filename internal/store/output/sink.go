// Package output holds what a build makes: where it is put, and the files of a site that stays in memory.
package output

import (
	"context"
	"io"
	"io/fs"
	"slices"

	"github.com/sitegen/sitegen/internal/store/disk"
)

// Sink takes the outputs of a build: Disk, or Memory. The same bytes under
// the same path twice are fine, other bytes are a disk.Refusal. Several workers may use it at once.
type Sink interface {
	// Has reports whether an output of this slash path is there.
	Has(path string) bool
	// Open returns the bytes of an output, to be read in part, and how many there are; false: there is none.
	Open(path string) (r io.ReaderAt, size int64, end io.Closer, ok bool)
	// Before returns what the build before left under a path when it has this size and hash, else nil. Nobody may
	// write to it.
	Before(path string, size int64, hash uint64) []byte
	// Add takes a copy of rendered bytes; by says who made them.
	Add(path string, data []byte, by string) error
	// Create is Add for an output that comes in parts, which should be large.
	Create(path, by string) Parts
	// Copy takes a file as it lies; size is in bytes, modTime in nanoseconds since 1970.
	Copy(path, from string, size, modTime int64) error
	// Keep takes what the build before left under a path when it has this size and hash, else nothing.
	Keep(path string, size int64, hash uint64, by string) (bool, error)
	// Forget takes back the output that by added under a path, or with "" for by added by any task, so that other bytes
	// can be added there.
	Forget(path, by string)
	// Commit ends the outputs well, Discard in any case.
	Commit(ctx context.Context, jobs int) (disk.Changes, error)
	Discard() error
}

// Parts takes the parts of an output: a disk.Parts, or one in memory. The output is added when it is closed, which
// returns its size and hash.
type Parts interface {
	io.Writer
	Close() (size int64, hash uint64, err error)
}

// Disk is the Sink of an output folder.
type Disk struct{ *disk.Stage }

// Create begins an output that comes in parts.
func (d Disk) Create(path, by string) Parts { return d.Stage.Create(path, by) }

// Read returns the bytes of a file that s has, in room if they fit there.
func Read(s Sink, path string, room []byte) ([]byte, error) {
	r, size, end, ok := s.Open(path)
	if !ok {
		return nil, fs.ErrNotExist
	}
	defer end.Close()
	data := slices.Grow(room[:0], int(size))[:size]
	n, err := r.ReadAt(data, 0)
	if n == len(data) || err == io.EOF {
		err = nil
	}
	return data[:n], err
}
