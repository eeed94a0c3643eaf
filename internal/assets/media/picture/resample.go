package picture

import (
	"math"

	"github.com/gohugoio/gift"
)

// kernel is a resampling filter with its name in lower case.
type kernel struct {
	name string
	gift.Resampling
}

// kernels are Hugo's kernels; some are part of gift. The index of each is part of recipes.
var kernels = []kernel{
	{"nearestneighbor", gift.NearestNeighborResampling},
	{"box", gift.BoxResampling},
	{"linear", gift.LinearResampling},
	{"hermite", bicubic(1, 0, 0)},
	{"mitchellnetravali", bicubic(2, 1.0/3, 1.0/3)},
	{"catmullrom", bicubic(2, 0, 0.5)},
	{"bspline", bicubic(2, 1, 0)},
	{"gaussian", curve{2, func(x float32) float32 { return float32(math.Exp(float64(-2 * x * x))) }}},
	{"lanczos", gift.LanczosResampling},
	{"hann", windowed(func(x float64) float32 { return float32(0.5 + 0.5*math.Cos(math.Pi*x/3)) })},
	{"hamming", windowed(func(x float64) float32 { return float32(0.54 + 0.46*math.Cos(math.Pi*x/3)) })},
	{"blackman", windowed(func(x float64) float32 {
		return float32(0.42 - 0.5*math.Cos(math.Pi*x/3+math.Pi) + 0.08*math.Cos(2*math.Pi*x/3))
	})},
	{"bartlett", curve{3, func(x float32) float32 { return sinc(x) * (3 - x) / 3 }}},
	{"welch", curve{3, func(x float32) float32 { return sinc(x) * (1 - x*x/9) }}},
	{"cosine", windowed(func(x float64) float32 { return float32(math.Cos(math.Pi / 2 * (x / 3))) })},
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

// curve is a function of the distance, up to an end.
type curve struct {
	end float32
	at  func(x float32) float32
}

// Support is the distance at which the curve ends.
func (c curve) Support() float32 { return c.end }

// Kernel is the weight at a distance.
func (c curve) Kernel(x float32) float32 {
	if x = max(x, -x); x < c.end {
		return c.at(x)
	}
	return 0
}

// bicubic is the family of Mitchell and Netravali (Reconstruction Filters in Computer Graphics, 1988).
func bicubic(end, b, c float32) curve {
	return curve{end, func(x float32) float32 {
		if x < 1 {
			return ((12-9*b-6*c)*x*x*x + (-18+12*b+6*c)*x*x + (6 - 2*b)) / 6
		}
		return ((-b-6*c)*x*x*x + (6*b+30*c)*x*x + (-12*b-48*c)*x + (8*b + 24*c)) / 6
	}}
}

func sinc(x float32) float32 {
	if x == 0 {
		return 1
	}
	return float32(math.Sin(math.Pi*float64(x)) / (math.Pi * float64(x)))
}

// windowed is a sinc with a window that ends at a distance of 3.
func windowed(window func(x float64) float32) curve {
	return curve{3, func(x float32) float32 { return sinc(x) * window(float64(x)) }}
}
