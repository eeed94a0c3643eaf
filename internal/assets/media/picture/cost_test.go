package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// TestCost: the cost of decoding is known before an image is decoded.
func TestCost(t *testing.T) {
	header := func(w, h uint32, depth, colors, interlaced byte) []byte {
		b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"), make([]byte, 17)...)
		binary.BigEndian.PutUint32(b[16:], w)
		binary.BigEndian.PutUint32(b[20:], h)
		b[24], b[25], b[28] = depth, colors, interlaced
		binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
		return b
	}
	frame := func(marker byte, factors ...byte) []byte {
		b := []byte{0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, marker, 0, byte(8 + 3*len(factors)), 8, 0x27, 0x10, 0x27, 0x10, byte(len(factors))} // 10,000×10,000
		for i, f := range factors {
			b = append(b, byte(i+1), f, 0)
		}
		return append(b, 0xff, 0xda, 0, 8, 0, 0, 0, 0, 0, 0)
	}
	for _, tt := range []struct {
		name string
		data []byte
		f    Format
		want int // bytes per 100 pixels
	}{
		{"8 bits", header(1, 1, 8, 6, 0), PNG, 400},
		{"palette", header(1, 1, 1, 3, 0), PNG, 500},
		{"16 bits", header(1, 1, 16, 2, 0), PNG, 1200},
		{"interlaced", header(1, 1, 8, 2, 1), PNG, 800},
		{"baseline, full color", frame(0xc0, 0x11, 0x11, 0x11), JPEG, 700},
		{"baseline, gray", frame(0xc0, 0x11), JPEG, 500},
		{"progressive, full color", frame(0xc2, 0x11, 0x11, 0x11), JPEG, 1900},
		{"progressive, half color", frame(0xc2, 0x22, 0x11, 0x11), JPEG, 1150},
		{"CMYK", frame(0xc0, 0x11, 0x11, 0x11, 0x11), JPEG, 1200},
		{"TIFF", encoded(t, image.NewNRGBA(image.Rect(0, 0, 1, 1)), TIFF), TIFF, 800},
		{"TIFF, 16 bits", []byte("II*\x00\x08\x00\x00\x00\x01\x00\x02\x01\x03\x00\x03\x00\x00\x00\x16\x00\x00\x00\x10\x00\x10\x00\x10\x00"), TIFF, 1600},
	} {
		if got := cost(tt.data, tt.f, 100); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
	for name, bomb := range map[string][]byte{
		"PNG of 16 bits":          header(12000, 12000, 16, 6, 0),
		"progressive JPEG":        frame(0xc2, 0x11, 0x11, 0x11),
		"progressive JPEG, scans": append(bytes.Replace(frame(0xc2, 0x11), []byte("\x27\x10\x27\x10"), []byte("\x0f\xa0\x0f\xa0"), 1), bytes.Repeat([]byte("\xff\xda"), 400)...),
	} {
		if _, err := decode(bomb, PNG); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestManyFrames: an animation of a few kilobytes with frames that are scaled up.
func TestManyFrames(t *testing.T) {
	g := &gif.GIF{}
	for range 100 {
		g.Image = append(g.Image, image.NewPaletted(image.Rect(0, 0, 2, 2), color.Palette{color.Black, color.White}))
		g.Delay = append(g.Delay, 1)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, g); err != nil {
		t.Fatal(err)
	}
	i := Original(&File{Name: "a.gif", Bytes: out.Bytes(), Hash: xxhash.Sum64(out.Bytes()), Format: GIF, Width: 2, Height: 2})
	d, err := NewDefaults(nil)
	if err != nil {
		t.Fatal(err)
	}
	large, err := d.Process(i, "resize", "2000x")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewMaker(MakerOptions{}).Bytes(large); err == nil || !strings.Contains(err.Error(), "a.gif: too many pixels: 100 frames of 2000×2000") {
		t.Errorf("%v", err)
	}
	if tiny := bytes.Repeat([]byte{0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0, 0}, 100_000); gifPixels(append(make([]byte, 13), tiny...)) <= MaxPixels {
		t.Error("frames of one pixel count as nothing")
	}
}
