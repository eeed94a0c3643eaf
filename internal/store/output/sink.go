// Package output has the sinks that take the outputs of a build, and the files of a site that is built in
// memory.
package output

import (
	"context"
	"io"
	"io/fs"
	"slices"

	"github.com/sitegen/sitegen/internal/store/disk"
)

// Sink takes the outputs of a build: Disk or Memory. The same bytes twice under one path are fine; different
// bytes return a disk.Refusal. Several workers may use it at the same time.
type Sink interface {
	// Has reports whether an output with this slash path was added.
	Has(path string) bool
	// Each calls f for each output, in any order. The size of an image that is not made yet is 0. f must not add outputs.
	Each(f func(path string, size int64))
	// Open returns a reader of an output and its size; false if it does not exist.
	Open(path string) (r io.ReaderAt, size int64, end io.Closer, ok bool)
	// Before returns the output of the previous build at a path if it has this size and hash, else nil. The
	// bytes must not be changed.
	Before(path string, size int64, hash uint64) []byte
	// Add copies rendered bytes; by names their maker.
	Add(path string, data []byte, by string) error
	// Create is Add for an output that is written in parts, which should be large.
	Create(path, by string) Parts
	// Copy adds a file of the project unchanged; size is in bytes, modTime in nanoseconds since 1970.
	Copy(path, from string, size, modTime int64) error
	// Keep reuses the output of the previous build at a path if it has this size and hash. It reports false if
	// it cannot.
	Keep(path string, size int64, hash uint64, by string) (bool, error)
	// Forget removes the output that by added at a path, so other bytes can be added there. An empty by matches
	// any maker.
	Forget(path, by string)
	// Commit ends the outputs with success; Discard ends them in any case.
	Commit(ctx context.Context, jobs int) (disk.Changes, error)
	Discard() error
}

// Parts takes the parts of an output: a disk.Parts, or one in memory. Close adds the output and returns its
// size and hash.
type Parts interface {
	io.Writer
	Close() (size int64, hash uint64, err error)
}

// Disk is the Sink for an output folder.
type Disk struct{ *disk.Stage }

// Create begins an output that is written in parts.
func (d Disk) Create(path, by string) Parts { return d.Stage.Create(path, by) }

// Read returns the bytes of an output of s, in room if they fit there.
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
