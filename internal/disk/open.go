package disk

import (
	"bytes"
	"io"
	"os"
)

// Open returns the bytes that an output will hold, to be read in part, and how many there are; ok is false
// when no such output is staged, or it cannot be read. The caller closes it.
func (s *Stage) Open(p string) (r io.ReaderAt, size int64, end io.Closer, ok bool) {
	s.mu.Lock()
	it := s.items[p]
	s.mu.Unlock()
	if it == nil {
		return nil, 0, nil, false
	}
	file := it.from
	if file == "" && it.act == keep {
		file = s.tree.full(p)
	}
	if file == "" {
		data, err := s.spool.bytes(it.data, nil)
		return bytes.NewReader(data), int64(len(data)), io.NopCloser(nil), err == nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, 0, nil, false
	}
	return f, it.Size, f, true
}
