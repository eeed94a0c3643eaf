package disk

import (
	"os"

	"github.com/cespare/xxhash/v2"
)

// Elsewhere is a place that has outputs of earlier builds, such as the target of a publication. Outputs that it has
// need no file in the output folder of a machine that only publishes. Several goroutines may use it.
type Elsewhere interface {
	// Has reports whether an output is there.
	Has(path string, size int64, hash uint64) bool
	// Read returns the bytes of an output that is there, or nil if they can't be read. They are checked by the caller.
	Read(path string, size int64) []byte
}

// leave stages an output without a file, and reports false if it needs one: because it isn't elsewhere, or because
// something is at its path. A file there would be published instead, or stay although the site has another one.
func (s *Stage) leave(p string, size int64, hash uint64, by string) (bool, error) {
	if s.tree.opts.Elsewhere == nil || !s.tree.opts.Elsewhere.Has(p, size, hash) {
		return false, nil
	}
	if _, err := os.Lstat(s.tree.full(p)); !absent(err) {
		return false, nil
	}
	_, err := s.claim(&item{Entry: Entry{Path: p, Size: size, Hash: hash, Away: true}, by: by, act: keep})
	return true, err
}

// fetch returns the bytes of an output that is elsewhere; nil if it isn't, or can't be read.
func (s *Stage) fetch(p string, size int64, hash uint64) []byte {
	if s.tree.opts.Elsewhere == nil || !s.tree.opts.Elsewhere.Has(p, size, hash) {
		return nil
	}
	data := s.tree.opts.Elsewhere.Read(p, size)
	if int64(len(data)) != size || xxhash.Sum64(data) != hash {
		return nil
	}
	return data
}
