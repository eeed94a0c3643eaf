package law

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
)

// picture returns a small PNG image.
func picture(width, height int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, drawn(width, height)); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// photo returns a JPEG image.
func photo(width, height int) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, drawn(width, height), nil); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// turned returns a JPEG image with an Exif orientation of a quarter turn.
func turned(width, height int) []byte {
	exif := "Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00"
	b := photo(width, height)
	n := len(exif) + 2
	return slices.Concat(b[:2], []byte{0xff, 0xe1, byte(n >> 8), byte(n)}, []byte(exif), b[2:])
}

func drawn(width, height int) image.Image {
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 7)
	}
	img.Set(0, 0, color.White)
	return img
}
