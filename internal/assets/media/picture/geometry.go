package picture

import (
	"image"
	"math"
)

// crop returns the part of src of w×h pixels at an anchor, smaller if src is smaller.
func crop(src *image.NRGBA, w, h, anchor int) *image.NRGBA {
	b := src.Rect
	w, h = min(w, b.Dx()), min(h, b.Dy())
	x, y := (b.Dx()-w)/2, (b.Dy()-h)/2
	switch anchors[anchor] {
	case "topleft", "left", "bottomleft":
		x = 0
	case "topright", "right", "bottomright":
		x = b.Dx() - w
	}
	switch anchors[anchor] {
	case "topleft", "top", "topright":
		y = 0
	case "bottomleft", "bottom", "bottomright":
		y = b.Dy() - h
	}
	part := src.SubImage(image.Rect(x, y, x+w, y+h)).(*image.NRGBA)
	part.Rect = image.Rect(0, 0, w, h) // Pix starts at the crop
	return part
}

// fill scales src to the smallest size that covers w×h, and crops it at an anchor.
func fill(src *image.NRGBA, w, h, anchor int, k *kernel, fast bool) *image.NRGBA {
	cw, ch := covering(src.Rect.Dx(), src.Rect.Dy(), w, h)
	return crop(resample(src, cw, ch, k, fast), w, h, anchor)
}

// rearrange returns an image of w×h pixels; from returns the source of each pixel.
func rearrange(src *image.NRGBA, w, h int, from func(x, y int) (sx, sy int)) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			sx, sy := from(x, y)
			copy(out.Pix[y*out.Stride+x*4:][:4], src.Pix[sy*src.Stride+sx*4:][:4])
		}
	}
	return out
}

// orient returns src turned according to the Exif orientation (Exif 2.32, 4.6.4).
func orient(src *image.NRGBA, orientation int) *image.NRGBA {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	switch orientation {
	case 2:
		return rearrange(src, w, h, func(x, y int) (int, int) { return w - 1 - x, y })
	case 3:
		return rearrange(src, w, h, func(x, y int) (int, int) { return w - 1 - x, h - 1 - y })
	case 4:
		return rearrange(src, w, h, func(x, y int) (int, int) { return x, h - 1 - y })
	case 5:
		return rearrange(src, h, w, func(x, y int) (int, int) { return y, x })
	case 6:
		return rearrange(src, h, w, func(x, y int) (int, int) { return y, h - 1 - x })
	case 7:
		return rearrange(src, h, w, func(x, y int) (int, int) { return w - 1 - y, h - 1 - x })
	case 8:
		return rearrange(src, h, w, func(x, y int) (int, int) { return w - 1 - y, x })
	}
	return src
}

// rotate returns src turned counterclockwise by a number of degrees. The new corners are transparent.
func rotate(src *image.NRGBA, degrees int) *image.NRGBA {
	switch degrees {
	case 90:
		return orient(src, 8)
	case 180:
		return orient(src, 3)
	case 270:
		return orient(src, 6)
	}
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	w, h := rotated(sw, sh, degrees)
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	sin, cos := sincos(degrees)
	cx, cy := float64(w)/2-0.5, float64(h)/2-0.5
	sx, sy := float64(sw)/2-0.5, float64(sh)/2-0.5
	for y := range h {
		for x := range w {
			dx, dy := float64(x)-cx, float64(y)-cy
			fx := int(math.Floor(float64(dx*cos) - float64(dy*sin) + sx + 0.5))
			fy := int(math.Floor(float64(dx*sin) + float64(dy*cos) + sy + 0.5))
			if fx >= 0 && fx < sw && fy >= 0 && fy < sh {
				copy(out.Pix[y*out.Stride+x*4:][:4], src.Pix[fy*src.Stride+fx*4:][:4])
			}
		}
	}
	return out
}
