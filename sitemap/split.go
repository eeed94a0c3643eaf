package sitemap

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// flushAt is how much a splitter collects before it writes.
const flushAt = 64 << 10

// splitter writes records into as many files as the limits ask for (rules U1, U2).
//
// The first file is held back until it is known whether there is a second: then they are numbered,
// otherwise it has the plain name.
type splitter struct {
	create         func(string) (io.WriteCloser, error)
	name           string
	header, footer string
	maxURLs        int
	maxBytes       int
	numbered       bool // number even a single file
	text, index    bool // what to say in File

	part  int            // number of the open file, 0 before the first
	out   io.WriteCloser // nil while the first file is held back
	held  [][]byte       // full buffers of the first file
	buf   []byte
	file  File // the open one
	files []File
}

func (w *Writer) newSplitter(name, header, footer string) *splitter {
	return &splitter{
		create: w.o.Create, name: name, header: header, footer: footer,
		maxURLs: w.o.MaxURLs, maxBytes: w.o.MaxBytes,
	}
}

// add appends one record, which by itself fits into a file; mod is its date.
func (s *splitter) add(rec []byte, mod time.Time) error {
	if s.part > 0 && (s.file.URLs == s.maxURLs || int(s.file.Bytes)+len(rec)+len(s.footer) > s.maxBytes) {
		s.numbered = true
		if err := s.finish(); err != nil {
			return err
		}
		if err := s.open(); err != nil {
			return err
		}
	}
	if s.part == 0 {
		s.begin()
	}
	s.put(rec)
	s.file.URLs++
	if mod.After(s.file.LastMod) {
		s.file.LastMod = mod
	}
	if len(s.buf) >= flushAt {
		return s.flush()
	}
	return nil
}

// begin starts the next file in memory.
func (s *splitter) begin() {
	s.part++
	s.file = File{Text: s.text, Index: s.index}
	s.putString(s.header)
}

// open starts the next file and creates it.
func (s *splitter) open() (err error) {
	s.begin()
	s.file.Name = s.partName()
	s.out, err = s.create(s.file.Name)
	return err
}

// put and putString count what they append.
func (s *splitter) put(b []byte) {
	s.buf = append(s.buf, b...)
	s.file.Bytes += int64(len(b))
}

func (s *splitter) putString(b string) {
	s.buf = append(s.buf, b...)
	s.file.Bytes += int64(len(b))
}

func (s *splitter) flush() error {
	if s.out == nil {
		s.held = append(s.held, s.buf)
		s.buf = make([]byte, 0, flushAt+flushAt/4)
		return nil
	}
	_, err := s.out.Write(s.buf)
	s.buf = s.buf[:0]
	return err
}

// finish writes the rest of the open file and closes it.
func (s *splitter) finish() (err error) {
	s.putString(s.footer)
	if s.out == nil {
		s.file.Name = s.partName()
		if s.out, err = s.create(s.file.Name); err != nil {
			return err
		}
		for _, b := range s.held {
			if _, err = s.out.Write(b); err != nil {
				break
			}
		}
		s.held = nil
	}
	if err == nil {
		err = s.flush()
	}
	err = errors.Join(err, s.out.Close())
	s.out = nil
	s.files = append(s.files, s.file)
	return err
}

// partName is the name of the open file.
func (s *splitter) partName() string {
	if !s.numbered {
		return s.name
	}
	stem, ext := s.name, ""
	if i := strings.LastIndexByte(stem, '.'); i > strings.LastIndexByte(stem, '/') {
		stem, ext = stem[:i], stem[i:]
	}
	return stem + "-" + strconv.Itoa(s.part) + ext
}

// close finishes the last file; without records there is none.
func (s *splitter) close() error {
	if s.part == 0 {
		return nil
	}
	return s.finish()
}
