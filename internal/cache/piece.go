package cache

import (
	"math"
	"os"

	"github.com/cespare/xxhash/v2"
)

// Blob returns the bytes of a piece, which are the caller's own.
func (s *Store) Blob(k Key) ([]byte, bool) {
	if s.off != "" {
		return nil, false
	}
	s.mu.Lock()
	p, ok := s.fresh[k]
	f := s.writing
	s.mu.Unlock()
	if ok {
		return p.read(f)
	}
	i, ok := s.index.find(k)
	if !ok || s.index.is(i, damaged) {
		return nil, false
	}
	b, ok := s.index.place(i).read(s.old)
	if !ok {
		s.index.mark(i, damaged)
		return nil, false
	}
	s.index.mark(i, used)
	return b, true
}

// read returns the bytes at a place, if they are those that were put there.
func (p place) read(f *os.File) ([]byte, bool) {
	if f == nil {
		return nil, false
	}
	b := make([]byte, p.size)
	if n, _ := f.ReadAt(b, p.at); n < len(b) || xxhash.Sum64(b) != p.sum {
		return nil, false
	}
	return b, true
}

// Use tells that a piece is still of use, as Blob does, and reports whether it is there. The bytes are
// not read, so they may yet turn out to be damaged.
func (s *Store) Use(k Key) bool {
	if s.off != "" {
		return false
	}
	if i, ok := s.index.find(k); ok && !s.index.is(i, damaged) {
		s.index.mark(i, used)
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.fresh[k]
	return ok
}

// Put keeps a piece. One that is there with the same bytes stays where it is; other bytes under the
// same key replace it. What cannot be written is not kept.
func (s *Store) Put(k Key, data []byte) {
	if s.off != "" || s.reads || int64(len(data)) > min(s.limit, math.MaxUint32) {
		return
	}
	p := place{size: uint32(len(data)), sum: xxhash.Sum64(data)}
	if i, ok := s.index.find(k); ok && !s.index.is(i, damaged) {
		if old := s.index.place(i); old.size == p.size && old.sum == p.sum {
			s.index.mark(i, used)
			return
		}
	}
	f, ok := s.reserve(k, &p)
	if !ok {
		return
	}
	_, err := f.WriteAt(data, p.at)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.err = err
		return
	}
	s.fresh[k] = p
}

// reserve gives a piece its place in the file, unless it is there already.
func (s *Store) reserve(k Key, p *place) (*os.File, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.fresh[k]; ok && old.size == p.size && old.sum == p.sum || s.err != nil {
		return nil, false
	}
	if s.writing == nil {
		if s.err = s.begin(); s.err != nil {
			return nil, false
		}
	}
	p.at = s.end
	s.end += int64(p.size)
	return s.writing, true
}

// begin opens the file of the pieces for what is put: that of the index behind what counts in it, or a
// new one.
func (s *Store) begin() (err error) {
	s.end = s.index.end
	if s.old == nil {
		s.index.packed, s.index.end, s.end = s.index.packed+1, 0, 0
		s.index.cut(0)
		os.Remove(s.path(s.index.pack()))
	}
	s.writing, err = os.OpenFile(s.path(s.index.pack()), os.O_RDWR|os.O_CREATE, 0o666)
	return err
}
