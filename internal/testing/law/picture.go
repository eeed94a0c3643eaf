package law

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
)

// picture returns a small picture as PNG.
func picture(width, height int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, drawn(width, height)); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// photo returns a picture as JPEG.
func photo(width, height int) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, drawn(width, height), nil); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

func drawn(width, height int) image.Image {
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 7)
	}
	img.Set(0, 0, color.White)
	return img
}
