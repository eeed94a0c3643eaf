package disk

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
)

// Spool keeps bytes for the length of a build: the first ones in memory, the rest in one file that is
// only appended to. So a build may hold everything that it rendered, however large the site is, for
// two or three microseconds a piece. Several workers may use it at once.
type Spool struct {
	dir   string
	limit int64
	held  atomic.Int64 // bytes in memory

	once sync.Once
	file *os.File // nil when there is none yet, or none can be made: then all stays in memory
	end  atomic.Int64
}

// NewSpool returns an empty spool whose file, when more than limit bytes want one, lies in dir, which
// exists; without a folder that can be written everything stays in memory. End it with Close.
func NewSpool(dir string, limit int64) *Spool { return &Spool{dir: dir, limit: limit} }

// Size returns how many bytes the file holds, wanted still or not.
func (s *Spool) Size() int64 { return s.end.Load() }

// piece is one output's bytes in a spool.
type piece struct {
	mem  []byte // nil when the bytes are in the file
	at   int64
	len  int
	next *piece // of an output that came in parts; nil for the last one
}

// pieces reads the bytes of a piece and of those after it.
type pieces struct {
	spool *Spool
	first *piece
}

// ReadAt implements io.ReaderAt.
func (r pieces) ReadAt(b []byte, at int64) (n int, err error) {
	for p := r.first; p != nil && n < len(b); p = p.next {
		if at >= int64(p.len) {
			at -= int64(p.len)
			continue
		}
		part := b[n:min(len(b), n+p.len-int(at))]
		if p.mem != nil {
			copy(part, p.mem[at:])
		} else if _, err := r.spool.file.ReadAt(part, p.at+at); err != nil {
			return n, err
		}
		n, at = n+len(part), 0
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// add keeps data, which stays the caller's.
func (s *Spool) add(data []byte) (piece, error) {
	if s.remains(len(data)) {
		return piece{mem: bytes.Clone(data), len: len(data)}, nil
	}
	at, err := s.append(data)
	return piece{at: at, len: len(data)}, err
}

// fits reports whether so many bytes more would stay in memory.
func (s *Spool) fits(size int) bool { return s.held.Load()+int64(size) <= s.limit }

// remains reports whether so many bytes are to stay in memory.
func (s *Spool) remains(size int) bool {
	if s.held.Add(int64(size)) <= s.limit {
		return true
	}
	s.once.Do(s.open)
	if s.file == nil {
		return true
	}
	s.held.Add(-int64(size))
	return false
}

// append writes data to the end of the file and returns where that is.
func (s *Spool) append(data []byte) (at int64, err error) {
	at = s.end.Add(int64(len(data))) - int64(len(data))
	_, err = s.file.WriteAt(data, at)
	return at, err
}

// Add keeps a text and returns how to have back its bytes from low up to high, as often as is wanted,
// until Close. What cannot be written stays in memory.
func (s *Spool) Add(text string) (read func(low, high int) (string, error)) {
	if !s.remains(len(text)) {
		if at, err := s.append([]byte(text)); err == nil {
			return func(low, high int) (string, error) {
				buf := make([]byte, high-low)
				_, err := s.file.ReadAt(buf, at+int64(low))
				return string(buf), err
			}
		}
	}
	return func(low, high int) (string, error) { return text[low:high], nil }
}

// bytes returns a piece without those after it, read into buf when it is in the file.
func (s *Spool) bytes(p piece, buf []byte) ([]byte, error) {
	if p.mem != nil || p.len == 0 {
		return p.mem, nil
	}
	if cap(buf) < p.len {
		buf = make([]byte, p.len)
	}
	buf = buf[:p.len]
	_, err := s.file.ReadAt(buf, p.at)
	return buf, err
}

// open makes the file and at once takes its name away where the system allows that, so that
// nothing is left of it when the build is killed.
func (s *Spool) open() {
	f, err := os.CreateTemp(s.dir, "spool-")
	if err != nil {
		return
	}
	os.Remove(f.Name())
	s.file = f
}

// Close gives the space back. Calling it again is fine.
func (s *Spool) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if rm := os.Remove(s.file.Name()); rm != nil && !os.IsNotExist(rm) {
		err = errors.Join(err, rm)
	}
	s.file = nil
	return err
}
