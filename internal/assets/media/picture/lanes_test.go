package picture

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"
)

// reference resamples along columns and then rows, as fast resampling does, with exact weights.
func reference(src *image.NRGBA, w, h int, k kernel) []float64 {
	const bits = 30
	sw := src.Rect.Dx()
	rows, cols := weigh(h, src.Rect.Dy(), k, bits), weigh(w, sw, k, bits)
	byteOf := func(v float64) float64 { return min(max(v, 0), 255) }
	out := make([]float64, 0, w*h*4)
	for _, row := range rows {
		line := make([]float64, sw*4)
		for i := range line {
			for n, by := range row.weights {
				line[i] += float64(src.Pix[(row.first+n)*src.Stride+i]) * float64(by) / (1 << bits)
			}
			line[i] = byteOf(line[i])
		}
		for _, col := range cols {
			for c := range 4 {
				sum := 0.0
				for n, by := range col.weights {
					sum += line[(col.first+n)*4+c] * float64(by) / (1 << bits)
				}
				out = append(out, byteOf(sum))
			}
		}
	}
	return out
}

// Fast resampling of an opaque image is off by at most 2 of 255, even for noise, and an image of one color does not
// change.
func TestFastResampling(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	noise := image.NewNRGBA(image.Rect(0, 0, 97, 61))
	plain := image.NewNRGBA(noise.Rect)
	for i := range noise.Pix {
		noise.Pix[i], plain.Pix[i] = uint8(255*r.IntN(2)), uint8(200-50*(i%4))
		if i%4 == 3 {
			noise.Pix[i], plain.Pix[i] = 255, 255
		}
	}
	used := 0
	for n := range kernels {
		k := kernels[n]
		if k.Support() == 0 {
			continue
		}
		for _, size := range []image.Point{{96, 60}, {60, 40}, {31, 20}, {9, 61}, {97, 7}, {1, 1}, {150, 90}, {300, 61}} {
			exact := reference(noise, size.X, size.Y, k)
			fast, ok := resampleOpaque(noise, size.X, size.Y, k)
			if !ok {
				continue // resampled the usual way
			}
			used++
			for i := range exact {
				if math.Abs(exact[i]-float64(fast.Pix[i])) > 2 {
					t.Errorf("%s to %v: %d instead of %.2f", k.name, size, fast.Pix[i], exact[i])
					break
				}
			}
			even, _ := resampleOpaque(plain, size.X, size.Y, k)
			for i, v := range even.Pix {
				if v != plain.Pix[i%4] {
					t.Errorf("%s to %v: a plain colour is %d instead of %d", k.name, size, v, plain.Pix[i%4])
					break
				}
			}
		}
	}
	if used < 80 {
		t.Errorf("only %d of the sizes were resampled in lanes", used)
	}
}
