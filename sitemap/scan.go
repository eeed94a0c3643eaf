package sitemap

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Limits of what is read, so no input needs more than a few megabytes of memory.
const (
	maxToken = 1 << 20 // bytes of one tag, text or comment
	maxDepth = 64      // elements inside of each other
	maxAttrs = 128     // attributes of one element
	readSize = 64 << 10
)

// SyntaxError is the reason why a file cannot be read to its end.
type SyntaxError struct {
	Line    int    // from 1
	Offset  int64  // uncompressed bytes before the position
	Rule    string // "XML", "U2", "U3", "U4"
	Message string
}

// Error returns the line and the message.
func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// token is what a scanner finds.
type token uint8

const (
	tokenEOF token = iota
	tokenStart
	tokenEnd
	tokenText
)

// scanner splits XML into tags and text. It implements as much of XML 1.0 and of namespaces as is needed to
// detect documents that are not well-formed, except that it ignores a DOCTYPE: entities declared there are
// unknown, so they cannot be used for attacks.
//
// The parts of a token are valid until the next call.
type scanner struct {
	r     io.Reader
	buf   []byte
	pos   int // of the next token
	err   error
	read  int64
	limit int64 // of bytes read
	from  int64 // offset of the current token

	lines   int // line feeds before counted
	counted int

	open   []openElement // from the root to here
	names  []byte        // of open
	bounds []binding
	empty  bool // an element ended with "/>": its end is the next token
	rooted bool // there was a root
	begun  bool // an XML declaration would come too late
	strict bool // it is an error that the declaration comes late

	// The token: for an element space, name, and attributes; for text the bytes, with references unless it is
	// CDATA.
	space space
	name  []byte
	attrs []attr
	text  []byte
	cdata bool
}

// openElement is an element whose end tag has not come; its name, with the prefix, is in scanner.names.
type openElement struct{ from, bounds int }

type attr struct {
	space  space
	prefix []byte
	name   []byte
	value  []byte // with references in it
	at     int    // of the value, from the beginning of the tag
}

// more reads more input. It reports false at the end or after an error, which is in s.err.
func (s *scanner) more() bool {
	if s.err != nil {
		return false
	}
	if s.pos > 0 {
		s.line()
		s.counted = 0
		n := copy(s.buf, s.buf[s.pos:])
		s.buf, s.pos = s.buf[:n], 0
		// The token's slices point into the old buffer; next gets them again after the last call of more.
	}
	if len(s.buf) >= maxToken {
		s.err = s.fail("XML", "a tag or text of more than %d bytes", maxToken)
		return false
	}
	if cap(s.buf)-len(s.buf) < readSize/2 {
		grown := make([]byte, len(s.buf), max(readSize, 2*cap(s.buf)))
		copy(grown, s.buf)
		s.buf = grown
	}
	for range 100 {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if s.read += int64(n); s.read > s.limit {
			s.err = s.fail("U2", "the file has more than %d bytes", s.limit)
			return false
		}
		if err != nil {
			s.err = err
			return n > 0
		}
		if n > 0 {
			return true
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// line returns the line of s.pos, from 1.
func (s *scanner) line() int {
	s.lines += bytes.Count(s.buf[s.counted:s.pos], newline)
	s.counted = s.pos
	return s.lines + 1
}

var newline = []byte{'\n'}

func (s *scanner) fail(rule, format string, args ...any) error {
	return &SyntaxError{Line: s.line(), Offset: s.offset(), Rule: rule, Message: fmt.Sprintf(format, args...)}
}

// offset returns the number of bytes before s.pos.
func (s *scanner) offset() int64 { return s.read - int64(len(s.buf)-s.pos) }

// find returns the first offset of sub at least from bytes after s.pos, or -1.
func (s *scanner) find(from int, sub string) int {
	for {
		if from <= len(s.buf)-s.pos {
			if i := bytes.Index(s.buf[s.pos+from:], []byte(sub)); i >= 0 {
				return from + i
			}
		}
		from = max(from, len(s.buf)-s.pos-len(sub)+1)
		if !s.more() {
			return -1
		}
	}
}

// ended returns the error of a truncated document.
func (s *scanner) ended(what string) error {
	if s.err != nil && s.err != io.EOF {
		return s.err
	}
	return s.fail("XML", "the file ends inside of %s", what)
}

// next finds the next token.
func (s *scanner) next() (token, error) {
	if s.empty {
		s.empty = false
		s.pop()
		return tokenEnd, nil
	}
	for {
		if s.pos == len(s.buf) && !s.more() {
			return s.eof()
		}
		s.from = s.offset()
		if s.buf[s.pos] != '<' {
			n := s.find(0, "<")
			if n < 0 {
				if s.err != io.EOF {
					return 0, s.err
				}
				n = len(s.buf) - s.pos
			}
			s.text, s.cdata = s.buf[s.pos:s.pos+n], false
			if err := s.checkText(); err != nil {
				return 0, err
			}
			s.pos, s.begun = s.pos+n, true
			if len(s.open) > 0 {
				return tokenText, nil
			}
			if len(bytes.TrimSpace(s.text)) > 0 {
				return 0, s.fail("XML", "text outside of the root element")
			}
			continue
		}
		for len(s.buf)-s.pos < 2 {
			if !s.more() {
				return 0, s.ended("a tag")
			}
		}
		switch s.buf[s.pos+1] {
		case '?':
			n := s.find(2, "?>")
			if n < 0 {
				return 0, s.ended("a processing instruction")
			}
			if err := s.instruction(s.buf[s.pos : s.pos+n]); err != nil {
				return 0, err
			}
			s.pos, s.begun = s.pos+n+2, true
		case '!':
			s.begun = true
			text, err := s.bang()
			if err != nil {
				return 0, err
			}
			if text {
				return tokenText, nil
			}
		case '/':
			return s.end()
		default:
			return s.start()
		}
	}
}

// eof handles the end of the input.
func (s *scanner) eof() (token, error) {
	switch {
	case s.err != io.EOF:
		return 0, s.err
	case len(s.open) > 0:
		return 0, s.ended("<" + string(s.names[s.open[len(s.open)-1].from:]) + ">")
	case !s.rooted:
		return 0, s.fail("XML", "the file has no element")
	}
	return tokenEOF, nil
}

// xmlDeclaration is the production XMLDecl of XML 1.0 §2.8, without its last two characters.
var xmlDeclaration = regexp.MustCompile(`^<\?xml\s+version\s*=\s*(?:"1\.[0-9]+"|'1\.[0-9]+')` +
	`(?:\s+encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*$`)

// instruction checks a processing instruction: one at the beginning must be an XML declaration, with the
// encoding UTF-8 (rule U3).
func (s *scanner) instruction(pi []byte) error {
	target, _, _ := bytes.Cut(bytes.TrimPrefix(pi, []byte("<?")), []byte(" "))
	if target = bytes.TrimRight(target, "\t\r\n"); len(target) == 0 {
		return s.fail("XML", "a processing instruction without a name")
	}
	if !bytes.EqualFold(target, []byte("xml")) {
		return nil
	}
	if s.begun && (s.strict || s.rooted) {
		return s.fail("XML", "an XML declaration that is not at the beginning")
	}
	m := xmlDeclaration.FindSubmatch(pi)
	if m == nil {
		return s.fail("XML", "a malformed XML declaration")
	}
	switch name := strings.ToLower(string(m[1])); name {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		return nil
	default:
		return s.fail("U3", "the encoding is %q, not UTF-8", name)
	}
}

// bang skips a comment or a DOCTYPE; it reports true for CDATA, which is text.
func (s *scanner) bang() (text bool, err error) {
	for len(s.buf)-s.pos < len("<![CDATA[") && s.more() {
	}
	rest := s.buf[s.pos:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		n := s.find(4, "--")
		if n < 0 {
			return false, s.ended("a comment")
		}
		for len(s.buf)-s.pos < n+3 && s.more() {
		}
		if len(s.buf)-s.pos < n+3 || s.buf[s.pos+n+2] != '>' {
			return false, s.fail("XML", `"--" inside of a comment`)
		}
		s.pos += n + 3
		return false, nil
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		n := s.find(9, "]]>")
		if n < 0 {
			return false, s.ended("CDATA")
		}
		if len(s.open) == 0 {
			return false, s.fail("XML", "CDATA outside of the root element")
		}
		s.text, s.cdata = s.buf[s.pos+9:s.pos+n], true
		err := s.checkText()
		s.pos += n + 3
		return true, err
	case bytes.HasPrefix(rest, []byte("<!DOCTYPE")) && !s.rooted:
		return false, s.doctype()
	}
	return false, s.fail("XML", "a markup declaration in the document")
}

// doctype skips a document type declaration.
func (s *scanner) doctype() error {
	n, err := s.unquoted(9, "a DOCTYPE", true)
	if err == nil {
		s.pos += n + 1
	}
	return err
}

// checkText finds characters that XML forbids, and "]]>" and incomplete references in text that is not CDATA.
func (s *scanner) checkText() error {
	ascii := true
	for _, c := range s.text {
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			return s.fail("U4", "the control character %#02x", c)
		}
		if c >= utf8.RuneSelf {
			ascii = false
		}
	}
	if !ascii {
		if !utf8.Valid(s.text) {
			return s.fail("U3", "bytes that are not UTF-8")
		}
		if bytes.Contains(s.text, []byte("\uffff")) || bytes.Contains(s.text, []byte("\ufffe")) {
			return s.fail("U4", "a character that XML does not have")
		}
	}
	if !s.cdata && bytes.Contains(s.text, []byte("]]>")) {
		return s.fail("XML", `"]]>" in text`)
	}
	return nil
}
