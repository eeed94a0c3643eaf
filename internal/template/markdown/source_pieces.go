package markdown

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Mixed joins the parts of a body and the output of shortcodes into one text, and records where each piece starts in
// the file, so that messages have the right line. The zero value is empty and ready to use.
type Mixed struct {
	text   strings.Builder
	pieces []Piece
}

// Piece is the origin of a part of Input.Source.
type Piece struct {
	Offset    int  // in Source
	Line, Col int  // in the file
	Made      bool // output of a template: all of it is at Line and Col
}

// Add appends a text part.
func (m *Mixed) Add(p Part) {
	if p.Line > 0 {
		m.pieces = append(m.pieces, Piece{Offset: m.text.Len(), Line: p.Line, Col: p.Col})
	}
	m.text.WriteString(p.Text)
}

// AddOutput appends the output of a call, or its token.
func (m *Mixed) AddOutput(s *Shortcode, out string) {
	m.pieces = append(m.pieces, Piece{Offset: m.text.Len(), Line: s.Line, Col: s.Col, Made: true})
	m.text.WriteString(out)
}

// String returns the text.
func (m *Mixed) String() string { return m.text.String() }

// Pieces returns the origins of the parts of the text: Input.Pieces.
func (m *Mixed) Pieces() []Piece { return m.pieces }

// inPiece returns the position in the file of an offset that is at line and col of the source.
func (s *session) inPiece(offset, line, col int) Position {
	pieces := s.in.Pieces
	if s.starts == nil {
		s.starts = make([]Position, len(pieces))
		positions := positions[[]byte]{src: s.source}
		for i, p := range pieces {
			s.starts[i].Line, s.starts[i].Col = positions.position(p.Offset)
		}
	}
	i := max(0, sort.Search(len(pieces), func(i int) bool { return pieces[i].Offset > offset })-1)
	p, start := pieces[i], s.starts[i]
	switch {
	case p.Made:
		return Position{Line: p.Line, Col: p.Col}
	case line == start.Line:
		return Position{Line: p.Line, Col: p.Col + col - start.Col}
	}
	return Position{Line: p.Line + line - start.Line, Col: col}
}

// advance returns the position after a text that starts at line and col.
func advance(line, col int, text string) (int, int) {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		return line + strings.Count(text, "\n"), utf8.RuneCountInString(text[i+1:]) + 1
	}
	return line, col + utf8.RuneCountInString(text)
}
