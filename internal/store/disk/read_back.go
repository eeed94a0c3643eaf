package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
)

// Before returns the output of the previous build at a path if it has this size and hash, else nil.
func (s *Stage) Before(p string, size int64, hash uint64) []byte {
	if data := s.onDisk(p, size, hash); data != nil {
		return data
	}
	return s.fetch(p, size, hash)
}

func (s *Stage) onDisk(p string, size int64, hash uint64) []byte {
	if old, owned := s.tree.old.Find(p); !owned || old.Size != size || old.Hash != hash {
		return nil
	}
	if state, regular := filestat.Regular(s.tree.full(p)); !regular || state.Size != size {
		return nil
	}
	data, err := os.ReadFile(s.tree.full(p))
	if err != nil || xxhash.Sum64(data) != hash {
		return nil
	}
	return data
}

// Open returns a reader of a staged output and its size. The caller closes it. ok is false if no such output is
// staged, or if it cannot be read; in the latter case Commit fails.
func (s *Stage) Open(p string) (r io.ReaderAt, size int64, end io.Closer, ok bool) {
	s.mu.Lock()
	it := s.items[p]
	s.mu.Unlock()
	if it == nil {
		return nil, 0, nil, false
	}
	if it.Away {
		data := s.fetch(p, it.Size, it.Hash)
		if data == nil {
			s.miss(p, errors.New("it has no file, and the target that has it does not return it"))
			return nil, 0, nil, false
		}
		return bytes.NewReader(data), it.Size, io.NopCloser(nil), true
	}
	file := it.from
	if it.early {
		file = s.early.full(p)
	}
	if file == "" && it.act == keep {
		file = s.tree.full(p)
	}
	if file == "" {
		return faithful{pieces{s.spool, it.data}, s, p}, it.Size, io.NopCloser(nil), true
	}
	f, err := os.Open(file)
	if err != nil {
		s.miss(p, err)
		return nil, 0, nil, false
	}
	return faithful{f, s, p}, it.Size, f, true
}

// miss records that an output could not be read. Commit fails then, because other outputs depend on what was
// read.
func (s *Stage) miss(p string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.missed == nil {
		s.missed = fmt.Errorf("read %s: %w", p, diag.Cause(err))
	}
}

// faithful reads an output for callers that take an error for the end of the data, and records the error.
type faithful struct {
	io.ReaderAt
	s    *Stage
	path string
}

// ReadAt reads as the file does, and notes the error.
func (f faithful) ReadAt(b []byte, at int64) (int, error) {
	n, err := f.ReaderAt.ReadAt(b, at)
	if err != nil && err != io.EOF {
		f.s.miss(f.path, err)
	}
	return n, err
}
