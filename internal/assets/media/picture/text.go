package picture

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"os"
	"slices"
	"strings"

	"github.com/gohugoio/gift"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Text is a text drawn by images.Text: https://gohugo.io/functions/images/text/
type Text struct {
	Text           string
	Color          color.NRGBA
	Size           float64 // of the font in pixels
	X, Y           int     // position of the text, see AlignX and AlignY
	AlignX, AlignY string  // left, center, right; top, center, bottom
	LineSpacing    int     // pixels between lines
	Font           *File   // TrueType or OpenType; nil: Go Regular
}

// horizontally and vertically return the alignments by number.
func horizontally() []string { return []string{"left", "center", "right"} }
func vertically() []string   { return []string{"top", "center", "bottom"} }

// Filter returns the filter that draws the text.
func (t *Text) Filter() (Filter, error) {
	x, y := slices.Index(horizontally(), t.AlignX), slices.Index(vertically(), t.AlignY)
	const most = 10_000 // pixels; more would fill the memory
	switch {
	case x < 0:
		return Filter{}, fmt.Errorf("images.Text: alignx must be one of %s, not %q", strings.Join(horizontally(), ", "),
			t.AlignX)
	case y < 0:
		return Filter{}, fmt.Errorf("images.Text: aligny must be one of %s, not %q", strings.Join(vertically(), ", "),
			t.AlignY)
	case !(t.Size > 0 && t.Size <= most):
		return Filter{}, fmt.Errorf("images.Text: size must be between 0 and %d, not %v", most, t.Size)
	}
	s := step(opText, float64(t.X), float64(t.Y), t.Size, float64(t.LineSpacing), float64(x), float64(y))
	s.text, s.color = strings.ReplaceAll(t.Text, "\r", ""), t.Color
	if t.Font != nil {
		s.with = Original(t.Font)
		if err := CheckFont(t.Font); err != nil {
			return Filter{}, err
		}
	}
	return Filter{step: s}, nil
}

// CheckFont returns an error if a file is not a font.
func CheckFont(f *File) error {
	_, err := newFace(f, 20)
	return err
}

// newFace returns a font in a size; nil: Go Regular.
func newFace(f *File, size float64) (font.Face, error) {
	parsed, err := parseFont(f, goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("images.Text: %w", err)
	}
	return opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
}

// writing returns a filter that draws the text of the step.
func (s Step) writing() (gift.Filter, error) {
	var file *File
	if s.with != nil {
		file = s.with.origin()
	}
	face, err := newFace(file, s.n[2])
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			err = fmt.Errorf("images.Text: the font %s does not exist", file.Name)
		}
		return nil, err
	}
	return custom{draw: func(dst draw.Image, src image.Image) {
		unchanged(dst, src)
		s.write(dst, face)
	}}, nil
}

func (s Step) write(dst draw.Image, face font.Face) {
	d := font.Drawer{Dst: dst, Src: image.NewUniform(s.color), Face: face}
	width, edge := dst.Bounds().Dx(), dst.Bounds().Dy()
	x, y, spacing, alignX, alignY := s.int(0), s.int(1), s.int(3), s.int(4), s.int(5)
	const margin = 20
	room := width - margin - x
	switch alignX {
	case 1:
		room = 2 * min(room, x)
	case 2:
		room = x
	}
	lines := broken(face, s.text, room)
	height := face.Metrics().Ascent.Ceil()
	total := len(lines)*height + (len(lines)-1)*spacing
	y += height - total*alignY/2
	for _, line := range lines {
		if y > edge+2*height && height+spacing > 0 {
			break // this line and the ones after it are not visible
		}
		left := x - font.MeasureString(face, line).Ceil()*alignX/2
		d.Dot = fixed.P(left, y)
		drawLine(&d, line, width+2*height)
		y += height + spacing
	}
}

// drawLine draws the visible part of a line: characters beyond the right edge are skipped.
func drawLine(d *font.Drawer, line string, edge int) {
	start, end := d.Dot.X, len(line)
	width, before := fixed.Int26_6(0), rune(-1)
	for i, r := range line {
		if before >= 0 {
			width += d.Face.Kern(before, r)
		}
		if start+width > fixed.I(edge) {
			end = i
			break
		}
		advance, _ := d.Face.GlyphAdvance(r)
		width, before = width+advance, r
	}
	d.DrawString(line[:end])
}

// broken wraps a text into lines narrower than room pixels.
func broken(face font.Face, text string, room int) (lines []string) {
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			if font.MeasureString(face, line).Ceil()+font.MeasureString(face, word).Ceil() >= room {
				lines = append(lines, strings.TrimSpace(line))
				line = ""
			}
			line += word + " "
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}
