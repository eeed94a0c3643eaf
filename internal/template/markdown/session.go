package markdown

import (
	"bytes"
	"fmt"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
)

// sessionKey is where the session lies in goldmark's parser context.
var sessionKey = parser.NewContextKey()

// documentIDKey is where the footnote renderer finds Input.ID.
const documentIDKey = "documentID"

// keepBuffer bounds what a session keeps for the next conversion.
const keepBuffer = 1 << 20

// session is the state of one conversion. It is the writer that goldmark hands to the node
// renderers, which find their hooks, counters and stacks in it.
type session struct {
	*bytes.Buffer
	conv   *Converter
	in     *Input
	source []byte // a copy of in.Source

	ids    idSet
	toc    tocBuilder
	images map[*ast.Image]imageRole

	marks  []int        // starts of the captured texts, innermost last
	tables []*tableRows // tables being collected for the hook, innermost last
	nested []string     // ids of the pages whose text is being rendered, innermost last

	quotes, codes, mathes, tableCount int // the next ordinals

	hasAt bool      // the source holds an @, so there may be e-mail addresses
	links addresses // what linkify may find

	warnings diag.List

	positions positions[[]byte]
	starts    []Position // of in.Pieces in the source
}

func newSession(c *Converter) *session {
	return &session{conv: c, Buffer: new(bytes.Buffer), ids: idSet{kind: c.opts.Goldmark.Parser.AutoIDType}}
}

func (s *session) start(in *Input) {
	s.in = in
	s.source = append(s.source, in.Source...)
	s.positions.src = s.source
	s.hasAt = bytes.IndexByte(s.source, '@') >= 0
	if s.conv.opts.Goldmark.Extensions.Linkify {
		s.links = findAddresses(s.source)
	}
}

// release forgets the conversion but keeps the memory that the next one can use.
func (s *session) release() {
	buf, source, ids, marks := s.Buffer, s.source[:0], s.ids, s.marks[:0]
	if buf.Cap() > keepBuffer {
		buf = new(bytes.Buffer)
	}
	if cap(source) > keepBuffer {
		source = nil
	}
	buf.Reset()
	ids.reset()
	*s = session{conv: s.conv, Buffer: buf, source: source, ids: ids, marks: marks}
}

// Buffered and Flush make the session goldmark's util.BufWriter, so that it is not wrapped.
func (s *session) Buffered() int { return s.Len() }

// Flush does nothing: the buffer is the destination.
func (s *session) Flush() error { return nil }

// capture begins a text that a hook wants to see; captured ends it, takes it out of the output
// and returns it.
func (s *session) capture() { s.marks = append(s.marks, s.Len()) }

func (s *session) captured() string {
	mark := s.marks[len(s.marks)-1]
	s.marks = s.marks[:len(s.marks)-1]
	text := string(s.Bytes()[mark:])
	s.Truncate(mark)
	return text
}

// page returns the id of the page whose text is being rendered, "" for the page itself.
func (s *session) page() string {
	if len(s.nested) == 0 {
		return ""
	}
	return s.nested[len(s.nested)-1]
}

// position returns line and column in the file of a byte offset of the source.
func (s *session) position(offset int) Position {
	line, col := s.positions.position(offset)
	if len(s.in.Pieces) > 0 {
		return s.inPiece(offset, line, col)
	}
	return Position{Line: max(1, s.in.Line) + line - 1, Col: col}
}

// At returns the position in the file of a byte offset of the source.
func (in *Input) At(offset int) Position {
	s := &session{in: in, source: []byte(in.Source), positions: positions[[]byte]{src: []byte(in.Source)}}
	return s.position(offset)
}

// Place returns a diagnostic about a line of the source with its place in the file, for texts that other parsers read.
func (in *Input) Place(d *diag.Diagnostic) *diag.Diagnostic {
	s := &session{in: in, source: []byte(in.Source), positions: positions[[]byte]{src: []byte(in.Source)}}
	offset := 0
	for line := 1; line < d.Line; line++ {
		offset += bytes.IndexByte(s.source[offset:], '\n') + 1
	}
	return s.diagnose(d.Severity, d.Rule, offset, d.Message, d.Hint)
}

// diagnose makes a diagnostic at a byte offset of the source. Of a text that a template made it
// quotes the text, because no line of the file holds it.
func (s *session) diagnose(severity diag.Severity, rule string, offset int, message, hint string) *diag.Diagnostic {
	offset = max(0, min(offset, len(s.source)))
	d := &diag.Diagnostic{Rule: rule, Severity: severity, File: s.in.File, Message: message, Hint: hint}
	start := bytes.LastIndexByte(s.source[:offset], '\n') + 1
	if s.in.Line < 1 {
		d.Message += fmt.Sprintf(" in the text %q of a template", diag.Line(s.source[start:], 1))
		return d
	}
	pos := s.position(offset)
	d.Line, d.Col = pos.Line, pos.Col
	if s.in.Pieces == nil { // else the line may hold what stands in no file
		d.Excerpt = diag.Line(s.source[start:], 1)
	}
	return d
}
