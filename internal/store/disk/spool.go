package disk

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
)

// Spool stores bytes for the duration of a build: the first ones in memory, the rest in one append-only file. A
// build can thus keep everything that it rendered, whatever the size of the site, at a cost of two or three
// microseconds per piece. Several workers may use it at the same time.
type Spool struct {
	dir   string
	limit int64
	held  atomic.Int64 // bytes in memory

	once sync.Once
	file *os.File // nil if not created yet, or if it cannot be created and all bytes stay in memory
	end  atomic.Int64
}

// NewSpool returns an empty spool. When more than limit bytes are needed, its file is created in dir, which
// must exist; if dir is not writable, everything stays in memory. Call Close when done.
func NewSpool(dir string, limit int64) *Spool { return &Spool{dir: dir, limit: limit} }

// Size returns the number of bytes in the file, including those that are no longer needed.
func (s *Spool) Size() int64 { return s.end.Load() }

// piece is the position of one output's bytes in a spool.
type piece struct {
	mem  []byte // nil when the bytes are in the file
	at   int64
	len  int
	next *piece // of an output that came in parts; nil for the last one
}

// pieces reads the bytes of several pieces in a row.
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

// add stores a copy of data.
func (s *Spool) add(data []byte) (piece, error) {
	if s.remains(len(data)) {
		return piece{mem: bytes.Clone(data), len: len(data)}, nil
	}
	at, err := s.append(data)
	return piece{at: at, len: len(data)}, err
}

// fits reports whether that many more bytes fit into memory.
func (s *Spool) fits(size int) bool { return s.held.Load()+int64(size) <= s.limit }

// reserve reserves room in memory for size bytes, and reports whether they fit.
func (s *Spool) reserve(size int) bool {
	if s.held.Add(int64(size)) <= s.limit {
		return true
	}
	s.held.Add(-int64(size))
	return false
}

// remains reports whether size bytes stay in memory: they fit, or the file cannot be created.
func (s *Spool) remains(size int) bool {
	if s.reserve(size) {
		return true
	}
	s.once.Do(s.open)
	return s.file == nil
}

// append writes data to the end of the file and returns its position.
func (s *Spool) append(data []byte) (at int64, err error) {
	at = s.end.Add(int64(len(data))) - int64(len(data))
	_, err = s.file.WriteAt(data, at)
	return at, err
}

// Add stores a text and returns a function that reads its bytes from low up to high, any number of times until
// Close. If it cannot be written to the file, it stays in memory.
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
	return inMemory(text)
}

// Hold keeps a text in memory if it fits, and returns a function like that of Add; nil if it does not fit.
func (s *Spool) Hold(text string) (read func(low, high int) (string, error)) {
	if !s.reserve(len(text)) {
		return nil
	}
	return inMemory(text)
}

func inMemory(text string) func(low, high int) (string, error) {
	return func(low, high int) (string, error) { return text[low:high], nil }
}

// bytes returns one piece, read into buf if it is in the file.
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

// open creates the file and, where the system allows it, removes its name at once, so a killed build leaves
// nothing.
func (s *Spool) open() {
	f, err := os.CreateTemp(s.dir, "spool-")
	if err != nil {
		return
	}
	os.Remove(f.Name())
	s.file = f
}

// Close frees the space. It may be called more than once.
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
