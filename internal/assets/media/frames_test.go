package media

import (
	"encoding/binary"
	"strings"
	"testing"
)

// The frames of animations are counted by their headers; what cannot be read is a still image.
func TestFrames(t *testing.T) {
	chunk := func(kind, data string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(len(data)))) + kind + data + "crc!"
	}
	riff := func(kind, data string) string {
		s := kind + string(binary.LittleEndian.AppendUint32(nil, uint32(len(data)))) + data
		return s + strings.Repeat("\x00", len(data)%2)
	}
	box := func(kind, data string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(data)))) + kind + data
	}
	png := "\x89PNG\r\n\x1a\n" + chunk("IHDR", strings.Repeat("x", 13))
	actl := chunk("acTL", "\x00\x00\x00\x05\x00\x00\x00\x00")
	webp := "RIFF----WEBP" + riff("VP8X", strings.Repeat("x", 10))
	gif := "GIF89a\x01\x00\x01\x00\x00\x00\x00"
	frame := "\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01\x00\x00"
	table := box("stsz", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07")
	avif := box("ftyp", "avis") + box("moov", box("trak", box("mdia", box("minf", box("stbl", table)))))
	for _, c := range []struct {
		data, mediaType string
		want            int
	}{
		{png + actl + chunk("IDAT", "x"), "image/png", 5},
		{png + chunk("IDAT", "x") + actl, "image/png", 1},
		{png, "image/png", 1},
		{png + "\xff\xff\xff\xffacTLxxxx", "image/png", 1},
		{webp + riff("ANMF", "abc") + riff("ANMF", "abcd"), "image/webp", 2},
		{webp + riff("VP8 ", "abc"), "image/webp", 1},
		{gif + frame + "\x21\xf9\x01\x00\x00" + frame + frame + ";", "image/gif", 3},
		{gif + frame, "image/gif", 1},
		{avif, "image/avif", 7},
		{box("ftyp", "avif") + box("meta", ""), "image/avif", 1},
		{frame, "image/jpeg", 1},
		{"", "image/gif", 1},
	} {
		if got := Frames([]byte(c.data), c.mediaType); got != c.want {
			t.Errorf("%s %q: %d frames, not %d", c.mediaType, c.data, got, c.want)
		}
	}
}
