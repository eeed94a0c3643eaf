package markdown

import (
	"bytes"
	"fmt"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
)

// sessionKey is the key of the session in goldmark's parser context.
var sessionKey = parser.NewContextKey()

// documentIDKey is the key under which the footnote renderer finds Input.ID.
const documentIDKey = "documentID"

// keepBuffer limits the memory that a session keeps for the next conversion.
const keepBuffer = 1 << 20

// session is the state of one conversion. It is the writer that goldmark passes to the node renderers, which find their
// hooks, counters, and stacks in it.
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
	nested []string     // IDs of the pages whose text is being rendered, innermost last

	quotes, codes, mathes, tableCount int // the next ordinals

	hasAt bool      // the source contains an @, so there may be e-mail addresses
	links addresses // what linkify may find

	lists []*inlineAttributes // in the text, in its order

	warnings diag.List

	positions positions[[]byte]
	starts    []Position // positions of in.Pieces in the source
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

// release clears the session but keeps buffers for the next conversion.
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

// Flush does nothing, since nothing is buffered.
func (s *session) Flush() error { return nil }

// capture starts a text that a hook needs; captured ends it, removes it from the output, and returns it.
func (s *session) capture() { s.marks = append(s.marks, s.Len()) }

func (s *session) captured() string {
	mark := s.marks[len(s.marks)-1]
	s.marks = s.marks[:len(s.marks)-1]
	text := string(s.Bytes()[mark:])
	s.Truncate(mark)
	return text
}

// page returns the ID of the page whose text is being rendered, "" for the page itself.
func (s *session) page() string {
	if len(s.nested) == 0 {
		return ""
	}
	return s.nested[len(s.nested)-1]
}

// position returns line and column in the file for a byte offset of the source.
func (s *session) position(offset int) Position {
	line, col := s.positions.position(offset)
	if len(s.in.Pieces) > 0 {
		return s.inPiece(offset, line, col)
	}
	return Position{Line: max(1, s.in.Line) + line - 1, Col: col}
}

// At returns the position in the file for a byte offset of the source.
func (in *Input) At(offset int) Position {
	s := &session{in: in, source: []byte(in.Source), positions: positions[[]byte]{src: []byte(in.Source)}}
	return s.position(offset)
}

// Locate converts the position of a diagnostic from the source to the file, for texts that other parsers read.
func (in *Input) Locate(d *diag.Diagnostic) *diag.Diagnostic {
	s := &session{in: in, source: []byte(in.Source), positions: positions[[]byte]{src: []byte(in.Source)}}
	offset := 0
	for line := 1; line < d.Line; line++ {
		offset += bytes.IndexByte(s.source[offset:], '\n') + 1
	}
	return s.diagnose(d.Severity, d.Rule, offset, d.Message, d.Hint)
}

// diagnose returns a diagnostic at a byte offset of the source. If a template made the text, it quotes the text, since
// the file does not contain it.
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
	if s.in.Pieces == nil { // else the line may not be in any file
		d.Excerpt = diag.Line(s.source[start:], 1)
	}
	return d
}
