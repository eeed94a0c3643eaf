package picture

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/gohugoio/gift"
)

// alone returns a list of filters that runs in the goroutine of the worker: several workers already make images at
// once.
func alone(filters ...gift.Filter) *gift.GIFT {
	return gift.NewWithOptions(gift.Options{Workers: 1}, filters...)
}

// custom is a filter that gift does not have. It draws into an image that is larger by some pixels.
type custom struct {
	draw func(dst draw.Image, src image.Image)
	more image.Point
}

// Draw is part of gift.Filter.
func (c custom) Draw(dst draw.Image, src image.Image, _ *gift.Options) { c.draw(dst, src) }

// Bounds is part of gift.Filter.
func (c custom) Bounds(src image.Rectangle) image.Rectangle {
	return image.Rectangle{Max: src.Size().Add(c.more)}
}

// filter returns the filter of the step for an image of w×h pixels. with is the image that the step uses, if any.
func (s Step) filter(w, h int, with image.Image) (gift.Filter, error) {
	n := func(i int) float32 { return float32(s.n[i]) }
	switch s.op {
	case opResize:
		return gift.Resize(s.int(0), s.int(1), s.kernel()), nil
	case opFit:
		to := gift.ResizeToFit(s.int(0), s.int(1), s.kernel()).Bounds(image.Rect(0, 0, w, h))
		return gift.Resize(max(to.Dx(), 1), max(to.Dy(), 1), s.kernel()), nil
	case opFill:
		return gift.ResizeToFill(s.int(0), s.int(1), s.kernel(), s.anchor()), nil
	case opCrop:
		return gift.CropToSize(s.int(0), s.int(1), s.anchor()), nil
	case opRotate:
		return gift.Rotate(n(0), color.Transparent, gift.NearestNeighborInterpolation), nil
	case opOrient:
		return oriented[min(max(s.int(0), 1), len(oriented)-1)], nil
	case opPad:
		return pad(s.int(0), s.int(1), s.int(2), s.int(3), s.color), nil
	case opOverlay:
		return custom{draw: func(dst draw.Image, src image.Image) {
			unchanged(dst, src)
			_ = alone().DrawAt(dst, with, image.Pt(s.int(0), s.int(1)), gift.OverOperator)
		}}, nil
	case opMask:
		return custom{draw: func(dst draw.Image, src image.Image) { mask(dst, src, with) }}, nil
	case opOpacity:
		return custom{draw: func(dst draw.Image, src image.Image) {
			part := image.NewUniform(color.Alpha{uint8(n(0) * 255)})
			draw.DrawMask(dst, dst.Bounds(), src, image.Point{}, part, image.Point{}, draw.Over)
		}}, nil
	case opGray:
		return gift.Grayscale(), nil
	case opInvert:
		return gift.Invert(), nil
	case opBrightness:
		return gift.Brightness(n(0)), nil
	case opContrast:
		return gift.Contrast(n(0)), nil
	case opGamma:
		return gift.Gamma(n(0)), nil
	case opSigmoid:
		return gift.Sigmoid(n(0), n(1)), nil
	case opSaturation:
		return gift.Saturation(n(0)), nil
	case opSepia:
		return gift.Sepia(n(0)), nil
	case opHue:
		return gift.Hue(n(0)), nil
	case opColorize:
		return gift.Colorize(n(0), n(1), n(2)), nil
	case opBalance:
		return gift.ColorBalance(n(0), n(1), n(2)), nil
	case opBlur:
		return gift.GaussianBlur(n(0)), nil
	case opUnsharp:
		return gift.UnsharpMask(n(0), n(1), n(2)), nil
	case opPixelate:
		return gift.Pixelate(s.int(0)), nil
	case opDither:
		return custom{draw: func(dst draw.Image, src image.Image) {
			unchanged(dst, dithered(src, s.colors, s.text, s.n[0] != 0, s.n[1]))
		}}, nil
	case opText:
		return s.writing()
	case opLetters:
		return s.lettering()
	}
	return custom{draw: unchanged}, nil
}

func unchanged(dst draw.Image, src image.Image) { _ = alone().Draw(dst, src) }

// oriented turns an image according to its Exif orientation (Exif 2.32, 4.6.4).
var oriented = [...]gift.Filter{
	1: custom{draw: unchanged}, 2: gift.FlipHorizontal(), 3: gift.Rotate180(), 4: gift.FlipVertical(),
	5: gift.Transpose(), 6: gift.Rotate270(), 7: gift.Transverse(), 8: gift.Rotate90(),
}

func (s Step) kernel() kernel { return kernels[min(max(s.int(2), 0), len(kernels)-1)] }

// anchor is the position of a part of an image. "smart" is the center.
func (s Step) anchor() gift.Anchor {
	if n := s.int(3); n > 0 && n < len(anchors)-1 {
		return gift.Anchor(n)
	}
	return gift.CenterAnchor
}

// pad puts an image on a larger canvas, or a smaller one where a margin is negative.
func pad(top, right, bottom, left int, canvas color.NRGBA) gift.Filter {
	return custom{func(dst draw.Image, src image.Image) {
		plain := image.NewRGBA(image.Rectangle{Max: dst.Bounds().Size()})
		draw.Draw(plain, plain.Rect, image.NewUniform(canvas), image.Point{}, draw.Src)
		unchanged(dst, plain)
		_ = alone().DrawAt(dst, src, image.Pt(left, top), gift.OverOperator)
	}, image.Pt(left+right, top+bottom)}
}

// mask draws src, transparent where a gray mask is black.
func mask(dst draw.Image, src, by image.Image) {
	b := image.Rectangle{Max: src.Bounds().Size()}
	if by.Bounds().Size() != b.Size() {
		resized := image.NewRGBA(b)
		_ = alone(gift.Resize(b.Dx(), b.Dy(), gift.LanczosResampling)).Draw(resized, by)
		by = resized
	}
	gray := image.NewGray(b)
	_ = alone(gift.Grayscale()).Draw(gray, by)
	out := image.NewRGBA(b)
	light := &image.Alpha{Pix: gray.Pix, Stride: gray.Stride, Rect: b}
	draw.DrawMask(out, b, src, src.Bounds().Min, light, image.Point{}, draw.Over)
	unchanged(dst, out)
}
