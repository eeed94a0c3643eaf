package picture

import (
	"image"
	"image/color"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/testing/race"
)

// TestPixelsOfHugo compares the pixels of each filter with those that Hugo makes, for each kind of image.
func TestPixelsOfHugo(t *testing.T) {
	race.Skip(t, "one goroutine; TestTogether makes images at the same time")
	if runtime.GOARCH != "amd64" {
		t.Skip("the hashes are those of amd64: other processors round sums of products otherwise")
	}
	sources := map[string]image.Image{"alpha": colorful(121, 81, true), "opaque": toRGBA(colorful(121, 81, false))}
	gray := image.NewGray(image.Rect(0, 0, 121, 81))
	palette := image.NewPaletted(gray.Rect, color.Palette{
		color.RGBA{250, 250, 250, 255}, color.RGBA{20, 20, 60, 255}, color.RGBA{200, 30, 30, 255}, color.RGBA{},
	})
	for i := range gray.Pix {
		gray.Pix[i], palette.Pix[i] = uint8(i*7+i/121*3), uint8(i/7%4)
	}
	sources["gray"], sources["palette"] = gray, palette
	light := image.NewGray(image.Rect(0, 0, 40, 30))
	for i := range light.Pix {
		light.Pix[i] = uint8(i * 255 / 1200)
	}
	others := map[string]*Image{
		"Mask":    original(t, encoded(t, light, PNG), PNG),
		"Overlay": original(t, encoded(t, colorful(23, 17, true), PNG), PNG),
	}
	maker, d := NewMaker(MakerOptions{}), defaults(t, nil)
	d.OldPalettes = true // the table is of Hugo 0.165
	originals := map[string]*Image{}
	for name, img := range sources {
		originals[name] = original(t, encoded(t, img, PNG), PNG)
	}
	table, err := os.ReadFile("testdata/hugo.txt")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(table)) {
		field := strings.Split(strings.TrimSpace(line), "\t")
		if len(field) != 3 {
			continue
		}
		var filters []Filter
		for one := range strings.SplitSeq(field[1], "|") {
			filters = append(filters, filterOf(t, strings.TrimSpace(one), others))
		}
		out, err := d.Apply(originals[field[0]], 1, filters)
		if err != nil {
			t.Fatal(err)
		}
		data, err := maker.Bytes(out)
		if err != nil {
			t.Fatal(err)
		}
		back, err := decode(data, PNG)
		if err != nil {
			t.Fatal(err)
		}
		pixels := copied(toNRGBA(back.frames[0].source))
		each4(pixels, func(p []uint8) {
			if p[3] == 0 {
				clear(p)
			}
		})
		if got := strconv.FormatUint(xxhash.Sum64(pixels.Pix), 16); got != strings.TrimLeft(field[2], "0") {
			t.Errorf("%s: %s makes other pixels than Hugo", field[0], field[1])
		}
		compared++
	}
	if compared != 432 {
		t.Errorf("compared %d images", compared)
	}
}

func filterOf(t *testing.T, text string, others map[string]*Image) Filter {
	t.Helper()
	name, rest, _ := strings.Cut(text, " ")
	var n []float64
	for word := range strings.FieldsSeq(rest) {
		if x, err := strconv.ParseFloat(word, 64); err == nil {
			n = append(n, x)
		}
	}
	var f Filter
	var err error
	switch name {
	case "Process":
		f, err = Words(rest)
	case "Overlay":
		f = Overlay(others[name], int(n[0]), int(n[1]))
	case "Mask":
		f = Mask(others[name])
	case "Padding":
		f, err = Padding(int(n[0]), int(n[1]), int(n[2]), int(n[3]), color.NRGBA{255, 255, 255, 255})
	case "Dither":
		f, err = Dither([]color.NRGBA{{0x22, 0x28, 0x31, 255}, {0xc6, 0xf6, 0xd5, 255}, {255, 0, 0, 255}}, rest, true, 1)
	case "Text":
		text := Text{Text: "Some words on a picture", Color: color.NRGBA{255, 0, 255, 255}, Size: 14, AlignX: "left", AlignY: "top"}
		text.X, text.Y, text.LineSpacing = int(n[0]), int(n[1]), 2
		f, err = text.Filter()
	default:
		f, err = Numbers(name, n...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// colorful is an image with strong colors and edges.
func colorful(w, h int, alpha bool) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{uint8(x * 255 / w), uint8(y * 255 / h), uint8(x/8*40 + y*7), 255}
			if alpha {
				c.A = uint8((x + y) * 3 % 256)
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

func toRGBA(img *image.NRGBA) *image.RGBA {
	return &image.RGBA{Pix: img.Pix, Stride: img.Stride, Rect: img.Rect}
}
