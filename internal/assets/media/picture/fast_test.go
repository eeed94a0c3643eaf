package picture

import (
	"image"
	"image/color"
	"testing"
)

// TestFast: the word works in every specification, and an indexed original keeps its colors.
func TestFast(t *testing.T) {
	colors := color.Palette{color.NRGBA{250, 250, 250, 255}, color.NRGBA{20, 20, 60, 255}, color.NRGBA{200, 30, 30, 255}}
	img := image.NewPaletted(image.Rect(0, 0, 90, 60), colors)
	for n := range img.Pix {
		img.Pix[n] = uint8(n / 7 % 3)
	}
	d := defaults(t, nil)
	i := original(t, encoded(t, img, PNG), PNG)
	one, err := d.Process(i, "", "resize 40x catmullrom webp lossless fast")
	if err != nil {
		t.Fatal(err)
	}
	filter, err := Words("resize 40x catmullrom webp lossless fast")
	if err != nil {
		t.Fatal(err)
	}
	two, err := d.Apply(i, 1, []Filter{filter})
	if err != nil {
		t.Fatal(err)
	}
	if one.code != two.code || one.code.Method != 0 || !one.code.Fast {
		t.Errorf("%+v, %+v", one.code, two.code)
	}
	data, err := NewMaker(MakerOptions{}).Bytes(two)
	if err != nil {
		t.Fatal(err)
	}
	made, err := decode(data, WebP)
	if err != nil {
		t.Fatal(err)
	}
	each4(toNRGBA(made.frames[0].source), func(p []uint8) {
		if c := (color.NRGBA{p[0], p[1], p[2], p[3]}); colors.Convert(c) != color.Color(c) {
			t.Fatalf("%v is not in the palette", c)
		}
	})
	slow, err := d.Process(i, "resize", "40x webp")
	if err != nil || slow.code.Method != 2 || slow.code.Fast {
		t.Errorf("%+v %v", slow.code, err)
	}
}
