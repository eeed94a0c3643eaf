package picture

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/testing/race"
)

// lossy returns an image as a lossy WebP file.
func lossy(t *testing.T, img *image.NRGBA) []byte {
	t.Helper()
	data, err := newWebPEncoder("").encode(img, Encoding{Format: WebP, Quality: 90, Method: 4, Hint: "photo"})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestLossyWebPKeepsItsColors(t *testing.T) {
	race.Skip(t, "one goroutine; TestTogether makes images at the same time")
	for _, want := range []color.NRGBA{
		{0, 0, 0, 255},
		{255, 255, 255, 255},
		{253, 253, 253, 255},
		{200, 30, 60, 255},
		{20, 90, 230, 128},
	} {
		img := image.NewNRGBA(image.Rect(0, 0, 33, 17))
		draw.Draw(img, img.Rect, image.NewUniform(want), image.Point{}, draw.Src)
		d, err := decode(lossy(t, img), WebP)
		if err != nil {
			t.Fatal(err)
		}
		got := toNRGBA(d.frames[0].source).NRGBAAt(32, 16)
		if far(got.R, want.R) || far(got.G, want.G) || far(got.B, want.B) || got.A != want.A {
			t.Errorf("%v became %v", want, got)
		}
	}
}

func far(a, b uint8) bool { return max(a, b)-min(a, b) > 2 }

// TestLossyWebPAsLibwebp compares all pixels with those of dwebp from libwebp 1.2.4 for the same files.
func TestLossyWebPAsLibwebp(t *testing.T) {
	race.Skip(t, "one goroutine; TestTogether makes images at the same time")
	for _, tt := range []struct {
		w, h  int
		alpha bool
		want  uint64
	}{
		{121, 81, false, 0x72ef969d370ebfcb},
		{120, 80, true, 0x7c9b6423c3d29db8},
		{1, 1, false, 0x9f874078be0c83ff},
	} {
		d, err := decode(lossy(t, sample(tt.w, tt.h, tt.alpha)), WebP)
		if err != nil {
			t.Fatal(err)
		}
		if got := xxhash.Sum64(toNRGBA(d.frames[0].source).Pix); got != tt.want {
			t.Errorf("%d×%d: pixels %#x, want %#x", tt.w, tt.h, got, tt.want)
		}
	}
}
