package sitemap

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
)

// Format is the format of a file.
type Format int

const (
	// URLSet is a sitemap in XML.
	URLSet Format = iota + 1
	// Index is a list of sitemaps.
	Index
	// RSS and Atom are feeds, which search engines accept as sitemaps (rule F1).
	RSS
	Atom
	// Text is a list of URLs, one per line (rule T1).
	Text
)

// String returns "urlset", "index", "rss", "atom" or "text".
func (f Format) String() string {
	switch f {
	case URLSet:
		return "urlset"
	case Index:
		return "index"
	case RSS:
		return "rss"
	case Atom:
		return "atom"
	case Text:
		return "text"
	}
	return "unknown"
}

// ReadOptions configures a Reader.
type ReadOptions struct {
	// MaxBytes is the maximum uncompressed size of a file; a longer one gives a SyntaxError of rule U2.
	// Default: the protocol's 52,428,800.
	MaxBytes int64
	// Report receives invalid values, which are left out; it may be nil.
	Report func(Violation)
}

// Reader reads the entries of a sitemap, an index, a feed, or a text list, compressed with gzip or not, one by
// one. It is not safe for concurrent use.
//
// It accepts what search engines accept: a byte order mark or white space before the declaration, CDATA,
// comments, elements of other namespaces, elements in any order, several URLs in one entry, a file that ends
// after the URL of an entry, and feeds of RSS 0.9 to 2.0 and Atom 0.3 and 1.0. It does not check the entries
// against the rules; the Validator does. It never uses more than a few megabytes, whatever the input: entities
// that a file declares are unknown, and the lengths of tags and texts, the depth of elements, and the total
// length are limited.
type Reader struct {
	o      ReadOptions
	in     io.Reader
	s      scanner
	format Format
	err    error

	rec     record
	bom     bool     // the file begins with a byte order mark
	locs    []string // additional URLs of the current entry
	cut     error    // the reason why the file ended within the current entry
	entry   Entry
	news    News
	strings stringCache
}

// NewReader returns a Reader; nothing is read before the first call of Format or Next.
func NewReader(r io.Reader, o ReadOptions) *Reader {
	if o.MaxBytes <= 0 {
		o.MaxBytes = MaxBytes
	}
	return &Reader{o: o, in: r}
}

// Format returns the format of the file.
func (r *Reader) Format() (Format, error) {
	if r.format == 0 && r.err == nil {
		r.format, r.err = r.begin()
	}
	if r.format == 0 {
		return 0, r.err
	}
	return r.format, nil
}

// Bytes returns the number of uncompressed bytes read so far.
func (r *Reader) Bytes() int64 { return r.s.read }

// Line returns the line of the last entry.
func (r *Reader) Line() int { return r.rec.line }

// begin finds the root element, or determines that there is none.
func (r *Reader) begin() (Format, error) {
	if r.in == nil {
		return 0, errors.New("sitemap: no reader")
	}
	in := bufio.NewReaderSize(r.in, 4096)
	src := io.Reader(in)
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		gz, err := gzip.NewReader(in)
		if err != nil {
			return 0, err
		}
		src = gz
	}
	s := &r.s
	s.r, s.limit = src, r.o.MaxBytes
	for len(s.buf) < 4 && s.more() {
	}
	switch {
	case bytes.HasPrefix(s.buf, byteOrderMark):
		s.pos += len(byteOrderMark)
		r.bom = true
	case bytes.HasPrefix(s.buf, []byte("\xfe\xff")), bytes.HasPrefix(s.buf, []byte("\xff\xfe")):
		return 0, s.fail("U3", "the file is UTF-16, not UTF-8")
	}
	if err := r.leading(); err != nil {
		return 0, err
	}
	if s.buf[s.pos] != '<' {
		return r.text()
	}
	if _, err := s.next(); err != nil {
		return 0, err
	}
	return r.root()
}

var byteOrderMark = []byte("\ufeff")

// leading skips white space and byte order marks before the first character.
func (r *Reader) leading() error {
	s := &r.s
	for {
		for s.pos < len(s.buf) && isSpace(s.buf[s.pos]) {
			s.pos++
			s.begun = true
		}
		for len(s.buf)-s.pos < len(byteOrderMark) && s.more() {
		}
		switch {
		case s.pos == len(s.buf) && s.err == io.EOF:
			return s.fail("XML", "the file is empty")
		case s.pos == len(s.buf):
			return s.err
		case s.begun && !s.strict && bytes.HasPrefix(s.buf[s.pos:], byteOrderMark):
			s.pos += len(byteOrderMark)
		case !isSpace(s.buf[s.pos]):
			return nil
		}
	}
}

// text distinguishes a list of URLs from other texts: it has a URL in its first 4 KiB.
func (r *Reader) text() (Format, error) {
	s := &r.s
	if s.strict {
		return Text, nil // the Validator says what each line lacks
	}
	const head = 4 << 10
	for len(s.buf)-s.pos < head && s.more() {
	}
	for line := range bytes.Lines(s.buf[s.pos:min(len(s.buf), s.pos+head)]) {
		if line = bytes.TrimSpace(line); bytes.Contains(line, []byte("://")) {
			if _, ok := appendLoc(nil, string(line)); ok {
				return Text, nil
			}
		}
	}
	return 0, s.fail("T1", "neither XML nor a list of URLs")
}

// root determines the format from the root element. A sitemap in the wrong namespace is accepted (the Validator
// checks rule U6).
func (r *Reader) root() (Format, error) {
	s := &r.s
	switch string(s.name) {
	case "urlset":
		return URLSet, nil
	case "sitemapindex":
		return Index, nil
	case "rss", "RDF":
		return RSS, nil
	case "feed":
		return Atom, nil
	}
	return 0, s.fail("U6", "<%s> is not the root element of a sitemap", s.name)
}

// Next returns the next entry, or io.EOF at the end. For an index, an entry is a sitemap, with Loc and LastMod.
// URLs are as in the file, trimmed. The entry and its slices are valid until the next call; its strings stay
// valid. Any error other than io.EOF ends the file.
func (r *Reader) Next() (*Entry, error) {
	if _, err := r.Format(); err != nil {
		return nil, err
	}
	if len(r.locs) > 0 {
		r.entry.Loc, r.locs = r.locs[0], r.locs[1:]
		return &r.entry, nil
	}
	if r.cut != nil {
		r.err = r.cut
	}
	for r.err == nil {
		if r.format == Text {
			r.err = r.textLine()
		} else {
			r.err = r.nextRecord()
		}
		if r.err == nil && r.convert() {
			return &r.entry, nil
		}
	}
	return nil, r.err
}

// nextRecord fills r.rec with the next entry.
func (r *Reader) nextRecord() error {
	for {
		tok, err := r.s.next()
		if err != nil {
			return err
		}
		switch {
		case tok == tokenEOF:
			return io.EOF
		case tok == tokenStart && r.isRecord():
			err := r.rec.fill(&r.s)
			if err != nil && r.s.err == io.EOF && r.wholeLoc() {
				r.cut, err = err, nil // the partial entry first; the error follows
			}
			return err
		case tok == tokenStart && len(r.s.open) == 2 && r.format <= Index:
			if err := r.skip(); err != nil {
				return err
			}
		}
	}
}

// wholeLoc reports whether the entry at which the file ends has its URL: the element is closed.
func (r *Reader) wholeLoc() bool {
	if r.format != URLSet && r.format != Index {
		return false
	}
	for i := 1; i < len(r.rec.nodes); i++ {
		if n := &r.rec.nodes[i]; n.depth == 1 && string(r.rec.name(n)) == "loc" {
			return i < len(r.rec.nodes)-1 || len(r.s.open) <= 2
		}
	}
	return false
}

// skip skips the current element.
func (r *Reader) skip() error {
	depth := len(r.s.open)
	for len(r.s.open) >= depth {
		if _, err := r.s.next(); err != nil {
			return err
		}
	}
	return nil
}

// isRecord reports whether the current element is an entry.
func (r *Reader) isRecord() bool {
	s := &r.s
	switch r.format {
	case URLSet:
		return len(s.open) == 2 && string(s.name) == "url"
	case Index:
		return len(s.open) == 2 && string(s.name) == "sitemap"
	case RSS:
		return (len(s.open) == 3 || len(s.open) == 2) && string(s.name) == "item" // in RSS 1.0 next to the channel
	case Atom:
		return len(s.open) == 2 && string(s.name) == "entry"
	}
	return false
}

// textLine fills r.rec with the next line that is not empty.
func (r *Reader) textLine() error {
	s := &r.s
	for {
		if s.pos == len(s.buf) && !s.more() {
			return s.err
		}
		n := s.find(0, "\n")
		if n < 0 {
			if s.err != io.EOF {
				return s.err
			}
			n = len(s.buf) - s.pos
		}
		line := bytes.TrimSpace(s.buf[s.pos : s.pos+n])
		r.rec.line = s.line()
		if !utf8.Valid(line) {
			return s.fail("U3", "bytes that are not UTF-8")
		}
		r.rec.nodes, r.rec.attrs, r.rec.arena = r.rec.nodes[:0], r.rec.attrs[:0], append(r.rec.arena[:0], line...)
		s.pos = min(s.pos+n+1, len(s.buf))
		if len(line) > 0 {
			return nil
		}
	}
}
