package sitemap

import (
	"cmp"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

const (
	flushAt = 64 << 10 // how much a part collects before it writes
	holdRaw = 4 << 20  // uncompressed part of a file that is held back
)

// packLevel is the gzip level: a lower one makes files larger than gzip -6, a higher one takes longer.
const packLevel = 5

// sink receives the records of one sitemap and writes them into as many files as the limits require.
type sink interface {
	// add appends one record, which must fit into a file; hash is that of its URL, mod its date.
	add(rec []byte, hash uint64, mod time.Time) error
	// number makes even a single file have a number. It must be called before close.
	number()
	// close finishes the last file and returns all files; without records there are none.
	close() ([]File, error)
}

// layout describes the files of one kind.
type layout struct {
	create         func(string) (io.WriteCloser, error)
	name           string
	many           string // the name before the number, if it differs from name
	header, footer string
	maxURLs        int
	maxBytes       int
	gzip           bool
	text, index    bool // for File
}

// partName returns the name of a numbered file; 0 means that there is only one.
func (l *layout) partName(part int) string {
	name := l.name
	if part > 0 {
		stem, ext := cutExt(cmp.Or(l.many, name))
		name = stem + "-" + strconv.Itoa(part) + ext
	}
	if l.gzip {
		name += ".gz"
	}
	return name
}

// cutExt splits a file name before its extension.
func cutExt(name string) (stem, ext string) {
	if i := strings.LastIndexByte(name, '.'); i > strings.LastIndexByte(name, '/') {
		return name[:i], name[i:]
	}
	return name, ""
}

// fits reports whether a file with n records of size bytes satisfies the limits (rules U1, U2).
func (l *layout) fits(n int, size int64) bool {
	return n <= l.maxURLs && size+int64(len(l.header)+len(l.footer)) <= int64(l.maxBytes)
}

// part is a file that is being written.
type part struct {
	*layout
	file File
	size int64 // of the records
	buf  []byte
	to   io.Writer      // target of buf: the compressor, the file, or the spool of a file that is held back
	held *spool         // nil once the file is open
	out  io.WriteCloser // nil while it is held back
	gz   *gzip.Writer   // kept for the next part
}

// begin starts a file that is held back until it has a name.
func (p *part) begin() error {
	p.file, p.size = File{Text: p.text, Index: p.index}, 0
	p.held = newSpool(holdRaw)
	return p.start(p.held)
}

// open starts a file of this name.
func (p *part) open(name string) (err error) {
	p.file, p.size = File{Name: name, Text: p.text, Index: p.index}, 0
	if p.out, err = p.create(name); err != nil {
		return err
	}
	return p.start(p.out)
}

// start writes the header. A reproducible gzip header has no name and no time (rule U9).
func (p *part) start(w io.Writer) error {
	p.to = w
	if p.gzip {
		if p.gz == nil {
			var err error
			if p.gz, err = gzip.NewWriterLevel(w, packLevel); err != nil {
				return err
			}
		} else {
			p.gz.Reset(w)
		}
		p.gz.ModTime = time.Unix(0, 0) // the module would write the zero Time as a date in 2042
		p.to = p.gz
	}
	p.buf = append(p.buf[:0], p.header...)
	return nil
}

// add appends a record.
func (p *part) add(rec []byte, mod time.Time) error {
	p.buf = append(p.buf, rec...)
	p.file.URLs++
	p.size += int64(len(rec))
	if mod.After(p.file.LastMod) {
		p.file.LastMod = mod
	}
	if len(p.buf) >= flushAt {
		return p.flush()
	}
	return nil
}

func (p *part) flush() error {
	_, err := p.to.Write(p.buf)
	p.buf = p.buf[:0]
	return err
}

// finish writes the rest and closes the file. name is the name of a file that was held back.
func (p *part) finish(name string) (File, error) {
	p.buf = append(p.buf, p.footer...)
	err := p.flush()
	if p.gzip {
		err = errors.Join(err, p.gz.Close())
	}
	if p.held != nil && err == nil {
		p.file.Name = name
		if p.out, err = p.create(name); err == nil {
			_, err = io.Copy(p.out, p.held.reader())
		}
	}
	if p.out != nil {
		err = errors.Join(err, p.out.Close())
	}
	p.held, p.out = nil, nil
	p.file.Bytes = p.size + int64(len(p.header)+len(p.footer))
	return p.file, err
}

// splitter fills one file after the other.
//
// The first file is held back until it is known whether there is a second: if so, they are numbered; otherwise
// it has the plain name.
type splitter struct {
	part
	numbered bool
	n        int // number of the open file, 0 before the first
	files    []File
}

func (s *splitter) add(rec []byte, _ uint64, mod time.Time) error {
	switch {
	case s.n == 0:
		s.n = 1
		if err := s.begin(); err != nil {
			return err
		}
	case !s.fits(s.file.URLs+1, s.size+int64(len(rec))):
		s.numbered = true
		if err := s.next(); err != nil {
			return err
		}
		s.n++
		if err := s.open(s.partName(s.n)); err != nil {
			return err
		}
	}
	return s.part.add(rec, mod)
}

// next finishes the open file.
func (s *splitter) next() error {
	n := 0
	if s.numbered {
		n = s.n
	}
	file, err := s.finish(s.partName(n))
	if err == nil {
		s.files = append(s.files, file)
	}
	return err
}

func (s *splitter) number() { s.numbered = true }

func (s *splitter) close() ([]File, error) {
	if s.n == 0 {
		return nil, nil
	}
	err := s.next()
	return s.files, err
}
