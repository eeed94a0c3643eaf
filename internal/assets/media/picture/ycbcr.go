package picture

import "image"

// fromVideo returns the pixels of a lossy WebP image as libwebp's decoder does. Its colors are those of ITU-R BT.601
// in limited range: black is 16, white is 235 (RFC 9649, section 2.5; RFC 6386, section 9.2). The standard library
// reads an image.YCbCr as full range, as in JPEG, which makes white gray. alpha is nil or has a byte per pixel in rows
// of alphaStride.
func fromVideo(img *image.YCbCr, alpha []uint8, alphaStride int) *image.NRGBA {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		to := out.Pix[y*out.Stride:][:w*4]
		rows := chromaRows(img, y)
		for x := range w {
			cb, cr := rows.at(x)
			p := to[x*4:][:4]
			p[0], p[1], p[2] = limited(int32(img.Y[y*img.YStride+x]), cb, cr)
			p[3] = 255
			if alpha != nil {
				p[3] = alpha[y*alphaStride+x]
			}
		}
	}
	return out
}

// limited converts a color in the fixed-point arithmetic of libwebp (src/dsp/yuv.h), so results are the same.
func limited(y, cb, cr int32) (r, g, b uint8) {
	y = y * 19077 >> 8
	return clip(y + cr*26149>>8 - 14234),
		clip(y - cb*6419>>8 - cr*13320>>8 + 8708),
		clip(y + cb*33050>>8 - 17685)
}

func clip(v int32) uint8 {
	return uint8(min(max(v>>6, 0), 255))
}

// chroma has the samples for the colors of a row of pixels. Each sample covers 2×2 pixels, and a pixel mixes the four
// nearest, 9 to 3 to 3 to 1, as libwebp's "fancy" upsampling does.
type chroma struct {
	nearCb, nearCr []uint8 // the row of samples that contains the pixels
	farCb, farCr   []uint8 // the next nearest row; at the edges the same one
}

func chromaRows(img *image.YCbCr, y int) chroma {
	last := (img.Rect.Dy()+1)/2 - 1
	near := y / 2
	far := min(max(near+y%2*2-1, 0), last)
	row := func(samples []uint8, n int) []uint8 {
		return samples[n*img.CStride:][:(img.Rect.Dx()+1)/2]
	}
	return chroma{row(img.Cb, near), row(img.Cr, near), row(img.Cb, far), row(img.Cr, far)}
}

func (c *chroma) at(x int) (cb, cr int32) {
	near := x / 2
	far := min(max(near+x%2*2-1, 0), len(c.nearCb)-1)
	mix := func(a, b []uint8) int32 {
		return (9*int32(a[near]) + 3*int32(a[far]) + 3*int32(b[near]) + int32(b[far]) + 8) >> 4
	}
	return mix(c.nearCb, c.farCb), mix(c.nearCr, c.farCr)
}
