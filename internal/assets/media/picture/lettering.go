package picture

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"unicode"

	"github.com/gohugoio/gift"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// lettering is a text in a box, in the largest size in which it fits: at the left, and vertically in the middle. A text
// that is too long ends with an ellipsis.
type lettering struct {
	text              string // of Font.plain
	x, y, w, h        int    // box in pixels
	largest, smallest int    // size of the font in pixels, for a text without very long words
	lines             int    // most lines
	color             color.NRGBA
	font              *Font
}

// step returns the step that draws the text.
func (l *lettering) step() Step {
	s := step(opLetters, float64(l.x), float64(l.y), float64(l.w), float64(l.h), float64(l.largest), float64(l.smallest),
		float64(l.lines))
	s.text, s.color = l.text, l.color
	if l.font.file != nil {
		s.with = Original(l.font.file)
	}
	return s
}

// lettering returns the filter that draws the text of the step.
func (s Step) lettering() (gift.Filter, error) {
	var file *File
	if s.with != nil {
		file = s.with.origin()
	}
	parsed, err := parseFont(file, gobold.TTF)
	if err != nil {
		return nil, err
	}
	l := &lettering{
		s.text, s.int(0), s.int(1), s.int(2), s.int(3), s.int(4), s.int(5), s.int(6), s.color, &Font{file, parsed},
	}
	return custom{draw: func(dst draw.Image, src image.Image) {
		out := toNRGBA(src)
		if to, ok := inPlace(dst); ok {
			copy(to.Pix, out.Pix)
			l.draw(to)
			return
		}
		out = copied(out)
		l.draw(out)
		unchanged(dst, out)
	}}, nil
}

// inPlace returns the pixels of an opaque image for drawing.
func inPlace(dst draw.Image) (*image.NRGBA, bool) {
	switch dst := dst.(type) {
	case *image.NRGBA:
		return dst, true
	case *image.RGBA:
		return &image.NRGBA{Pix: dst.Pix, Stride: dst.Stride, Rect: dst.Rect}, true
	}
	return nil, false
}

func (l *lettering) draw(dst *image.NRGBA) {
	w, lines := l.fit()
	p := &pen{font: l.font.parsed, size: w.size, color: l.color}
	height := lineHeight(w.size)
	base, err := p.middle(height)
	if err != nil {
		return
	}
	top := l.y + (l.h-len(lines)*height)/2
	for i, line := range lines {
		y := fixed.I((fixed.I(top+i*height) + base).Round())
		w.each(line, func(r rune, at fixed.Int26_6) bool {
			p.glyph(dst, r, fixed.Point26_6{X: fixed.I(l.x) + at, Y: y})
			return true
		})
	}
}

// lineHeight returns the distance of lines for a size of the font.
func lineHeight(size int) int { return size * 6 / 5 }

// fit returns the largest size in which the text fits, and its lines. For a word longer than a line, the size may be
// down to three fifths of the smallest one; a longer word is broken.
func (l *lettering) fit() (w *measure, lines []string) {
	for size := l.largest; ; size = size * 7 / 8 {
		w = &measure{font: l.font.parsed, size: size}
		var whole bool
		lines, whole = w.lines(l.text, fixed.I(l.w))
		most := max(min(l.lines, l.h/lineHeight(size)), 1)
		switch {
		case whole && len(lines) <= most:
			return w, lines
		case size*7/8 < l.smallest && (whole || size*7/8 < l.smallest*3/5):
			if len(lines) > most {
				lines = append(lines[:most-1], w.cut(lines[most-1], l.font.ellipsis(), fixed.I(l.w)))
			}
			return w, lines
		}
	}
}

// measure measures text in a font.
type measure struct {
	font *opentype.Font
	size int
	buf  sfnt.Buffer
}

// each calls f with the position of each character, until f returns false, and returns the width of the text up to
// there.
func (m *measure) each(text string, f func(r rune, at fixed.Int26_6) bool) (width fixed.Int26_6) {
	ppem := fixed.I(m.size)
	before := sfnt.GlyphIndex(0)
	for _, r := range text {
		if r == noBreak {
			r = ' '
		}
		glyph, _ := m.font.GlyphIndex(&m.buf, r)
		if before != 0 {
			kern, _ := m.font.Kern(&m.buf, before, glyph, ppem, font.HintingNone)
			width += kern // 0 with an error
		}
		if !f(r, width) {
			return width
		}
		advance, _ := m.font.GlyphAdvance(&m.buf, glyph, ppem, font.HintingNone)
		width, before = width+advance, glyph
	}
	return width
}

func (m *measure) width(text string) fixed.Int26_6 {
	return m.each(text, func(rune, fixed.Int26_6) bool { return true })
}

// lines wraps a text into lines of at most a width. It returns false if a word had to be broken.
func (m *measure) lines(text string, room fixed.Int26_6) (lines []string, whole bool) {
	line := ""
	whole = true
	for _, p := range pieces(text) {
		if line != "" && m.width(strings.TrimRight(line+p, " ")) > room {
			lines = append(lines, strings.TrimRight(line, " "))
			line = ""
		}
		for m.width(strings.TrimRight(p, " ")) > room {
			start := m.prefix(p, room)
			lines, p, whole = append(lines, p[:start]), p[start:], false
		}
		line += p
	}
	if line = strings.TrimRight(line, " "); line != "" {
		lines = append(lines, line)
	}
	return lines, whole
}

// prefix returns the length of the longest start of a text that is not wider than room, and at least one character.
func (m *measure) prefix(text string, room fixed.Int26_6) int {
	end := 0
	for i := range text {
		if end > 0 && m.width(text[:i]) > room {
			return end
		}
		end = i
	}
	if end > 0 && m.width(text) > room {
		return end
	}
	return len(text)
}

// cut returns the start of a line with an ellipsis.
func (m *measure) cut(line, ellipsis string, room fixed.Int26_6) string {
	for {
		line = strings.TrimRightFunc(line, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
		if line == "" || m.width(line+ellipsis) <= room {
			return line + ellipsis
		}
		end := 0
		for i := range line {
			end = i
		}
		line = line[:end]
	}
}

// pieces splits a text at the places where a line may end.
func pieces(text string) (out []string) {
	start, before := 0, rune(0)
	for i, r := range text {
		if i > start && mayEnd(text[start:i], before, r) {
			out = append(out, text[start:i])
			start = i
		}
		before = r
	}
	return append(out, text[start:])
}

// mayEnd reports whether a line may end between two characters. piece is the text since the last such place. Without
// spaces, lines of Chinese and Japanese end between any characters but some signs (UAX #14).
func mayEnd(piece string, before, next rune) bool {
	const (
		opening = "([{（［｛「『【〔〈《‘“"
		// A part of a name in a program from which on lines may end after it, in bytes.
		longName = 10
		closing  = ")]}）］｝」』】〕〉》’”.,:;!?。、，．：；！？…‥・ー々ゝヽぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ％%"
	)
	switch {
	case next == ' ' || next == noBreak || before == noBreak:
		return false
	case before == ' ':
		return true
	case strings.ContainsRune("._(", before) && len(piece) > longName && unicode.IsLetter(next) && !ideographic(next):
		return true
	case strings.ContainsRune(opening, before) || strings.ContainsRune(closing, next):
		return false
	case strings.ContainsRune("-–—/", before):
		return unicode.IsLetter(next) && strings.ContainsFunc(piece, unicode.IsLetter)
	}
	return ideographic(before) || ideographic(next)
}

func ideographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Yi) ||
		strings.ContainsRune("。、，．：；！？」』】〕〉》…・ー", r)
}
