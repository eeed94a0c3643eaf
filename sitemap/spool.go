package sitemap

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/flate"
)

// spool stores bytes. Up to rawLimit they are uncompressed, later ones compressed: a sitemap of 52 MB needs a
// few MB.
type spool struct {
	rawLimit int
	raw      []byte
	packed   []*bytes.Buffer // one for each piece, in order
	packer   *flate.Writer
}

// pieceSize is the number of bytes that a spool compresses at once.
const pieceSize = 256 << 10

func newSpool(rawLimit int) *spool { return &spool{rawLimit: rawLimit} }

func (s *spool) Write(b []byte) (int, error) {
	s.raw = append(s.raw, b...)
	if len(s.raw) >= s.rawLimit {
		if err := s.pack(); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// pack compresses the uncompressed bytes. From then on few bytes are uncompressed.
func (s *spool) pack() error {
	s.rawLimit = min(s.rawLimit, pieceSize)
	piece := &bytes.Buffer{}
	if s.packer == nil {
		var err error
		if s.packer, err = flate.NewWriter(piece, flate.BestSpeed); err != nil {
			return err
		}
	} else {
		s.packer.Reset(piece)
	}
	if _, err := s.packer.Write(s.raw); err != nil {
		return err
	}
	if err := s.packer.Close(); err != nil {
		return err
	}
	s.packed = append(s.packed, piece)
	if cap(s.raw) > 2*pieceSize {
		s.raw = nil
	}
	s.raw = s.raw[:0]
	return nil
}

// reader returns a reader of everything from the beginning; it can be called again.
func (s *spool) reader() io.Reader { return &spoolReader{spool: s} }

type spoolReader struct {
	spool   *spool
	next    int // the piece after the open one
	open    io.Reader
	flate   io.ReadCloser
	rawDone int
}

func (r *spoolReader) Read(b []byte) (int, error) {
	for {
		if r.open != nil {
			n, err := r.open.Read(b)
			if err == io.EOF {
				r.open, err = nil, nil
			}
			if n > 0 || err != nil {
				return n, err
			}
			continue
		}
		if r.next == len(r.spool.packed) {
			n := copy(b, r.spool.raw[r.rawDone:])
			if n == 0 && len(b) > 0 {
				return 0, io.EOF
			}
			r.rawDone += n
			return n, nil
		}
		piece := bytes.NewReader(r.spool.packed[r.next].Bytes())
		r.next++
		if r.flate == nil {
			r.flate = flate.NewReader(piece)
		} else if err := r.flate.(flate.Resetter).Reset(piece, nil); err != nil {
			return 0, err
		}
		r.open = r.flate
	}
}
