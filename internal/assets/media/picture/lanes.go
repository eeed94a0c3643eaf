package picture

import (
	"encoding/binary"
	"image"
	"math"
)

// The channels of an opaque pixel are resampled together, each in a lane of one integer, so one multiplication and one
// addition serve all channels.
//
// The first pass has three lanes of 21 bits: sums of bytes with weights of 11 bits, plus laneBias, so that no lane is
// negative and two bits tell whether a channel is below 0 or above 255. Its result keeps laneKept bits after the point.
// The second pass has two lanes of 32 bits, and green separately.
const (
	laneBits   = 21
	laneWeight = 11
	laneKept   = 6
	laneBias   = 256 << laneWeight
	eachLane   = 1 | 1<<laneBits | 1<<(2*laneBits)
	acrossBits = 14                             // of a weight in the second pass
	acrossBias = 256 << (acrossBits + laneKept) // like laneBias
	bothLanes  = 1 | 1<<32
)

// taps are the source pixels of one target pixel, starting at first, with weights that add up to one.
type taps struct {
	first   int
	weights []int32 // in units of 1/(1 << bits)
}

// weigh returns the taps of each of dst pixels in a row of src pixels, with weights of so many bits.
func weigh(dst, src int, k kernel, bits int) []taps {
	delta := float64(src) / float64(dst)
	scale := max(delta, 1)
	radius := math.Ceil(scale * float64(k.Support()))
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
			w := float64(k.Kernel(float32((float64(j) - center) / scale)))
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

// fitsLanes reports whether sums with weights of so many bits stay within their lanes.
func fitsLanes(all []taps, bits int) bool {
	for _, t := range all {
		least, most := int32(0), int32(0)
		for _, w := range t.weights {
			least, most = least+min(w, 0), most+max(w, 0)
		}
		if least < -1<<bits || most > 2<<bits {
			return false
		}
	}
	return true
}

// resampleOpaque resizes an image without transparent parts in a fraction of gift's time: first along columns, then
// along rows. It returns false for other images, and if the weights do not fit, for example for a kernel cut off by the
// edge of a tiny image.
func resampleOpaque(src *image.NRGBA, w, h int, k kernel) (*image.NRGBA, bool) {
	sw := src.Rect.Dx()
	if k.Support() == 0 || src.Rect.Size() == image.Pt(w, h) || !src.Opaque() {
		return nil, false
	}
	rows, cols := weigh(h, src.Rect.Dy(), k, laneWeight), weigh(w, sw, k, acrossBits)
	if !fitsLanes(rows, laneWeight) || !fitsLanes(cols, acrossBits) {
		return nil, false
	}
	most := 0
	for _, t := range rows {
		most = max(most, len(t.weights))
	}
	ring := make([]uint64, most*sw) // row y of src is at y modulo most
	line, green, weights := make([]uint64, sw), make([]uint64, sw), unsigned(cols)
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	read := 0
	for y, row := range rows {
		for read = max(read, row.first); read < row.first+len(row.weights); read++ {
			spread(ring[read%most*sw:][:sw], src.Pix[read*src.Stride:])
		}
		sumLines(line, ring, row)
		part(line, green)
		sumPixels(out.Pix[y*out.Stride:][:4*w], line, green, cols, weights)
	}
	return out, true
}

// unsigned returns all weights in one slice.
func unsigned(all []taps) []uint64 {
	var out []uint64
	for _, t := range all {
		for _, w := range t.weights {
			out = append(out, uint64(int64(w)))
		}
	}
	return out
}

// spread writes the channels of a row of pixels into lanes.
func spread(to []uint64, pix []uint8) {
	for x := range to {
		p := uint64(binary.LittleEndian.Uint32(pix[4*x:]))
		to[x] = p&0xff | p&0xff00<<(laneBits-8) | p&0xff0000<<(2*laneBits-16)
	}
}

// sumLines writes the weighted sum of rows of the ring.
func sumLines(to, ring []uint64, row taps) {
	sw, most := len(to), len(ring)/len(to)
	at := func(i int) ([]uint64, uint64) {
		if i >= len(row.weights) {
			return ring[:sw], 0
		}
		return ring[(row.first+i)%most*sw:][:sw], uint64(int64(row.weights[i]))
	}
	for x := range to {
		to[x] = eachLane * (laneBias + 1<<(laneWeight-laneKept-1))
	}
	for i := 0; i < len(row.weights); i += 4 {
		a, wa := at(i)
		b, wb := at(i + 1)
		c, wc := at(i + 2)
		d, wd := at(i + 3)
		a, b, c, d = a[:len(to)], b[:len(to)], c[:len(to)], d[:len(to)]
		for x := range to {
			to[x] += a[x]*wa + b[x]*wb + c[x]*wc + d[x]*wd
		}
	}
}

// part splits sums of three lanes into red and blue, each in 32 bits, and green.
func part(line, green []uint64) {
	const one = 256 << laneKept
	green = green[:len(line)]
	for x, sum := range line {
		sum >>= laneWeight - laneKept
		if sum&(3*one*eachLane) == one*eachLane {
			sum &= (one - 1) * eachLane
		} else {
			all := sum
			sum = 0
			for at := 0; at < 3*laneBits; at += laneBits {
				sum |= uint64(min(max(int(all>>at&(4*one-1))-one, 0), 255<<laneKept)) << at
			}
		}
		line[x], green[x] = sum&(one-1)|sum>>(2*laneBits)<<32, sum>>laneBits&(one-1)
	}
}

// sumPixels writes a row of pixels.
func sumPixels(to []uint8, line, green []uint64, cols []taps, weights []uint64) {
	const half = 1 << (acrossBits + laneKept - 1)
	for x := range cols {
		count := len(cols[x].weights)
		by := weights[:count]
		weights = weights[count:]
		some, g := line[cols[x].first:][:count], green[cols[x].first:][:count]
		both, one := uint64(bothLanes*(acrossBias+half)), uint64(acrossBias+half)
		for i, v := range some {
			both += v * by[i]
			one += g[i] * by[i]
		}
		p := to[4*x : 4*x+4 : 4*x+4]
		p[0], p[1], p[2], p[3] = byteOf(uint32(both)), byteOf(uint32(one)), byteOf(uint32(both>>32)), 255
	}
}

func byteOf(sum uint32) uint8 {
	n := sum >> (acrossBits + laneKept)
	if n&0x300 == 0x100 {
		return uint8(n)
	}
	return uint8(min(max(int32(n)-256, 0), 255))
}
