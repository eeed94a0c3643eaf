package picture

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// TestDrawnRecipes: text and dithering change the image and its name, and are read back from the disk.
func TestDrawnRecipes(t *testing.T) {
	black, white := color.NRGBA{0, 0, 0, 255}, color.NRGBA{255, 255, 255, 255}
	img := image.NewNRGBA(image.Rect(0, 0, 120, 60))
	for i := range img.Pix {
		img.Pix[i] = 128
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	dither := func(method string) Filter {
		f, err := Dither([]color.NRGBA{black, white}, method, true, 1)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	text := func(x Text) Filter {
		f, err := x.Filter()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	words := Text{Text: "some words on several lines", Color: white, Size: 12, X: 5, Y: 5, AlignX: "left", AlignY: "top"}
	center := words
	center.AlignX, center.AlignY, center.X, center.Y = "center", "center", 60, 30
	keys := map[string]bool{}
	for name, f := range map[string]Filter{
		"diffusion": dither("Stucki"), "ordered": dither("ClusteredDot4x4"), "text": text(words), "centered": text(center),
	} {
		s := f.step
		out := applied(t, img, s)
		whites := 0
		for y := range 60 {
			for x := range 120 {
				c := out.NRGBAAt(x, y)
				if c == white {
					whites++
				}
				if s.op == opDither && c != black && c != white {
					t.Fatalf("%s: the colour %v is not of the palette", name, c)
				}
			}
		}
		if whites < 20 || whites > 6000 {
			t.Errorf("%s: %d pixels are white", name, whites)
		}
		original := Original(&File{Path: "/x.png", Name: "x.png", Hash: 1, Format: PNG, Width: 120, Height: 60})
		made, err := (&Defaults{}).Apply(original, 1, []Filter{f})
		if err != nil {
			t.Fatal(err)
		}
		keys[made.Key().String()] = true
		var w codec.Writer
		if !made.Store(&w, func(p string) string { return p }) {
			t.Fatal("it is not stored")
		}
		r := codec.NewReader(w.Bytes())
		if back := Load(r, func(p string) string { return p }); back.Key() != made.Key() || r.Err() != nil {
			t.Errorf("%s comes back as another, %v", name, r.Err())
		}
	}
	if len(keys) != 4 {
		t.Errorf("%d names for 4 recipes", len(keys))
	}
	words.Font = &File{Name: "assets/no.ttf", Bytes: []byte("no font")}
	if _, err := words.Filter(); err == nil || !strings.Contains(err.Error(), "assets/no.ttf is not a TrueType or OpenType font") {
		t.Error(err)
	}
	if _, err := Dither([]color.NRGBA{black, white}, "Nope", true, 1); err == nil || !strings.Contains(err.Error(), "choose one of atkinson") {
		t.Error(err)
	}
}
