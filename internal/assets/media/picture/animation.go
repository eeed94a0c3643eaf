package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"io"

	"github.com/sitegen/sitegen/internal/assets/media"
)

// decodeGIF reads a GIF. Each frame of an animation is the complete picture at its time.
func decodeGIF(data []byte) (*decoded, error) {
	if n := gifPixels(data); n > MaxPixels {
		return nil, fmt.Errorf("%w: its frames have %d million, %d for each of them included", ErrTooLarge, n/1_000_000,
			framePixels)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if len(g.Image) == 1 && g.Image[0].Rect == image.Rect(0, 0, g.Config.Width, g.Config.Height) {
		return &decoded{frames: []frame{frameOf(g.Image[0])}}, nil
	}
	if err := checkPixels(g.Config.Width, g.Config.Height*len(g.Image)); err != nil {
		return nil, err
	}
	out := &decoded{frames: make([]frame, len(g.Image)), loops: g.LoopCount}
	canvas := image.NewNRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, part := range g.Image {
		before := canvas
		if g.Disposal[i] == gif.DisposalPrevious {
			before = copied(canvas)
		}
		lay(canvas, part)
		out.frames[i] = frame{source: copied(canvas), palette: part.Palette, delay: g.Delay[i] * 10}
		switch g.Disposal[i] {
		case gif.DisposalPrevious:
			canvas = before
		case gif.DisposalBackground:
			each4(canvas.SubImage(part.Rect).(*image.NRGBA), func(p []uint8) { clear(p) })
		}
	}
	return out, nil
}

// lay draws the pixels of a frame that are not transparent.
func lay(canvas *image.NRGBA, part *image.Paletted) {
	at := part.Rect.Intersect(canvas.Rect)
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			if c := part.Palette[part.ColorIndexAt(x, y)].(color.RGBA); c.A != 0 {
				canvas.SetNRGBA(x, y, color.NRGBA(c))
			}
		}
	}
}

// framePixels is the fixed cost of a frame for its palette, in pixels.
const framePixels = 2000

// checkFrames reports an animation whose frames have too many pixels, before or after the steps.
func checkFrames(d *decoded, steps []Step) error {
	if len(d.frames) == 1 {
		return nil
	}
	b := d.frames[0].source.Bounds()
	w, h, most := b.Dx(), b.Dy(), 0
	for _, s := range steps {
		var err error
		if w, h, err = s.size(w, h); err != nil {
			return err
		}
		most = max(most, w*h)
	}
	if n := (b.Dx()*b.Dy() + most + framePixels) * len(d.frames); n > MaxPixels {
		return fmt.Errorf("%w: %d frames of %d×%d", ErrTooLarge, len(d.frames), w, h)
	}
	return nil
}

// gifPixels counts the pixels of all frames.
func gifPixels(data []byte) (n int) {
	media.EachGIFFrame(data, func(w, h int) { n += framePixels + w*h })
	return n
}

// encodeGIF writes one frame, or an animation of complete frames.
func encodeGIF(w io.Writer, d *decoded) error {
	if len(d.frames) == 1 {
		f := &d.frames[0]
		if f.palette != nil {
			return gif.Encode(w, f.indexed(), nil)
		}
		return gif.Encode(w, f.img, nil)
	}
	g := &gif.GIF{LoopCount: d.loops}
	for i := range d.frames {
		f := &d.frames[i]
		img := image.NewPaletted(f.img.Rect, withHole(f.palette, !f.img.Opaque()))
		draw.Draw(img, img.Rect, f.img, image.Point{}, draw.Src)
		g.Image = append(g.Image, img)
		g.Delay = append(g.Delay, (f.delay+5)/10)
		g.Disposal = append(g.Disposal, gif.DisposalBackground)
	}
	return gif.EncodeAll(w, g)
}

// withHole returns a palette with a transparent color if one is wanted.
func withHole(p color.Palette, wanted bool) color.Palette {
	if p == nil {
		p = palette.Plan9
	}
	if !wanted {
		return p
	}
	for _, c := range p {
		if _, _, _, a := c.RGBA(); a == 0 {
			return p
		}
	}
	p = append(color.Palette(nil), p...)
	if len(p) == 256 {
		p[255] = color.Transparent
		return p
	}
	return append(p, color.Transparent)
}
