package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
)

// Color is one of the colors of an image: https://gohugo.io/methods/resource/colors/
type Color struct{ c color.NRGBA }

// ColorHex returns the color as #rrggbb (string).
func (c Color) ColorHex() string { return fmt.Sprintf("#%02x%02x%02x", c.c.R, c.c.G, c.c.B) }

// String returns the color as #rrggbb (string).
func (c Color) String() string { return c.ColorHex() }

// Luminance returns the relative luminance, from 0 to 1 (float64; WCAG 2.2).
func (c Color) Luminance() float64 {
	part := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.c.R) + 0.7152*part(c.c.G) + 0.0722*part(c.c.B)
}

// Colors returns the most frequent colors of an image, the most frequent first. Like Hugo, it sorts pixels into eight
// boxes, dark and light in each channel, and takes the mean of each box that has enough pixels.
func (m *Maker) Colors(i *Image) ([]Color, error) {
	data, err := m.Bytes(i)
	if err != nil {
		return nil, err
	}
	m.budget.take(i.w * i.h)
	defer m.budget.give(i.w * i.h)
	d, err := decode(data, i.code.Format)
	if err != nil {
		return nil, i.damaged(err)
	}
	return colors(toNRGBA(d.frames[0].source).Pix, i.w, i.h), nil
}

func colors(pix []uint8, w, h int) []Color {
	const (
		side  = 224 // of the grid of sampled pixels
		least = 100 // a box counts if it has at least one in so many pixels
	)
	type box struct{ at, r, g, b, count int }
	boxes := make([]box, 8)
	total := 0
	for x := 0; x < w; x += max(w/side, 1) {
		for y := 0; y < h; y += max(h/side, 1) {
			p := pix[(y*w+x)*4:][:4]
			b := &boxes[p[0]>>7<<2|p[1]>>7<<1|p[2]>>7]
			a := int(p[3])
			b.r, b.g, b.b, b.count = b.r+int(p[0])*a, b.g+int(p[1])*a, b.b+int(p[2])*a, b.count+a
			total += a
		}
	}
	for n := range boxes {
		boxes[n].at = n
	}
	slices.SortFunc(boxes, func(a, b box) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.at, b.at)) })
	var out []Color
	for _, b := range boxes {
		if b.count*least > total {
			mean := func(sum int) uint8 { return uint8((sum + b.count/2) / b.count) }
			out = append(out, Color{color.NRGBA{mean(b.r), mean(b.g), mean(b.b), 255}})
		}
	}
	return out
}
