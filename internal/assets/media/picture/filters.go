package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"strings"
)

// Filter is one of the filters of https://gohugo.io/functions/images/: a step, the words of a specification, or a
// rotation by Exif orientation.
type Filter struct {
	step  Step
	words []string // for Process
	kind  filterKind
}

type filterKind uint8

const (
	aStep filterKind = iota
	process
	autoOrient
)

// Words returns a filter that applies a specification: images.Process.
func Words(specification string) (Filter, error) {
	f := Filter{kind: process, words: strings.Fields(strings.ToLower(specification))}
	return f, (&spec{}).parse(f.words) // errors are reported where the filter is made
}

// AutoOrient returns a filter that turns an image according to its Exif orientation.
func AutoOrient() Filter { return Filter{kind: autoOrient} }

// Orients reports whether the filter needs the Exif orientation.
func (f Filter) Orients() bool { return f.kind == autoOrient }

// Apply applies filters to i from left to right. orientation is the Exif orientation of the image.
func (d *Defaults) Apply(i *Image, orientation int, filters []Filter) (*Image, error) {
	var steps []Step
	var all spec
	colors := false
	for _, f := range filters {
		switch f.kind {
		case process:
			var one spec
			if err := one.parse(f.words); err != nil {
				return nil, err
			}
			more, err := one.steps(d)
			if err != nil {
				return nil, err
			}
			steps = append(steps, more...)
			all.encodingOf(&one)
		case autoOrient:
			if orientation > 1 {
				steps = append(steps, step(opOrient, float64(orientation)))
			}
		default:
			steps = append(steps, f.step)
			colors = !d.OldPalettes // it may make others than those of the original
		}
	}
	e := all.encoding(d, i.Format())
	e.AllColors = colors && e.Format == PNG
	return i.Derive(steps, e)
}

// encodingOf copies the encoding of another specification where it sets one.
func (s *spec) encodingOf(o *spec) {
	s.format = cmp.Or(o.format, s.format)
	s.quality = cmp.Or(o.quality, s.quality)
	s.hint = cmp.Or(o.hint, s.hint)
	s.compression = cmp.Or(o.compression, s.compression)
	s.lenient, s.fast = s.lenient || o.lenient, s.fast || o.fast
	s.background = cmp.Or(o.background, s.background)
}

// numbered are the filters with numeric arguments, by name in lower case: the step, and the minimum and maximum of each
// number.
var numbered = map[string]struct {
	op     op
	bounds [][2]float64
}{
	"grayscale":    {opGray, nil},
	"invert":       {opInvert, nil},
	"brightness":   {opBrightness, [][2]float64{{-100, 100}}},
	"contrast":     {opContrast, [][2]float64{{-100, 100}}},
	"gamma":        {opGamma, [][2]float64{{0, 1000}}},
	"sigmoid":      {opSigmoid, [][2]float64{{0, 1}, {-1000, 1000}}},
	"saturation":   {opSaturation, [][2]float64{{-100, 500}}},
	"sepia":        {opSepia, [][2]float64{{0, 100}}},
	"hue":          {opHue, [][2]float64{{-3600, 3600}}},
	"colorize":     {opColorize, [][2]float64{{-3600, 3600}, {0, 100}, {0, 100}}},
	"colorbalance": {opBalance, [][2]float64{{-100, 500}, {-100, 500}, {-100, 500}}},
	"gaussianblur": {opBlur, [][2]float64{{0, 1000}}},
	"unsharpmask":  {opUnsharp, [][2]float64{{0, 1000}, {-100, 100}, {-1, 1}}},
	"pixelate":     {opPixelate, [][2]float64{{0, 100000}}},
	"opacity":      {opOpacity, [][2]float64{{0, 1}}},
}

// Numbers returns a filter with numeric arguments, such as "Brightness" with 12. A number out of range is replaced by
// the nearest valid one, as in Hugo.
func Numbers(name string, args ...float64) (Filter, error) {
	f, ok := numbered[strings.ToLower(name)]
	if !ok {
		return Filter{}, fmt.Errorf("unknown filter %q", name)
	}
	if len(args) != len(f.bounds) {
		return Filter{}, fmt.Errorf("images.%s requires %d numbers, not %d", name, len(f.bounds), len(args))
	}
	inside := make([]float64, len(args))
	for i, b := range f.bounds {
		if math.IsNaN(args[i]) {
			return Filter{}, fmt.Errorf("images.%s requires a number between %v and %v, not %v", name, b[0], b[1], args[i])
		}
		inside[i] = min(max(args[i], b[0]), b[1])
	}
	return Filter{step: step(f.op, inside...)}, nil
}

// Padding returns a filter that enlarges the canvas, or shrinks it where a number of pixels is negative.
func Padding(top, right, bottom, left int, canvas color.NRGBA) (Filter, error) {
	const most = 5000
	for _, n := range []int{top, right, bottom, left} {
		if n > most || n < -MaxPixels {
			return Filter{}, fmt.Errorf("images.Padding requires at most %d pixels, not %d", most, n)
		}
	}
	f := Filter{step: step(opPad, float64(top), float64(right), float64(bottom), float64(left))}
	f.step.color = canvas
	return f, nil
}

// Overlay returns a filter that draws another image over an image, starting at a point.
func Overlay(with *Image, x, y int) Filter {
	f := Filter{step: step(opOverlay, float64(x), float64(y))}
	f.step.with = with
	return f
}

// Mask returns a filter that makes an image transparent where another one is black.
func Mask(with *Image) Filter { return Filter{step: Step{op: opMask, with: with}} }
