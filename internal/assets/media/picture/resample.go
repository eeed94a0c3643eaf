package picture

import (
	"image"
	"math"
)

// kernel is a resampling filter.
type kernel struct {
	name    string
	support float64 // 0: nearest pixel
	at      func(x float64) float64
}

// kernels are Hugo's kernels. The index of each is part of recipes.
var kernels = []kernel{
	{"nearestneighbor", 0, nil},
	{"box", 0.5, func(x float64) float64 {
		if math.Abs(x) <= 0.5 {
			return 1
		}
		return 0
	}},
	{"linear", 1, func(x float64) float64 { return max(0, 1-math.Abs(x)) }},
	{"hermite", 1, bicubic(0, 0)},
	{"mitchellnetravali", 2, bicubic(1.0/3, 1.0/3)},
	{"catmullrom", 2, bicubic(0, 0.5)},
	{"bspline", 2, bicubic(1, 0)},
	{"gaussian", 2, func(x float64) float64 {
		if x = math.Abs(x); x < 2 {
			return math.Exp(-2 * x * x)
		}
		return 0
	}},
	{"lanczos", 3, windowed(3, func(x float64) float64 { return sinc(x / 3) })},
	{"hann", 3, windowed(3, func(x float64) float64 { return 0.5 + 0.5*math.Cos(math.Pi*x/3) })},
	{"hamming", 3, windowed(3, func(x float64) float64 { return 0.54 + 0.46*math.Cos(math.Pi*x/3) })},
	{"blackman", 3, windowed(3, func(x float64) float64 {
		return 0.42 - 0.5*math.Cos(math.Pi*x/3+math.Pi) + 0.08*math.Cos(2*math.Pi*x/3)
	})},
	{"bartlett", 3, windowed(3, func(x float64) float64 { return (3 - x) / 3 })},
	{"welch", 3, windowed(3, func(x float64) float64 { return 1 - x*x/9 })},
	{"cosine", 3, windowed(3, func(x float64) float64 { return math.Cos(math.Pi / 2 * x / 3) })},
}

func kernelNames() []string {
	out := make([]string, len(kernels))
	for i, k := range kernels {
		out[i] = k.name
	}
	return out
}

// kernelNumber returns the index of a kernel by its name in lower case; -1 if there is none.
func kernelNumber(name string) int {
	for i, k := range kernels {
		if k.name == name {
			return i
		}
	}
	return -1
}

// bicubic is the family of Mitchell and Netravali (Reconstruction Filters in Computer Graphics, 1988).
func bicubic(b, c float64) func(float64) float64 {
	return func(x float64) float64 {
		switch x = math.Abs(x); {
		case x < 1:
			return ((12-9*b-6*c)*x*x*x + (-18+12*b+6*c)*x*x + (6 - 2*b)) / 6
		case x < 2:
			return ((-b-6*c)*x*x*x + (6*b+30*c)*x*x + (-12*b-48*c)*x + (8*b + 24*c)) / 6
		}
		return 0
	}
}

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}

// windowed is a sinc with a window that ends at a distance.
func windowed(end float64, window func(float64) float64) func(float64) float64 {
	return func(x float64) float64 {
		if x = math.Abs(x); x < end {
			return sinc(x) * window(x)
		}
		return 0
	}
}

// taps are the source pixels of one target pixel, starting at first, with weights that add up to one.
type taps struct {
	first   int
	weights []int32 // in units of 1/(1 << bits)
}

const weightBits = 16

// weigh returns the taps of each of dst pixels in a row of src pixels, with weights of so many bits.
func weigh(dst, src int, k *kernel, bits int) []taps {
	delta := float64(src) / float64(dst)
	scale := max(delta, 1)
	radius := math.Ceil(scale * k.support)
	out := make([]taps, dst)
	all := make([]int32, 0, dst*(int(2*radius)+2))
	line := make([]float64, 0, int(2*radius)+2)
	for i := range out {
		center := (float64(i)+0.5)*delta - 0.5
		left := max(int(math.Ceil(center-radius)), 0)
		right := min(int(math.Floor(center+radius)), src-1)
		line = line[:0]
		sum := 0.0
		for j := left; j <= right; j++ {
			w := k.at((float64(j) - center) / scale)
			if w == 0 && len(line) == 0 {
				left++
				continue
			}
			line = append(line, w)
			sum += w
		}
		for len(line) > 1 && line[len(line)-1] == 0 {
			line = line[:len(line)-1]
		}
		at := len(all)
		all = appendWhole(all, line, sum, 1<<bits)
		out[i] = taps{left, all[at:len(all):len(all)]}
	}
	return out
}

// appendWhole appends integer weights that add up to exactly one, so an image of one color does not change.
func appendWhole(all []int32, line []float64, sum float64, one int32) []int32 {
	rest, largest := one, len(all)
	for _, w := range line {
		n := int32(math.Round(w / sum * float64(one)))
		rest -= n
		all = append(all, n)
		if n > all[largest] {
			largest = len(all) - 1
		}
	}
	all[largest] += rest
	return all
}

// resample returns src in another size. With fast, an opaque image may be resampled less exactly: see resampleOpaque.
func resample(src *image.NRGBA, w, h int, k *kernel, fast bool) *image.NRGBA {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	if sw == w && sh == h {
		return src
	}
	if k.support == 0 {
		return nearest(src, w, h)
	}
	opaque := src.Opaque()
	if fast && opaque {
		if out, ok := resampleOpaque(src, w, h, k); ok {
			return out
		}
	}
	lines := across(src, weigh(w, sw, k, weightBits), opaque)
	return down(lines, w, weigh(h, sh, k, weightBits))
}

// Between the two passes a channel is a number up to 255 * 255, multiplied by the opacity.
const full = 255 * 255

// across resamples each row. The result has len(cols)*4 numbers per row.
func across(src *image.NRGBA, cols []taps, opaque bool) []uint16 {
	sh := src.Rect.Dy()
	out := make([]uint16, sh*len(cols)*4)
	for y := range sh {
		line := src.Pix[y*src.Stride:]
		to := out[y*len(cols)*4 : (y+1)*len(cols)*4]
		if opaque {
			acrossOpaque(to, line, cols)
		} else {
			acrossAlpha(to, line, cols)
		}
	}
	return out
}

func acrossOpaque(to []uint16, line []uint8, cols []taps) {
	for x := range cols {
		t := &cols[x]
		var r, g, b int32
		p := line[t.first*4:]
		for _, w := range t.weights {
			r += int32(p[0]) * w
			g += int32(p[1]) * w
			b += int32(p[2]) * w
			p = p[4:]
		}
		o := to[x*4 : x*4+4 : x*4+4]
		o[0], o[1], o[2], o[3] = wide(r), wide(g), wide(b), full
	}
}

// wide converts a sum of weighted bytes to a number up to full.
func wide(sum int32) uint16 {
	const one = 255 << weightBits
	n := int64(min(max(sum, 0), one))
	return uint16((n*255 + 1<<(weightBits-1)) >> weightBits)
}

func acrossAlpha(to []uint16, line []uint8, cols []taps) {
	for x := range cols {
		t := &cols[x]
		var r, g, b, a int64
		p := line[t.first*4:]
		for _, w := range t.weights {
			wa := int64(w) * int64(p[3])
			r += int64(p[0]) * wa
			g += int64(p[1]) * wa
			b += int64(p[2]) * wa
			a += wa
			p = p[4:]
		}
		o := to[x*4 : x*4+4 : x*4+4]
		o[0], o[1], o[2], o[3] = narrow(r), narrow(g), narrow(b), narrow(a*255)
	}
}

// narrow removes the scale of the weights from a sum.
func narrow(sum int64) uint16 {
	n := (sum + 1<<(weightBits-1)) >> weightBits
	return uint16(min(max(n, 0), full))
}

// down resamples the columns of rows that are w pixels long.
func down(lines []uint16, w int, rows []taps) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, w, len(rows)))
	sums := make([]int64, w*4)
	for y := range rows {
		clear(sums)
		t := &rows[y]
		for i, weight := range t.weights {
			line := lines[(t.first+i)*w*4 : (t.first+i+1)*w*4]
			wide := int64(weight)
			for j, v := range line {
				sums[j] += int64(v) * wide
			}
		}
		put(out.Pix[y*out.Stride:(y+1)*out.Stride], sums)
	}
	return out
}

// put writes a row of sums as pixels.
func put(to []uint8, sums []int64) {
	for x := 0; x < len(to); x += 4 {
		a := uint32(narrow(sums[x+3]))
		if a == 0 {
			continue
		}
		for c := range 3 {
			n := uint32(narrow(sums[x+c]))
			to[x+c] = uint8(min((n*255+a/2)/a, 255))
		}
		to[x+3] = uint8((a + 127) / 255)
	}
}

func nearest(src *image.NRGBA, w, h int) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	for y := range h {
		line := src.Pix[(2*y+1)*sh/(2*h)*src.Stride:]
		for x := range w {
			copy(out.Pix[y*out.Stride+x*4:][:4], line[(2*x+1)*sw/(2*w)*4:])
		}
	}
	return out
}
