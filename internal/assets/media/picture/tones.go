package picture

import (
	"image"
	"math"
)

// tone changes one channel, from 0 to 1, or all three.
type tone struct {
	one func(x float64) float64
	all func(r, g, b float64) (float64, float64, float64)
}

// tones returns the color change of a step; false if the step does something else.
func tones(s Step) (tone, bool) {
	n := func(i int) float64 { return s.n[i] }
	switch s.op {
	case opGray:
		return tone{all: func(r, g, b float64) (float64, float64, float64) {
			y := float64(0.299*r) + float64(0.587*g) + float64(0.114*b)
			return y, y, y
		}}, true
	case opInvert:
		return tone{one: func(x float64) float64 { return 1 - x }}, true
	case opBrightness:
		return tone{one: func(x float64) float64 { return x + n(0)/100 }}, true
	case opContrast:
		return tone{one: contrast(n(0) / 100)}, true
	case opGamma:
		return tone{one: func(x float64) float64 { return math.Pow(x, 1/max(n(0), 1e-5)) }}, true
	case opSigmoid:
		return tone{one: sigmoid(n(0), n(1))}, true
	case opSaturation:
		return tone{all: inHSL(func(h, s, l float64) (float64, float64, float64) {
			return h, min(s*(1+n(0)/100), 1), l
		})}, true
	case opHue:
		return tone{all: inHSL(func(h, s, l float64) (float64, float64, float64) {
			h += n(0) / 360
			return h - math.Floor(h), s, l
		})}, true
	case opSepia:
		return tone{all: sepia(n(0) / 100)}, true
	case opColorize:
		return tone{all: colorize(n(0), n(1), n(2))}, true
	case opBalance:
		return tone{all: func(r, g, b float64) (float64, float64, float64) {
			return r * (1 + n(0)/100), g * (1 + n(1)/100), b * (1 + n(2)/100)
		}}, true
	}
	return tone{}, false
}

func contrast(p float64) func(float64) float64 {
	switch {
	case p >= 1:
		return func(x float64) float64 { return math.Round(x) }
	case p > 0:
		return func(x float64) float64 { return 0.5 + (x-0.5)/(1-p) }
	}
	return func(x float64) float64 { return 0.5 + (x-0.5)*(1+p) }
}

func sigmoid(midpoint, factor float64) func(float64) float64 {
	if factor == 0 {
		return func(x float64) float64 { return x }
	}
	a, b := min(max(midpoint, 0), 1), math.Abs(factor)
	curve := func(x float64) float64 { return 1 / (1 + math.Exp(b*(a-x))) }
	low, high := curve(0), curve(1)
	if factor > 0 {
		return func(x float64) float64 { return (curve(x) - low) / (high - low) }
	}
	const e = 1e-5
	return func(x float64) float64 {
		return a - math.Log(1/min(max((high-low)*x+low, e), 1-e)-1)/b
	}
}

func sepia(p float64) func(r, g, b float64) (float64, float64, float64) {
	return func(r, g, b float64) (float64, float64, float64) {
		return r*(1-0.607*p) + g*0.769*p + b*0.189*p, r*0.349*p + g*(1-0.314*p) + b*0.168*p,
			r*0.272*p + g*0.534*p + b*(1-0.869*p)
	}
}

func colorize(hue, saturation, percent float64) func(r, g, b float64) (float64, float64, float64) {
	h := hue / 360
	h -= math.Floor(h)
	s, p := min(max(saturation, 0), 100)/100, min(max(percent, 0), 100)/100
	return func(r, g, b float64) (float64, float64, float64) {
		_, _, l := toHSL(r, g, b)
		r2, g2, b2 := fromHSL(h, s, l)
		return r + (r2-r)*p, g + (g2-g)*p, b + (b2-b)*p
	}
}

func inHSL(change func(h, s, l float64) (float64, float64, float64)) func(r, g, b float64) (float64, float64, float64) {
	return func(r, g, b float64) (float64, float64, float64) { return fromHSL(change(toHSL(r, g, b))) }
}

// toHSL returns hue, saturation and lightness, each from 0 to 1 (CSS Color 4, section 7).
func toHSL(r, g, b float64) (h, s, l float64) {
	high, low := max(r, g, b), min(r, g, b)
	l = (high + low) / 2
	d := high - low
	if d == 0 {
		return 0, 0, l
	}
	if s = d / (high + low); l > 0.5 {
		s = d / (2 - high - low)
	}
	switch high {
	case r:
		if h = (g - b) / d; h < 0 {
			h += 6
		}
	case g:
		h = (b-r)/d + 2
	default:
		h = (r-g)/d + 4
	}
	return h / 6, s, l
}

func fromHSL(h, s, l float64) (r, g, b float64) {
	part := func(n float64) float64 {
		k := math.Mod(n+h*12, 12)
		return l - s*min(l, 1-l)*max(-1, min(k-3, 9-k, 1))
	}
	return part(0), part(8), part(4)
}

// paint applies a tone to every pixel of img. It changes img.
func (t tone) paint(img *image.NRGBA) {
	if t.one == nil {
		each4(img, func(p []uint8) {
			r, g, b := t.all(float64(p[0])/255, float64(p[1])/255, float64(p[2])/255)
			p[0], p[1], p[2] = toByte(r), toByte(g), toByte(b)
		})
		return
	}
	var table [256]uint8
	for i := range table {
		table[i] = toByte(t.one(float64(i) / 255))
	}
	each4(img, func(p []uint8) { p[0], p[1], p[2] = table[p[0]], table[p[1]], table[p[2]] })
}

// each4 calls f with the four bytes of every pixel.
func each4(img *image.NRGBA, f func(p []uint8)) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	for y := range h {
		line := img.Pix[y*img.Stride : y*img.Stride+w*4]
		for len(line) > 0 {
			f(line[:4:4])
			line = line[4:]
		}
	}
}

func toByte(x float64) uint8 { return uint8(min(max(x*255+0.5, 0), 255)) }
