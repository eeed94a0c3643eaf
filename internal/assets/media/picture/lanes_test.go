package picture

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// TestLanes: several channels in one number come to what each comes to alone, with every kernel.
func TestLanes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := image.NewNRGBA(image.Rect(0, 0, 61, 43))
	each4(noise, func(p []uint8) {
		n := random.Uint32()
		p[0], p[1], p[2], p[3] = uint8(n&1)*255, uint8(n>>8), uint8(n>>16&0xf0), 255
	})
	for i := range kernels {
		k := &kernels[i]
		if k.support == 0 {
			continue
		}
		for _, size := range [][2]int{{40, 30}, {7, 5}, {90, 11}, {61, 20}, {1, 1}, {130, 99}} {
			w, h := size[0], size[1]
			got, ok := resampleOpaque(noise, w, h, k)
			if !ok {
				t.Errorf("%s to %v: does not fit", k.name, size)
				continue
			}
			want := exactly(noise, w, h, k)
			for n := range got.Pix {
				if diff := float64(got.Pix[n]) - want[n]; diff > 1.25 || diff < -1.25 { // weights have 11 bits
					t.Fatalf("%s to %v: byte %d is %d, want %.2f", k.name, size, n, got.Pix[n], want[n])
				}
			}
		}
	}
}

// exactly resamples with floating-point numbers.
func exactly(src *image.NRGBA, w, h int, k *kernel) []float64 {
	const bits = 24
	rows, cols := weigh(h, src.Rect.Dy(), k, bits), weigh(w, src.Rect.Dx(), k, bits)
	limit := func(x float64) float64 { return min(max(x/(1<<bits), 0), 255) }
	var out []float64
	for _, row := range rows {
		line := make([]float64, src.Stride)
		for n := range line {
			sum := 0.0
			for i, weight := range row.weights {
				sum += float64(src.Pix[(row.first+i)*src.Stride+n]) * float64(weight)
			}
			line[n] = limit(sum)
		}
		for _, col := range cols {
			for c := range 4 {
				sum := 0.0
				for i, weight := range col.weights {
					sum += line[(col.first+i)*4+c] * float64(weight)
				}
				out = append(out, limit(sum))
			}
		}
	}
	return out
}

// TestFast: the word is heard wherever a specification is, and an indexed original keeps its colors.
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
	data, err := NewStudio(StudioOptions{}).Bytes(two)
	if err != nil {
		t.Fatal(err)
	}
	made, err := decode(data, WebP)
	if err != nil {
		t.Fatal(err)
	}
	each4(made.frames[0].img, func(p []uint8) {
		if c := (color.NRGBA{p[0], p[1], p[2], p[3]}); colors.Convert(c) != color.Color(c) {
			t.Fatalf("%v is not in the palette", c)
		}
	})
	slow, err := d.Process(i, "resize", "40x webp")
	if err != nil || slow.code.Method != 2 || slow.code.Fast {
		t.Errorf("%+v %v", slow.code, err)
	}
}
