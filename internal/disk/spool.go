package disk

import (
	"errors"
	"os"
	"sync"
	"sync/atomic"
)

// spool keeps the bytes of staged outputs until they are committed: the first ones in memory, the
// rest in one file that is only appended to. So a build may render everything before it writes
// anything, however large the site is, for two or three microseconds an output.
type spool struct {
	dir   string
	limit int64
	held  atomic.Int64 // bytes in memory

	once sync.Once
	file *os.File // nil when there is none yet, or none can be made: then all stays in memory
	end  atomic.Int64
}

// piece is one output's bytes in a spool.
type piece struct {
	mem []byte // nil when the bytes are in the file
	at  int64
	len int
}

// add keeps data; the caller must not change it afterwards.
func (s *spool) add(data []byte) (piece, error) {
	size := int64(len(data))
	if s.held.Add(size) <= s.limit {
		return piece{mem: data, len: len(data)}, nil
	}
	s.once.Do(s.open)
	if s.file == nil {
		return piece{mem: data, len: len(data)}, nil
	}
	s.held.Add(-size)
	at := s.end.Add(size) - size
	if _, err := s.file.WriteAt(data, at); err != nil {
		return piece{}, err
	}
	return piece{at: at, len: len(data)}, nil
}

// bytes returns a piece, read into buf when it is in the file.
func (s *spool) bytes(p piece, buf []byte) ([]byte, error) {
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
func (s *spool) open() {
	f, err := os.CreateTemp(s.dir, "spool-")
	if err != nil {
		return
	}
	os.Remove(f.Name())
	s.file = f
}

// close gives the space back.
func (s *spool) close() error {
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
