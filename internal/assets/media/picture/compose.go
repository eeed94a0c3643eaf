package picture

import (
	"image"
	"image/color"
)

// pad returns src on a larger canvas, or a smaller one if a margin is negative.
func pad(src *image.NRGBA, top, right, bottom, left int, canvas color.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, src.Rect.Dx()+left+right, src.Rect.Dy()+top+bottom))
	each4(out, func(p []uint8) { p[0], p[1], p[2], p[3] = canvas.R, canvas.G, canvas.B, canvas.A })
	return overlay(out, src, left, top)
}

// overlay draws src over out, starting at a point. It changes out.
func overlay(out, src *image.NRGBA, x, y int) *image.NRGBA {
	at := image.Rect(x, y, x+src.Rect.Dx(), y+src.Rect.Dy()).Intersect(out.Rect)
	for oy := at.Min.Y; oy < at.Max.Y; oy++ {
		to := out.Pix[oy*out.Stride+at.Min.X*4:][:at.Dx()*4]
		from := src.Pix[(oy-y)*src.Stride+(at.Min.X-x)*4:]
		for i := 0; i < len(to); i += 4 {
			over(to[i:i+4:i+4], from[i:i+4:i+4])
		}
	}
	return out
}

// over blends one pixel over another (Porter and Duff, Compositing Digital Images, 1984).
func over(to, from []uint8) {
	switch from[3] {
	case 255:
		copy(to, from)
		return
	case 0:
		return
	}
	fa := uint32(from[3]) * 255
	ta := uint32(to[3]) * (255 - uint32(from[3]))
	sum := fa + ta
	for c := range 3 {
		to[c] = uint8((uint32(from[c])*fa + uint32(to[c])*ta + sum/2) / sum)
	}
	to[3] = uint8((sum + 127) / 255)
}

// mask returns src, transparent where a gray mask is black.
func mask(src, by *image.NRGBA) *image.NRGBA {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	by = copied(resample(by, w, h, &kernels[kernelNumber("lanczos")], false))
	t, _ := tones(step(opGray))
	t.paint(by)
	out := copied(src)
	for y := range h {
		to, from := out.Pix[y*out.Stride:][:w*4], by.Pix[y*by.Stride:][:w*4]
		for i := 3; i < len(to); i += 4 {
			light := uint32(from[i-1]) * uint32(from[i]) / 255 // transparent parts of the mask count as black
			to[i] = uint8((uint32(to[i])*light + 127) / 255)
		}
	}
	return out
}

// opacity returns src with its opacity multiplied.
func opacity(src *image.NRGBA, by float64) *image.NRGBA {
	out := copied(src)
	part := uint32(min(max(by, 0), 1) * 255)
	each4(out, func(p []uint8) { p[3] = uint8((uint32(p[3])*part + 127) / 255) })
	return out
}

// flatten returns src on a background of one color.
func flatten(src *image.NRGBA, background color.NRGBA) *image.NRGBA {
	if src.Opaque() {
		return src
	}
	return pad(src, 0, 0, 0, 0, background)
}
