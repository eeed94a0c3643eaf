package picture

import (
	"image"
	"math"
)

// blur returns src blurred by a Gaussian of sigma pixels. Pixels beyond the edge equal those at the edge.
func blur(src *image.NRGBA, sigma float64) *image.NRGBA {
	if sigma <= 0 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	lines := across(src, gaussian(w, sigma), src.Opaque())
	return down(lines, w, gaussian(h, sigma))
}

// gaussian returns the taps of a blur along n pixels.
func gaussian(n int, sigma float64) []taps {
	radius := int(math.Ceil(sigma * 3))
	curve := make([]float64, radius+1)
	sum := 0.0
	for i := range curve {
		curve[i] = math.Exp(-float64(i*i) / (2 * sigma * sigma))
		sum += curve[i]
		if i > 0 {
			sum += curve[i]
		}
	}
	inside := taps{weights: appendWhole(nil, mirrored(curve), sum, 1<<weightBits)}
	out := make([]taps, n)
	for i := range out {
		first, last := i-radius, i+radius
		if first >= 0 && last < n {
			out[i] = taps{first, inside.weights}
			continue
		}
		from, to := max(first, 0), min(last, n-1)
		weights := make([]int32, to-from+1)
		for j, w := range inside.weights {
			weights[min(max(first+j, from), to)-from] += w
		}
		out[i] = taps{from, weights}
	}
	return out
}

func mirrored(curve []float64) []float64 {
	out := make([]float64, 0, 2*len(curve)-1)
	for i := len(curve) - 1; i > 0; i-- {
		out = append(out, curve[i])
	}
	return append(out, curve...)
}

// unsharp returns src with sharpened edges: by amount, where pixels differ from a blurred image by more than threshold.
func unsharp(src *image.NRGBA, sigma, amount, threshold float64) *image.NRGBA {
	soft := blur(src, sigma)
	out := copied(src)
	w, h := out.Rect.Dx(), out.Rect.Dy()
	for y := range h {
		to, low := out.Pix[y*out.Stride:][:w*4], soft.Pix[y*soft.Stride:][:w*4]
		for i := range to {
			d := (float64(to[i]) - float64(low[i])) / 255 * amount
			if math.Abs(d) > math.Abs(threshold) {
				to[i] = toByte(float64(to[i])/255 + d)
			}
		}
	}
	return out
}

// pixelate returns src in squares of n pixels, each of one color.
func pixelate(src *image.NRGBA, n int) *image.NRGBA {
	if n <= 1 {
		return src
	}
	out := copied(src)
	for y := 0; y < out.Rect.Dy(); y += n {
		for x := 0; x < out.Rect.Dx(); x += n {
			block := out.SubImage(image.Rect(x, y, x+n, y+n)).(*image.NRGBA)
			var sum [4]int
			each4(block, func(p []uint8) {
				for c, v := range p {
					sum[c] += int(v)
				}
			})
			count := block.Rect.Dx() * block.Rect.Dy()
			each4(block, func(p []uint8) {
				for c := range p {
					p[c] = uint8((sum[c] + count/2) / count)
				}
			})
		}
	}
	return out
}

// copied returns a copy that may be changed.
func copied(src *image.NRGBA) *image.NRGBA {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		copy(out.Pix[y*out.Stride:][:w*4], src.Pix[y*src.Stride:])
	}
	return out
}
