package markdown

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Mixed puts a text together from the parts of a body and from what shortcodes give, and remembers
// where in the file each piece begins, so that messages about the text name the right line. The zero
// value is empty and ready.
type Mixed struct {
	text   strings.Builder
	pieces []Piece
}

// Piece tells where a part of Input.Source comes from.
type Piece struct {
	Offset    int  // in Source
	Line, Col int  // in the file
	Made      bool // a template made it: all of it stands at Line and Col
}

// Add appends a text part.
func (m *Mixed) Add(p Part) {
	if p.Line > 0 {
		m.pieces = append(m.pieces, Piece{Offset: m.text.Len(), Line: p.Line, Col: p.Col})
	}
	m.text.WriteString(p.Text)
}

// AddOutput appends the output of a call, or the token that stands for it.
func (m *Mixed) AddOutput(s *Shortcode, out string) {
	m.pieces = append(m.pieces, Piece{Offset: m.text.Len(), Line: s.Line, Col: s.Col, Made: true})
	m.text.WriteString(out)
}

// String returns the text.
func (m *Mixed) String() string { return m.text.String() }

// Pieces returns where the text comes from: Input.Pieces.
func (m *Mixed) Pieces() []Piece { return m.pieces }

// inPiece returns the position in the file of an offset that stands at line and col of the source.
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

// advance returns the position after text that begins at line and col.
func advance(line, col int, text string) (int, int) {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		return line + strings.Count(text, "\n"), utf8.RuneCountInString(text[i+1:]) + 1
	}
	return line, col + utf8.RuneCountInString(text)
}
