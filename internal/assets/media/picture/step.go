package picture

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// op is the operation of a Step.
type op string

const (
	opResize     op = "resize"     // width, height (0: keep proportions), kernel
	opFit        op = "fit"        // width, height, kernel
	opFill       op = "fill"       // width, height, kernel, anchor
	opCrop       op = "crop"       // width, height, kernel, anchor
	opRotate     op = "rotate"     // whole degrees counterclockwise
	opOrient     op = "orient"     // Exif orientation, 2 to 8
	opPad        op = "pad"        // top, right, bottom, left; color
	opOverlay    op = "overlay"    // x, y; image
	opMask       op = "mask"       // image
	opOpacity    op = "opacity"    // 0 to 1
	opGray       op = "grayscale"  //
	opInvert     op = "invert"     //
	opBrightness op = "brightness" // percent, -100 to 100
	opContrast   op = "contrast"   // percent, -100 to 100
	opGamma      op = "gamma"      // above 0
	opSigmoid    op = "sigmoid"    // midpoint, factor
	opSaturation op = "saturation" // percent, -100 to 500
	opSepia      op = "sepia"      // percent, 0 to 100
	opHue        op = "hue"        // degrees
	opColorize   op = "colorize"   // hue, saturation, percent
	opBalance    op = "balance"    // percent of red, green, blue, -100 to 500
	opBlur       op = "blur"       // sigma in pixels
	opUnsharp    op = "unsharp"    // sigma, amount, threshold
	opPixelate   op = "pixelate"   // pixels
	opDither     op = "dither"     // 1 to alternate the direction of lines, strength; method, palette
	opText       op = "text"       // x, y, size, spacing, alignments; text, color, font
	opLetters    op = "letters"    // x, y, width, height, largest and smallest size, lines; text, color, font
)

// Step is one operation on an image. It is pure data, so it can be stored.
type Step struct {
	op    op
	n     []float64
	color color.NRGBA
	with  *Image // image or font that the step uses; nil: none

	text   string        // text of opText and opLetters; method of opDither
	colors []color.NRGBA // palette of opDither
}

func step(o op, n ...float64) Step { return Step{op: o, n: n} }

func (s Step) int(i int) int { return int(s.n[i]) }

// size returns the size of an image of w×h pixels after the step. It also checks the images that the step makes on the
// way.
func (s Step) size(w, h int) (int, int, error) {
	if int64(w) > math.MaxInt32 || int64(h) > math.MaxInt32 {
		return 0, 0, ErrTooLarge
	}
	if s.writes() {
		return w, h, nil
	}
	f, err := s.filter(w, h, nil)
	if err != nil {
		return 0, 0, err
	}
	to := f.Bounds(image.Rect(0, 0, w, h)).Size()
	switch s.op {
	case opPad:
		if to.X < 1 || to.Y < 1 {
			return 0, 0, fmt.Errorf("padding leaves %d×%d pixels of the image", to.X, to.Y)
		}
	case opFill:
		cw, ch := covering(w, h, to.X, to.Y)
		err = cmp.Or(checkPixels(cw, ch), checkPixels(cw, h))
	case opResize, opFit:
		if err = checkPixels(to.X, to.Y); err == nil { // lines become shorter or longer before columns do
			err = checkPixels(to.X, h)
		}
	}
	return to.X, to.Y, err
}

// covering returns the smallest size in the proportions of w×h that covers tw×th. gift resizes an image to it before it
// crops the image.
func covering(w, h, tw, th int) (int, int) {
	rw, rh := float64(w)/float64(tw), float64(h)/float64(th)
	if rw < rh {
		return tw, max(int(float64(h)/rw+0.5), th)
	}
	return max(int(float64(w)/rh+0.5), tw), th
}

// store writes a step; with writes the image that it uses.
func (s Step) store(w *codec.Writer, with func(*Image)) {
	w.Text(string(s.op))
	w.Uvarint(uint64(len(s.n)))
	for _, n := range s.n {
		w.Fixed(math.Float64bits(n))
	}
	storeColor(w, s.color)
	if w.Bool(s.with != nil); s.with != nil {
		with(s.with)
	}
	if s.worded() {
		w.Text(s.text)
		w.Uvarint(uint64(len(s.colors)))
		for _, c := range s.colors {
			storeColor(w, c)
		}
	}
}

// worded reports whether a step has a text and colors.
func (s Step) worded() bool { return s.op == opDither || s.writes() }

// writes reports whether a step draws a text, with a font.
func (s Step) writes() bool { return s.op == opText || s.op == opLetters }

func loadStep(r *codec.Reader, with func() *Image) Step {
	s := Step{op: op(r.Text())}
	s.n = make([]float64, r.Len(8))
	for i := range s.n {
		s.n[i] = math.Float64frombits(r.Fixed())
	}
	s.color = loadColor(r)
	if r.Bool() {
		s.with = with()
	}
	if s.worded() {
		s.text = r.Text()
		s.colors = make([]color.NRGBA, r.Len(1))
		for i := range s.colors {
			s.colors[i] = loadColor(r)
		}
	}
	if len(s.n) < arity(s.op) || !s.writes() && (s.op == opOverlay || s.op == opMask) != (s.with != nil) {
		r.Fail()
		return Step{op: opInvert}
	}
	return s
}

// arity returns the number of numbers of a step.
func arity(o op) int {
	switch o {
	case opGray, opInvert, opMask:
		return 0
	case opRotate, opOrient, opOpacity, opBrightness, opContrast, opGamma, opSaturation, opSepia, opHue, opBlur,
		opPixelate:
		return 1
	case opOverlay, opSigmoid, opDither:
		return 2
	case opResize, opFit, opColorize, opBalance, opUnsharp:
		return 3
	case opText:
		return 6
	case opLetters:
		return 7
	}
	return 4
}

func storeColor(w *codec.Writer, c color.NRGBA) {
	w.Uvarint(uint64(c.R)<<24 | uint64(c.G)<<16 | uint64(c.B)<<8 | uint64(c.A))
}

func loadColor(r *codec.Reader) color.NRGBA {
	n := r.Uvarint()
	return color.NRGBA{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}
}
