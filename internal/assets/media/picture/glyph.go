package picture

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// pen draws glyphs of a font in a size. It makes lines of curves in whole numbers: processors that add and multiply in
// one instruction round fractions in another way, and a card must have the same bytes on every machine.
type pen struct {
	font  *opentype.Font
	size  int // in pixels
	color color.NRGBA
	buf   sfnt.Buffer
	lines vector.Rasterizer
	mask  image.Alpha
}

// glyph draws the glyph of a character with its origin at a point.
func (p *pen) glyph(dst *image.NRGBA, r rune, origin fixed.Point26_6) {
	n, err := p.font.GlyphIndex(&p.buf, r)
	if err != nil {
		return
	}
	outline, err := p.font.LoadGlyph(&p.buf, n, fixed.I(p.size), nil)
	if err != nil {
		return // such as a picture in color
	}
	box := outline.Bounds().Add(origin)
	where := image.Rect(box.Min.X.Floor(), box.Min.Y.Floor(), box.Max.X.Ceil(), box.Max.Y.Ceil())
	if where.Empty() || !where.Overlaps(dst.Rect) {
		return
	}
	p.trace(outline, where, origin.Sub(fixed.P(where.Min.X, where.Min.Y)))
	p.blend(dst, where)
}

// trace makes the mask of an outline.
func (p *pen) trace(outline sfnt.Segments, where image.Rectangle, move fixed.Point26_6) {
	p.lines.Reset(where.Dx(), where.Dy())
	p.lines.DrawOp = draw.Src
	var at fixed.Point26_6
	for _, s := range outline {
		end := s.Args[0].Add(move)
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.lines.MoveTo(float32(end.X)/64, float32(end.Y)/64)
		case sfnt.SegmentOpLineTo:
			p.lines.LineTo(float32(end.X)/64, float32(end.Y)/64)
		case sfnt.SegmentOpQuadTo:
			b := end
			end = s.Args[1].Add(move)
			p.curve(at, b, b, end, false)
		case sfnt.SegmentOpCubeTo:
			b, c := end, s.Args[1].Add(move)
			end = s.Args[2].Add(move)
			p.curve(at, b, c, end, true)
		}
		at = end
	}
	p.mask = image.Alpha{Pix: append(p.mask.Pix[:0], make([]uint8, where.Dx()*where.Dy())...), Stride: where.Dx()}
	p.mask.Rect = image.Rect(0, 0, where.Dx(), where.Dy())
	p.lines.Draw(&p.mask, p.mask.Rect, image.Opaque, image.Point{})
}

// curve draws a Bézier curve from a to d: a cubic one, or a quadratic one, whose control point is b. The more it bends,
// the more lines it has.
func (p *pen) curve(a, b, c, d fixed.Point26_6, cubic bool) {
	bend := max(bent(a.X, b.X, d.X), bent(a.Y, b.Y, d.Y), bent(a.X, c.X, d.X), bent(a.Y, c.Y, d.Y))
	count := int64(1)
	for count*count*16 < bend && count < 100 {
		count++
	}
	between := func(a, b, c, d fixed.Int26_6, n int64) float32 {
		const finer = 8 // the rasterizer divides a pixel into 512 parts
		m := count - n
		sum, by := int64(a)*m*m+int64(b)*2*m*n+int64(d)*n*n, count*count
		if cubic {
			sum, by = int64(a)*m*m*m+int64(b)*3*m*m*n+int64(c)*3*m*n*n+int64(d)*n*n*n, by*count
		}
		return float32(sum*finer/by) / (64 * finer)
	}
	for n := int64(1); n <= count; n++ {
		p.lines.LineTo(between(a.X, b.X, c.X, d.X, n), between(a.Y, b.Y, c.Y, d.Y, n))
	}
}

// bent says how far a control point is from the middle of a line, in one direction.
func bent(from, control, to fixed.Int26_6) int64 {
	out := int64(from) - 2*int64(control) + int64(to)
	return max(out, -out)
}

// blend draws the mask. The few shades of its edges keep the file small: an image with up to 256 colors has a palette.
func (p *pen) blend(dst *image.NRGBA, where image.Rectangle) {
	const shades = 15
	in := where.Intersect(dst.Rect)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		from := p.mask.Pix[(y-where.Min.Y)*p.mask.Stride+in.Min.X-where.Min.X:][:in.Dx()]
		to := dst.Pix[dst.PixOffset(in.Min.X, y):][:4*in.Dx()]
		for i, a := range from {
			n := (int(a)*shades + 127) / 255
			if n == 0 {
				continue
			}
			dot := to[4*i : 4*i+3 : 4*i+3]
			for k, v := range [3]uint8{p.color.R, p.color.G, p.color.B} {
				dot[k] = uint8((int(v)*n + int(dot[k])*(shades-n) + shades/2) / shades)
			}
		}
	}
}

// middle returns the distance of the base line of a line of text from its top, for a height of the line.
func (p *pen) middle(height int) (fixed.Int26_6, error) {
	m, err := p.font.Metrics(&p.buf, fixed.I(p.size), font.HintingNone)
	return (fixed.I(height) + m.Ascent - m.Descent) / 2, err
}
