package disk

import (
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/plainfile"
)

// writer writes files one by one, for one worker.
type writer struct {
	buf   []byte
	aside string // where it writes a new file before that has its name
}

// write writes the bytes of an item to a new file. An existing file is an error: files in the output folder are
// never overwritten in place.
func (w *writer) write(s *Stage, it *item, name string) error {
	switch {
	case it.early:
		return w.copy(it, s.early.full(it.Path), name)
	case it.from != "":
		return w.copy(it, it.from, name)
	}
	return plainfile.Create(name, func(f io.Writer) error {
		for p := it.data; p != nil; p = p.next {
			data, err := s.spool.bytes(*p, w.buf)
			if err != nil {
				return fmt.Errorf("read back %s: %w", it.Path, err)
			}
			if p.mem == nil {
				w.buf = data
			}
			if _, err := f.Write(data); err != nil {
				return err
			}
		}
		return nil
	})
}

// copy copies the source of an item. It is an error if the source has changed since it was staged.
func (w *writer) copy(it *item, from, name string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	digest := xxhash.New()
	if err := plainfile.Create(name, func(f io.Writer) error {
		if cap(w.buf) < 64<<10 {
			w.buf = make([]byte, 64<<10)
		}
		// Only Reader and Writer are passed, so the buffer is used and every byte is hashed.
		n, err := io.CopyBuffer(io.MultiWriter(f, digest), struct{ io.Reader }{src}, w.buf[:cap(w.buf)])
		if err == nil && n != it.Size {
			err = fmt.Errorf("%s changed while the site was built", from)
		}
		return err
	}); err != nil {
		return err
	}
	it.Hash = digest.Sum64()
	return nil
}
