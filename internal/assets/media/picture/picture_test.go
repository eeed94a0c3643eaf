package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// sample is a smooth picture with edges and, if wanted, transparent parts.
func sample(w, h int, alpha bool) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			a := uint8(255)
			if alpha {
				a = uint8((x + y) % 256)
			}
			img.SetNRGBA(x, y, color.NRGBA{uint8(x * 255 / w), uint8(y * 255 / h), uint8(x / 8 * 40), a})
		}
	}
	return img
}

func encoded(t testing.TB, img image.Image, f Format) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch f {
	case JPEG:
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: 95})
	case PNG:
		err = png.Encode(&b, img)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// original writes a file and returns it as an image.
func original(t testing.TB, data []byte, f Format) *Image {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sun."+string(f))
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	w, h, err := Config(data, f)
	if err != nil {
		t.Fatal(err)
	}
	return Original(&File{Path: file, Name: "content/sun." + string(f), Hash: xxhash.Sum64(data), Format: f, Width: w, Height: h})
}

// applied returns src after some steps.
func applied(t testing.TB, src image.Image, steps ...Step) *image.NRGBA {
	t.Helper()
	f := frame{source: src}
	if err := (&Image{steps: steps}).filter(&f, nil); err != nil {
		t.Fatal(err)
	}
	return f.img
}

func resizing(w, h, kernel int) Step { return step(opResize, float64(w), float64(h), float64(kernel)) }

func defaults(t testing.TB, table map[string]any) *Defaults {
	t.Helper()
	d, err := NewDefaults(table)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestSizes compares with the sizes of Hugo 0.111 for an image of 900×601 pixels.
func TestSizes(t *testing.T) {
	d := defaults(t, nil)
	i := Original(&File{Format: JPEG, Width: 900, Height: 601})
	for spec, want := range map[string][2]int{
		"resize 300x":               {300, 200},
		"resize x200 lanczos":       {300, 200},
		"resize 301x201 CatmullRom": {301, 201},
		"resize 1000x":              {1000, 668},
		"resize 77x":                {77, 51},
		"resize 300x r90":           {300, 449},
		"resize 300x r45":           {300, 300},
		"fit 200x200":               {200, 134},
		"fit 1000x1000":             {900, 601},
		"fit 111x333":               {111, 74},
		"fill 333x111 right":        {333, 111},
		"crop 1000x100 left":        {900, 100},
		"r90":                       {601, 900},
		"r45":                       {1062, 1062},
		"webp q50":                  {900, 601},
		"resize 1x":                 {1, 1},
	} {
		out, err := d.Process(i, "", spec)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if got := [2]int{out.Width(), out.Height()}; got != want {
			t.Errorf("%s: %v, want %v", spec, got, want)
		}
	}
}

func TestWrongSpecifications(t *testing.T) {
	d := defaults(t, nil)
	i := Original(&File{Format: JPEG, Width: 900, Height: 601})
	for spec, want := range map[string]string{
		"300x":                  "a size without an action",
		"resize":                "requires a width, a height, or both",
		"fit 300x":              "requires a width and a height",
		"fill x300":             "requires a width and a height",
		"resize 300x q0":        "between q1 and q100",
		"resize 300x q101":      "between q1 and q100",
		"resize 300x avif":      "cannot write AVIF",
		"resize 300x smooth":    `"smooth" is not valid`,
		"resize 300x200x100":    `"300x200x100" is not valid`,
		"resize 300x #12":       "is not a valid color",
		"resize fit 300x300":    "in one specification",
		"resize 99999999x":      "too many pixels",
		"resize 100000x100000":  "too many pixels",
		"resize 17000x1 webp":   "does not fit into WebP",
		"resize 9999999999999x": "too many pixels",
	} {
		if _, err := d.Process(i, "", spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

func TestWrongDefaults(t *testing.T) {
	for want, table := range map[string]map[string]any{
		"imaging.quality must be between":     {"quality": int64(101)},
		"use one of nearestneighbor":          {"resamplefilter": "smooth"},
		"imaging.anchor":                      {"anchor": "nowhere"},
		"is not a valid color":                {"bgcolor": "white"},
		"imaging.webp.method must be between": {"webp": map[string]any{"method": int64(7)}},
		"useSharpYuv is not supported":        {"webp": map[string]any{"usesharpyuv": true}},
		"imaging.exif: error parsing":         {"exif": map[string]any{"includefields": "("}},
		"imaging.meta.sources":                {"meta": map[string]any{"sources": []any{"makernotes"}}},
		"imaging.firstframeonly must be true": {"firstframeonly": "perhaps"},
		"imaging.exif.disabledate = 1":        {"exif": map[string]any{"disabledate": int64(1)}},
		"imaging.meta.fields is a list":       {"meta": map[string]any{"fields": "x"}},
		"imaging.exif must be a table, not":   {"exif": true},
	} {
		if _, err := NewDefaults(table); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", table, err, want)
		}
	}
	d := defaults(t, map[string]any{"quality": int64(60), "jpeg": map[string]any{"quality": int64(50)}, "resamplefilter": "Lanczos", "anchor": "TopLeft"})
	if d.quality[JPEG] != 50 || d.quality[WebP] != 60 || d.kernel != "lanczos" || d.anchor != "topleft" {
		t.Errorf("%+v", d)
	}
}

// TestPlainColour: resampling must not change an image of one color, opaque or not.
func TestPlainColour(t *testing.T) {
	for n := range kernels {
		for _, c := range []color.NRGBA{{255, 255, 255, 255}, {1, 128, 254, 255}, {200, 100, 50, 128}, {0, 0, 0, 255}} {
			src := image.NewNRGBA(image.Rect(0, 0, 37, 23))
			each4(src, func(p []uint8) { p[0], p[1], p[2], p[3] = c.R, c.G, c.B, c.A })
			for _, size := range [][2]int{{10, 7}, {37, 5}, {90, 91}, {1, 1}} {
				each4(applied(t, src, resizing(size[0], size[1], n)), func(p []uint8) {
					if (color.NRGBA{p[0], p[1], p[2], p[3]}) != c {
						t.Fatalf("%s to %v: %v, want %v", kernels[n].name, size, p, c)
					}
				})
			}
		}
	}
}

// TestBox: a box filter over complete squares is their mean.
func TestBox(t *testing.T) {
	src := sample(64, 32, false)
	got := applied(t, src, resizing(16, 8, kernelNumber("box")))
	for y := range 8 {
		for x := range 16 {
			for c := range 3 {
				sum := 0
				for dy := range 4 {
					for dx := range 4 {
						sum += int(src.Pix[(y*4+dy)*src.Stride+(x*4+dx)*4+c])
					}
				}
				want := float64(sum) / 16
				if have := float64(got.Pix[y*got.Stride+x*4+c]); math.Abs(have-want) > 0.51 {
					t.Fatalf("pixel %d,%d channel %d: %v, want %v", x, y, c, have, want)
				}
			}
		}
	}
}

// TestTransparent: the color of an invisible pixel does not affect others.
func TestTransparent(t *testing.T) {
	src := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	src.SetNRGBA(0, 0, color.NRGBA{200, 0, 0, 255})
	src.SetNRGBA(1, 0, color.NRGBA{0, 255, 0, 0})
	if got := applied(t, src, resizing(1, 1, kernelNumber("box"))).NRGBAAt(0, 0); got != (color.NRGBA{200, 0, 0, 128}) {
		t.Errorf("%v", got)
	}
}

func TestGeometry(t *testing.T) {
	// a b c
	// d e f
	src := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	for i := range 6 {
		src.SetNRGBA(i%3, i/3, color.NRGBA{uint8('a' + i), 0, 0, 255})
	}
	read := func(img *image.NRGBA) string {
		var b strings.Builder
		for y := range img.Rect.Dy() {
			if y > 0 {
				b.WriteByte('/')
			}
			for x := range img.Rect.Dx() {
				b.WriteByte(img.NRGBAAt(x, y).R)
			}
		}
		return b.String()
	}
	for want, got := range map[string]*image.NRGBA{
		"abc/def": applied(t, src, step(opOrient, 1)), "cba/fed": applied(t, src, step(opOrient, 2)), "fed/cba": applied(t, src, step(opOrient, 3)), "def/abc": applied(t, src, step(opOrient, 4)),
		"ad/be/cf": applied(t, src, step(opOrient, 5)), "da/eb/fc": applied(t, src, step(opOrient, 6)), "fc/eb/da": applied(t, src, step(opOrient, 7)), "cf/be/ad": applied(t, src, step(opOrient, 8)),
	} {
		if read(got) != want {
			t.Errorf("%s, want %s", read(got), want)
		}
	}
	if read(applied(t, src, step(opRotate, 90))) != "cf/be/ad" || read(applied(t, src, step(opRotate, 180))) != "fed/cba" || read(applied(t, src, step(opRotate, 270))) != "da/eb/fc" {
		t.Error("rotations")
	}
	for anchor, want := range map[string]string{"topleft": "ab", "top": "ab", "topright": "bc", "left": "ab", "center": "ab", "right": "bc", "bottomleft": "de", "bottom": "de", "bottomright": "ef", "smart": "ab"} {
		for n, name := range anchors {
			if name == anchor {
				if got := read(applied(t, src, step(opCrop, 2, 1, 0, float64(n)))); got != want {
					t.Errorf("crop %s: %s, want %s", anchor, got, want)
				}
			}
		}
	}
}

// TestTones has colors calculated by hand from the formulas of Hugo's documentation and CSS.
func TestTones(t *testing.T) {
	for _, c := range []struct {
		name string
		args []float64
		in   [3]uint8
		want [3]uint8
	}{
		{"Invert", nil, [3]uint8{0, 100, 255}, [3]uint8{255, 155, 0}},
		{"Grayscale", nil, [3]uint8{100, 150, 200}, [3]uint8{141, 141, 141}},
		{"Brightness", []float64{20}, [3]uint8{0, 100, 250}, [3]uint8{51, 151, 255}},
		{"Contrast", []float64{-100}, [3]uint8{0, 100, 250}, [3]uint8{128, 128, 128}},
		{"Contrast", []float64{100}, [3]uint8{0, 100, 250}, [3]uint8{0, 0, 255}},
		{"Gamma", []float64{2}, [3]uint8{0, 64, 255}, [3]uint8{0, 128, 255}},
		{"Saturation", []float64{-100}, [3]uint8{100, 150, 200}, [3]uint8{150, 150, 150}},
		{"Saturation", []float64{100}, [3]uint8{100, 150, 200}, [3]uint8{50, 150, 250}},
		{"Hue", []float64{120}, [3]uint8{255, 0, 0}, [3]uint8{0, 255, 0}},
		{"Hue", []float64{-120}, [3]uint8{255, 0, 0}, [3]uint8{0, 0, 255}},
		{"ColorBalance", []float64{-100, 0, 100}, [3]uint8{100, 100, 100}, [3]uint8{0, 100, 200}},
		{"Sepia", []float64{0}, [3]uint8{100, 150, 200}, [3]uint8{100, 150, 200}},
		{"Colorize", []float64{240, 100, 100}, [3]uint8{127, 127, 127}, [3]uint8{0, 0, 254}},
	} {
		f, err := Numbers(c.name, c.args...)
		if err != nil {
			t.Fatal(err)
		}
		img := image.NewNRGBA(image.Rect(0, 0, 1, 1))
		img.SetNRGBA(0, 0, color.NRGBA{c.in[0], c.in[1], c.in[2], 255})
		got := applied(t, img, f.step).NRGBAAt(0, 0)
		for i, v := range [3]uint8{got.R, got.G, got.B} {
			if math.Abs(float64(v)-float64(c.want[i])) > 1 {
				t.Errorf("%s %v of %v: %v, want %v", c.name, c.args, c.in, got, c.want)
			}
		}
	}
	inside, _ := Numbers("Opacity", 1)
	if f, err := Numbers("Opacity", 2); err != nil || !reflect.DeepEqual(f, inside) {
		t.Errorf("an opacity of 2 is one of 1: %v %v", f, err)
	}
	if _, err := Numbers("Opacity", math.NaN()); err == nil {
		t.Error("an opacity that is not a number must be refused")
	}
	if _, err := Numbers("Hue"); err == nil || !strings.Contains(err.Error(), "requires 1 numbers, not 0") {
		t.Errorf("%v", err)
	}
}

func TestRecipes(t *testing.T) {
	d := defaults(t, nil)
	i := original(t, encoded(t, sample(90, 60, false), PNG), PNG)
	other := original(t, encoded(t, sample(9, 6, true), PNG), PNG)
	small, err := d.Process(i, "fill", "30x30 TopLeft webp q80 #fff")
	if err != nil {
		t.Fatal(err)
	}
	blurred, _ := Numbers("GaussianBlur", 2)
	filtered, err := d.Apply(small, 6, []Filter{AutoOrient(), blurred, Overlay(other, 3, -2), Mask(other)})
	if err != nil {
		t.Fatal(err)
	}
	var w codec.Writer
	if !filtered.Store(&w, func(s string) string { return filepath.Base(s) }) {
		t.Fatal("a recipe of files can be stored")
	}
	r := codec.NewReader(w.Bytes())
	again := Load(r, func(s string) string { return "/moved/" + s })
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	if again.Key() != filtered.Key() || again.Width() != 30 || again.origin().Path != "/moved/sun.png" {
		t.Errorf("%v, want %v; %s", again.Key(), filtered.Key(), again.origin().Path)
	}
	keys := map[Key]string{}
	for _, spec := range []string{"resize 30x", "resize 31x", "resize 30x lanczos", "fit 30x30", "fill 30x30", "resize 30x jpg", "resize 30x jpg q3", "resize 30x webp", "resize 30x webp text", "resize 30x webp lossless", "resize 30x #f00", "resize 30x r90"} {
		out, err := d.Process(i, "", spec)
		if err != nil {
			t.Fatal(err)
		}
		if first, ok := keys[out.Key()]; ok {
			t.Errorf("%q and %q have one key", first, spec)
		}
		keys[out.Key()] = spec
	}
	if got := small.Rename("a/b.c/sun.png"); got != "a/b.c/sun_hu_"+small.Key().String()[:16]+".webp" {
		t.Error(got)
	}
	if got := filtered.Rename(small.Rename("sun.png")); got != "sun_hu_"+filtered.Key().String()[:16]+".webp" {
		t.Error(got)
	}
}

func FuzzLoad(f *testing.F) {
	d, _ := NewDefaults(nil)
	i, _ := d.Process(Original(&File{Path: "/a", Format: PNG, Width: 9, Height: 8}), "", "fill 3x3 r30 webp")
	var w codec.Writer
	i.Store(&w, func(s string) string { return s })
	f.Add(w.Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		Load(codec.NewReader(b), func(s string) string { return s })
	})
}

// distance is the mean difference per channel of two images, without transparent parts.
func distance(a, b *image.NRGBA) float64 {
	sum, n := 0.0, 0
	for i := 0; i < len(a.Pix); i += 4 {
		for c := range 3 {
			sum += math.Abs(float64(a.Pix[i+c]) - float64(b.Pix[i+c]))
			n++
		}
	}
	return sum / float64(n)
}

func TestFormats(t *testing.T) {
	maker := NewMaker(MakerOptions{})
	d := defaults(t, nil)
	src := sample(120, 80, false)
	i := original(t, encoded(t, src, PNG), PNG)
	for format, most := range map[Format]float64{PNG: 0, TIFF: 0, BMP: 0, JPEG: 4, WebP: 10, GIF: 20} {
		out, err := d.Process(i, "", string(format))
		if err != nil {
			t.Fatal(err)
		}
		data, err := maker.Bytes(out)
		if err != nil {
			t.Fatal(err)
		}
		if sniff(data, "") != format {
			t.Errorf("%s: the bytes are %s", format, sniff(data, ""))
		}
		back, err := decode(data, format)
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if got := distance(toNRGBA(back.frames[0].source), src); got > most {
			t.Errorf("%s: %.2f a channel from the original, at most %v", format, got, most)
		}
		again, _ := NewMaker(MakerOptions{}).Bytes(out)
		if !bytes.Equal(again, data) {
			t.Errorf("%s: other bytes the second time", format)
		}
	}
	lossless, _ := d.Process(i, "", "webp lossless")
	data, err := maker.Bytes(lossless)
	if err != nil {
		t.Fatal(err)
	}
	if back, _ := decode(data, WebP); distance(toNRGBA(back.frames[0].source), src) != 0 {
		t.Error("lossless WebP lost something")
	}
}

// TestBackground: transparent parts get the background in formats without transparency.
func TestBackground(t *testing.T) {
	maker := NewMaker(MakerOptions{})
	img := image.NewNRGBA(image.Rect(0, 0, 8, 8))
	i := original(t, encoded(t, img, PNG), PNG)
	for spec, want := range map[string]color.NRGBA{
		"jpg": {255, 255, 255, 255}, "jpg #00f": {0, 0, 254, 255}, "png #00f": {0, 0, 255, 255}, "png": {}, "webp lossless": {},
	} {
		out, err := defaults(t, nil).Process(i, "", spec)
		if err != nil {
			t.Fatal(err)
		}
		data, err := maker.Bytes(out)
		if err != nil {
			t.Fatal(err)
		}
		back, err := decode(data, out.Format())
		if err != nil {
			t.Fatal(err)
		}
		if got := toNRGBA(back.frames[0].source).NRGBAAt(3, 3); got != want && !(want.A == 0 && got.A == 0) {
			t.Errorf("%s: %v, want %v", spec, got, want)
		}
	}
}

func TestPaletteAndGray(t *testing.T) {
	maker := NewMaker(MakerOptions{})
	paletted := image.NewPaletted(image.Rect(0, 0, 16, 16), color.Palette{color.White, color.RGBA{200, 0, 0, 255}})
	for x := range 16 {
		paletted.SetColorIndex(x, x, 1)
	}
	gray := image.NewGray(image.Rect(0, 0, 16, 16))
	for name, img := range map[string]image.Image{"paletted": paletted, "gray": gray} {
		out, err := defaults(t, nil).Process(original(t, encoded(t, img, PNG), PNG), "resize", "8x")
		if err != nil {
			t.Fatal(err)
		}
		data, err := maker.Bytes(out)
		if err != nil {
			t.Fatal(err)
		}
		back, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		_, isPaletted := back.(*image.Paletted)
		_, isGray := back.(*image.Gray)
		if isPaletted != (name == "paletted") || isGray != (name == "gray") {
			t.Errorf("%s: became %T", name, back)
		}
	}
}

func TestAnimation(t *testing.T) {
	g := &gif.GIF{LoopCount: 3, Config: image.Config{Width: 20, Height: 10}}
	p := color.Palette{color.Black, color.White, color.RGBA{255, 0, 0, 255}}
	for i := range 3 {
		frame := image.NewPaletted(image.Rect(i*4, 0, 20, 10), p) // only the first covers the entire image
		for n := range frame.Pix {
			frame.Pix[n] = uint8(i)
		}
		g.Image, g.Delay, g.Disposal = append(g.Image, frame), append(g.Delay, 7+i), append(g.Disposal, gif.DisposalNone)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	if n := gifPixels(b.Bytes()); n != 20*10+16*10+12*10+3*framePixels {
		t.Errorf("%d pixels", n)
	}
	i := original(t, b.Bytes(), GIF)
	d := defaults(t, nil)
	out, _ := d.Process(i, "resize", "10x")
	data, err := NewMaker(MakerOptions{}).Bytes(out)
	if err != nil {
		t.Fatal(err)
	}
	back, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(back.Image) != 3 || back.LoopCount != 3 || back.Delay[2] != 9 || back.Config.Width != 10 || back.Config.Height != 5 {
		t.Errorf("%d frames, %d loops, %v, %dx%d", len(back.Image), back.LoopCount, back.Delay, back.Config.Width, back.Config.Height)
	}
	if r, g, _, _ := back.Image[2].At(0, 0).RGBA(); r != 0 || g != 0 {
		t.Error("the first frame must be seen beside the third")
	}
	if r, g, _, _ := back.Image[2].At(9, 0).RGBA(); r != 0xffff || g != 0 {
		t.Error("the third frame must be seen")
	}
	still, _ := d.Process(i, "resize", "10x png")
	if data, err = NewMaker(MakerOptions{}).Bytes(still); err != nil || sniff(data, "") != PNG {
		t.Errorf("the first frame as PNG: %v", err)
	}
	everywhere := defaults(t, map[string]any{"firstframeonly": "true"})
	for _, c := range []struct {
		d    *Defaults
		spec string
		want int
	}{{d, "10x", 3}, {d, "10x firstFrameOnly", 1}, {everywhere, "10x", 1}} {
		out, err := c.d.Process(i, "resize", c.spec)
		if err != nil {
			t.Fatal(err)
		}
		var w codec.Writer
		if out.code.store(&w); loadEncoding(codec.NewReader(w.Bytes())) != out.code {
			t.Errorf("%s: the encoding changes when it is stored", c.spec)
		}
		data, err := NewMaker(MakerOptions{}).Bytes(out)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := gif.DecodeAll(bytes.NewReader(data)); err != nil || len(back.Image) != c.want {
			t.Errorf("%s: %d frames, %v", c.spec, len(back.Image), err)
		}
		if n, err := out.Frames(); err != nil || n != c.want {
			t.Errorf("%s: %d frames are counted, %v", c.spec, n, err)
		}
	}
}

// TestBombs: small files that claim to be large are rejected before decoding.
func TestBombs(t *testing.T) {
	bomb := encoded(t, image.NewGray(image.Rect(0, 0, 4, 4)), PNG)
	binary.BigEndian.PutUint32(bomb[16:], 60000)
	binary.BigEndian.PutUint32(bomb[20:], 60000)
	// image/png checks the checksum of the header.
	binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
	if _, err := decode(bomb, PNG); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
	frame := []byte{0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 1, 0, 0}
	animated := append([]byte("GIF89a\x10\x00\x10\x00\x00\x00\x00"), bytes.Repeat(frame, 100)...)
	if _, err := decode(animated, GIF); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

// TestPNGIsSameEverywhere has the hash of the bytes that every machine and every version of Go must produce.
func TestPNGIsSameEverywhere(t *testing.T) {
	data, err := encodePNG(sample(120, 80, true))
	if err != nil {
		t.Fatal(err)
	}
	if got := xxhash.Sum64(data); got != 0xf2fd7713b4204a91 {
		t.Errorf("%d bytes with the hash %#x", len(data), got)
	}
}

// TestPNGPixels: the pixels of all kinds of images come back from a PNG file.
func TestPNGPixels(t *testing.T) {
	opaqueOne, indexed := sample(33, 21, false), image.NewPaletted(image.Rect(0, 0, 9, 5), palette.Plan9)
	gray, deep, deepColors := image.NewGray(opaqueOne.Rect), image.NewGray16(opaqueOne.Rect), image.NewRGBA64(opaqueOne.Rect)
	for y := range 21 {
		for x := range 33 {
			c := opaqueOne.NRGBAAt(x, y)
			gray.Set(x, y, c)
			deep.Set(x, y, color.Gray16{uint16(x*y*97) ^ 0x5a5a})
			deepColors.Set(x, y, color.RGBA64{uint16(x * 1999), uint16(y * 3001), uint16(x * y * 7), 0xffff})
			indexed.SetColorIndex(x, y, uint8(x*y))
		}
	}
	for i, img := range []image.Image{sample(33, 21, true), opaqueOne, gray, deep, deepColors, indexed, image.NewNRGBA(image.Rect(0, 0, 1, 1))} {
		data, err := encodePNG(img)
		if err != nil {
			t.Fatal(err)
		}
		back, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(i, err)
		}
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				want := color.NRGBA64Model.Convert(img.At(x, y))
				if got := color.NRGBA64Model.Convert(back.At(x, y)); got != want {
					t.Fatalf("image %d, pixel %d,%d: %v, want %v", i, x, y, got, want)
				}
			}
		}
	}
}

// TestWebPIsSameEverywhere has a hash that every machine must produce: that of the bytes of cwebp 1.2.4 from Debian with
// -preset photo -q 75 -m 2.
func TestWebPIsSameEverywhere(t *testing.T) {
	data, err := newWebPEncoder("").encode(sample(120, 80, false), Encoding{Format: WebP, Quality: 75, Method: 2, Hint: "photo"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := xxhash.Sum64(data), uint64(0xd158d35e1001e230); got != want {
		t.Errorf("WebP: %#x, want %#x", got, want)
	}
}

// Enlarging one side of an image and reducing the other needs an intermediate image that is larger than both.
func TestTooLargeOnTheWay(t *testing.T) {
	i := Original(&File{Format: PNG, Width: 1, Height: 100_000})
	for _, spec := range []string{"resize 100000x1", "fill 5000x5000", "fill 100000x1"} {
		if _, err := defaults(t, nil).Process(i, "", spec); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// A filter may make colors that an indexed PNG does not have; another size of it, or with an older Hugo any result, has
// its palette.
func TestPalettes(t *testing.T) {
	source := image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{color.RGBA{200, 0, 0, 255}, color.RGBA{0, 0, 200, 255}})
	var b bytes.Buffer
	if err := png.Encode(&b, source); err != nil {
		t.Fatal(err)
	}
	i, d := original(t, b.Bytes(), PNG), defaults(t, nil)
	invert, err := Numbers("invert")
	if err != nil {
		t.Fatal(err)
	}
	half, err := Words("resize 2x")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old     bool
		filters []Filter
		want    color.RGBA
		indexed bool
	}{
		{false, []Filter{half, invert}, color.RGBA{55, 255, 255, 255}, false},
		{false, []Filter{half, AutoOrient()}, color.RGBA{200, 0, 0, 255}, true},
		{true, []Filter{half, invert}, color.RGBA{0, 0, 200, 255}, true},
	} {
		d.OldPalettes = c.old
		out, err := d.Apply(i, 1, c.filters)
		if err != nil {
			t.Fatal(err)
		}
		var w codec.Writer
		if out.code.store(&w); loadEncoding(codec.NewReader(w.Bytes())) != out.code {
			t.Error("the encoding changes when it is stored")
		}
		data, err := NewMaker(MakerOptions{}).Bytes(out)
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if _, indexed := got.(*image.Paletted); indexed != c.indexed || color.RGBAModel.Convert(got.At(0, 0)) != c.want {
			t.Errorf("with old palettes %v: %v, indexed %v", c.old, got.At(0, 0), indexed)
		}
	}
}
