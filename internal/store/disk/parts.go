package disk

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"
)

// Parts is an output that is written in parts, so it need not fit into memory: a feed can contain all texts of
// a site. Close stages it.
type Parts struct {
	s      *Stage
	it     *item
	last   *piece   // nil before the first part
	file   *os.File // holds all of it; nil: pieces do
	digest *xxhash.Digest
}

// Create begins an output that is written in parts; by names its maker, for messages.
func (s *Stage) Create(p, by string) *Parts {
	return &Parts{s: s, it: &item{Entry: Entry{Path: p}, by: by}, digest: xxhash.New()}
}

// Write copies the next part. Parts should be large, because each is stored separately.
func (w *Parts) Write(data []byte) (int, error) {
	if err := w.keep(data); err != nil {
		return 0, fmt.Errorf("keep %s for writing: %w", w.it.Path, err)
	}
	w.it.Size += int64(len(data))
	return w.digest.Write(data)
}

// keep stores a part: in memory, in the file of the output, or in the spool.
func (w *Parts) keep(data []byte) error {
	if w.file == nil && !w.s.spool.fits(len(data)) {
		if w.file = w.s.early.open(); w.file != nil {
			if _, err := io.Copy(w.file, w.kept()); err != nil {
				return err
			}
			w.it.data = nil
		}
	}
	if w.file != nil {
		_, err := w.file.Write(data)
		return err
	}
	kept, err := w.s.spool.add(data)
	if w.last == nil {
		w.it.data, w.last = &kept, &kept
	} else {
		w.last.next = &kept
		w.last = &kept
	}
	return err
}

// Close stages what was written, as Stage.Add does, and returns its size and hash.
func (w *Parts) Close() (size int64, hash uint64, err error) {
	w.it.Hash = w.digest.Sum64()
	first, err := w.s.claim(w.it)
	switch {
	case w.file != nil && (err != nil || first != nil):
		w.file.Close() // it goes with the stage
	case w.file != nil:
		w.it.act, w.it.early = create, true
		err = w.s.early.moveTo(w.file, w.it.Path)
	case err == nil && first == nil:
		err = w.s.compare(w.it, w.same)
	}
	return w.it.Size, w.it.Hash, err
}

// kept reads the pieces.
func (w *Parts) kept() io.Reader {
	return io.NewSectionReader(pieces{w.s.spool, w.it.data}, 0, w.it.Size)
}

// same reports whether a file has the bytes that were written.
func (w *Parts) same(file string) (bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	ours := w.kept()
	a, b := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(ours, a)
		if m, _ := io.ReadFull(f, b[:n]); m < n || !bytes.Equal(a[:n], b[:n]) {
			return false, nil
		}
		switch err {
		case io.EOF, io.ErrUnexpectedEOF:
			return true, nil
		case nil:
		default:
			return false, err
		}
	}
}
