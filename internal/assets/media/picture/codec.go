package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"
)

// frame is a decoded image, or one picture of an animation.
type frame struct {
	source  image.Image     // as decoded
	img     *image.NRGBA    // as it is to be encoded
	gray    bool            // the source had no colors
	palette color.Palette   // palette of the source; nil: none
	few     *image.Paletted // the same as img, for PNG; nil: not known, or more than 256 colors
	delay   int             // in an animation, in milliseconds
}

// decoded is the content of a file: one frame, or the frames of an animation.
type decoded struct {
	frames []frame
	loops  int // of an animation, as in image/gif
}

// Config returns the size from the header of data, without decoding.
func Config(data []byte, f Format) (w, h int, err error) {
	var c image.Config
	r := bytes.NewReader(data)
	switch f {
	case JPEG:
		c, err = jpeg.DecodeConfig(r)
	case PNG:
		c, err = png.DecodeConfig(r)
	case GIF:
		c, err = gif.DecodeConfig(r)
	case TIFF:
		c, err = tiff.DecodeConfig(r)
	case BMP:
		c, err = bmp.DecodeConfig(r)
	case WebP:
		c, err = webp.DecodeConfig(r)
	default:
		err = fmt.Errorf("images of the format %q cannot be read", f)
	}
	return c.Width, c.Height, err
}

// sniff returns the format by the first bytes, since suffixes may be wrong.
func sniff(data []byte, named Format) Format {
	for _, magic := range []struct {
		at   int
		text string
		f    Format
	}{
		{0, "\xff\xd8\xff", JPEG},
		{0, "\x89PNG\r\n", PNG},
		{0, "GIF8", GIF},
		{8, "WEBP", WebP},
		{0, "II*\x00", TIFF},
		{0, "MM\x00*", TIFF},
		{0, "BM", BMP},
	} {
		if len(data) >= magic.at+len(magic.text) && string(data[magic.at:magic.at+len(magic.text)]) == magic.text {
			return magic.f
		}
	}
	return named
}

// decode reads an image unless it is too large.
func decode(data []byte, named Format) (*decoded, error) {
	f := sniff(data, named)
	w, h, err := Config(data, f)
	if err != nil {
		return nil, err
	}
	if err := checkPixels(w, h); err != nil {
		return nil, err
	}
	if err := checkCost(data, f, w, h); err != nil {
		return nil, err
	}
	var img image.Image
	r := bytes.NewReader(data)
	switch f {
	case JPEG:
		img, err = jpeg.Decode(r)
	case PNG:
		img, err = png.Decode(r)
	case GIF:
		return decodeGIF(data)
	case TIFF:
		img, err = tiff.Decode(r)
	case BMP:
		img, err = bmp.Decode(r)
	case WebP:
		if d, err := decodeFrames(data, w, h); d != nil || err != nil {
			return d, err
		}
		img, err = decodeWebP(data)
	}
	if err != nil {
		return nil, err
	}
	return &decoded{frames: []frame{frameOf(img)}}, nil
}

func frameOf(img image.Image) frame {
	f := frame{source: img}
	switch img := img.(type) {
	case *image.Gray, *image.Gray16:
		f.gray = true
	case *image.Paletted:
		f.palette = img.Palette
	}
	return f
}

// toNRGBA returns the pixels of an image in the form that encoding starts with.
func toNRGBA(img image.Image) *image.NRGBA {
	b := img.Bounds()
	at := image.Rect(0, 0, b.Dx(), b.Dy())
	switch img := img.(type) {
	case *image.NRGBA:
		if b.Min == (image.Point{}) {
			return img
		}
	case *image.Paletted:
		return fromPalette(img)
	}
	if o, ok := img.(interface{ Opaque() bool }); ok && o.Opaque() {
		if rgba, ok := img.(*image.RGBA); ok && b.Min == (image.Point{}) {
			return &image.NRGBA{Pix: rgba.Pix, Stride: rgba.Stride, Rect: at}
		}
		rgba := image.NewRGBA(at)
		draw.Draw(rgba, at, img, b.Min, draw.Src)
		return &image.NRGBA{Pix: rgba.Pix, Stride: rgba.Stride, Rect: at}
	}
	out := image.NewNRGBA(at)
	draw.Draw(out, at, img, b.Min, draw.Src)
	return out
}

func fromPalette(img *image.Paletted) *image.NRGBA {
	var table [256]color.NRGBA
	for i, c := range img.Palette {
		table[i] = color.NRGBAModel.Convert(c).(color.NRGBA)
	}
	b := img.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := range b.Dy() {
		to := out.Pix[y*out.Stride:]
		for x, n := range img.Pix[y*img.Stride:][:b.Dx()] {
			c := table[n]
			to[x*4], to[x*4+1], to[x*4+2], to[x*4+3] = c.R, c.G, c.B, c.A
		}
	}
	return out
}

// encode writes an image.
func encode(d *decoded, e Encoding, made func(*image.NRGBA, Encoding) ([]byte, error)) ([]byte, error) {
	for i := range d.frames {
		if f := &d.frames[i]; e.Fill || !e.Format.transparent() {
			f.img = flatten(f.img, opaque(e.Background))
		}
	}
	f := &d.frames[0]
	var out bytes.Buffer
	var err error
	switch e.Format {
	case JPEG:
		err = jpeg.Encode(&out, f.opaque(), &jpeg.Options{Quality: e.Quality})
	case PNG:
		if e.AllColors {
			f.palette = nil
		}
		if !e.Fast {
			return encodePNG(f.indexed())
		}
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, f.indexed())
	case GIF:
		err = encodeGIF(&out, d)
	case TIFF:
		err = tiff.Encode(&out, f.img, &tiff.Options{Compression: tiff.Deflate, Predictor: true})
	case BMP:
		err = bmp.Encode(&out, f.img)
	case WebP:
		return encodeWebP(d, e, made)
	default:
		return nil, fmt.Errorf("images of the format %q cannot be written", e.Format)
	}
	return out.Bytes(), err
}

func opaque(c color.NRGBA) color.NRGBA {
	c.A = 255
	return c
}

// opaque returns an opaque frame in a form that image/jpeg encodes fast.
func (f *frame) opaque() image.Image {
	if gray := f.grayImage(); gray != nil {
		return gray
	}
	return &image.RGBA{Pix: f.img.Pix, Stride: f.img.Stride, Rect: f.img.Rect}
}

// grayImage returns a gray frame if the source had no colors and the frame has none; else nil.
func (f *frame) grayImage() *image.Gray {
	if !f.gray || !f.img.Opaque() {
		return nil
	}
	out := image.NewGray(f.img.Rect)
	i := 0
	colors := false
	each4(f.img, func(p []uint8) {
		colors = colors || p[0] != p[1] || p[1] != p[2]
		out.Pix[i] = p[0]
		i++
	})
	if colors {
		return nil
	}
	return out
}

// indexed returns a frame with the palette of its source, as Hugo does, so the file stays small.
func (f *frame) indexed() image.Image {
	if gray := f.grayImage(); gray != nil {
		return gray
	}
	switch {
	case f.few != nil:
		return f.few
	case f.palette == nil:
		return f.img
	}
	out := image.NewPaletted(f.img.Rect, f.palette)
	draw.FloydSteinberg.Draw(out, f.img.Rect, f.img, image.Point{})
	return out
}

// fewColors returns an opaque image with a palette of its colors; nil if they are more than 256.
func fewColors(img *image.NRGBA) *image.Paletted {
	out := image.NewPaletted(img.Rect, nil)
	known := map[[4]uint8]uint8{}
	last, at, i := [4]uint8{}, uint8(0), 0
	each4(img, func(p []uint8) {
		c := [4]uint8(p)
		if c != last || i == 0 {
			n, ok := known[c]
			if !ok {
				n = uint8(len(out.Palette))
				known[c] = n
				out.Palette = append(out.Palette, color.NRGBA{c[0], c[1], c[2], c[3]})
			}
			last, at = c, n
		}
		out.Pix[i] = at
		i++
	})
	if len(out.Palette) > 256 {
		return nil
	}
	return out
}

// nearestColors returns img in the colors of a palette, without dithering: text stays sharp, and the file small.
func nearestColors(img *image.NRGBA, palette color.Palette) *image.NRGBA {
	colors := make([]color.NRGBA, len(palette))
	for i, c := range palette {
		colors[i] = color.NRGBAModel.Convert(c).(color.NRGBA)
	}
	type found struct{ from, to [4]uint8 }
	var known [1 << 12]found // the last color of each hash
	out := copied(img)
	each4(out, func(p []uint8) {
		c := [4]uint8(p)
		k := &known[(uint32(c[0])*0x9e3779b1^uint32(c[1])*0x85ebca6b^uint32(c[2])*0xc2b2ae35^uint32(c[3]))>>20]
		if k.from != c {
			*k = found{c, nearestColor(colors, c)}
		}
		copy(p, k.to[:])
	})
	return out
}

func nearestColor(colors []color.NRGBA, p [4]uint8) [4]uint8 {
	least, nearest := math.MaxInt, p
	for _, c := range colors {
		r, g, b, a := int(c.R)-int(p[0]), int(c.G)-int(p[1]), int(c.B)-int(p[2]), int(c.A)-int(p[3])
		if n := r*r + g*g + b*b + a*a; n < least {
			least, nearest = n, [4]uint8{c.R, c.G, c.B, c.A}
		}
	}
	return nearest
}

// each4 calls f with the four bytes of every pixel.
func each4(img *image.NRGBA, f func(p []uint8)) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	for y := range h {
		line := img.Pix[y*img.Stride : y*img.Stride+w*4]
		for len(line) > 0 {
			f(line[:4:4])
			line = line[4:]
		}
	}
}

// copied returns an image that may be changed.
func copied(src *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(src.Rect)
	for y := range src.Rect.Dy() {
		copy(out.Pix[y*out.Stride:][:out.Stride], src.Pix[y*src.Stride:])
	}
	return out
}

// flatten returns src on a background of one color.
func flatten(src *image.NRGBA, background color.NRGBA) *image.NRGBA {
	if src.Opaque() {
		return src
	}
	out := image.NewRGBA(src.Rect)
	draw.Draw(out, out.Rect, image.NewUniform(background), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, src, image.Point{}, draw.Over)
	return &image.NRGBA{Pix: out.Pix, Stride: out.Stride, Rect: out.Rect}
}
