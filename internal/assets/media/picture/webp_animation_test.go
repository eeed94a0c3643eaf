package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/sitegen/sitegen/internal/assets/media"
)

// TestAnimatedWebP writes animations and reads them again.
func TestAnimatedWebP(t *testing.T) {
	encoder := NewMaker(MakerOptions{}).webp
	lossless := Encoding{Format: WebP, Lossless: true}
	red, clear := color.NRGBA{255, 0, 0, 255}, color.NRGBA{}
	blank := image.NewNRGBA(image.Rect(0, 0, 20, 10))
	draw.Draw(blank, blank.Rect, image.NewUniform(red), image.Point{}, draw.Src)
	part := copied(blank)
	draw.Draw(part, image.Rect(3, 1, 6, 4), image.NewUniform(color.NRGBA{0, 0, 255, 128}), image.Point{}, draw.Src)
	hole := copied(part)
	draw.Draw(hole, image.Rect(19, 9, 20, 10), image.NewUniform(clear), image.Point{}, draw.Src)
	want := []*image.NRGBA{blank, part, hole}
	for _, loops := range []int{0, -1, 1, 3} {
		d := &decoded{loops: loops}
		for i, img := range []*image.NRGBA{blank, blank, part, hole} {
			d.frames = append(d.frames, frame{img: img, delay: 30 + i})
		}
		data, err := encode(d, lossless, encoder.encode)
		if err != nil {
			t.Fatal(err)
		}
		if n := media.Frames(data, WebP.MediaType()); n != 3 {
			t.Fatalf("%d frames: those without a change are one", n)
		}
		back, err := decode(data, WebP)
		if err != nil {
			t.Fatal(err)
		}
		if len(back.frames) != 3 || back.loops != loops {
			t.Fatalf("%d frames, %d loops, want 3, %d", len(back.frames), back.loops, loops)
		}
		for i, delay := range []int{61, 32, 33} {
			if f := back.frames[i]; f.delay != delay || !bytes.Equal(f.source.(*image.NRGBA).Pix, want[i].Pix) {
				t.Errorf("frame %d: %d ms, or other pixels", i, f.delay)
			}
		}
		for n := range data { // a part of a file, or one with a changed byte, is an error or a picture
			_, _ = decode(data[:n], WebP)
			broken := bytes.Clone(data)
			broken[n] ^= 0xff
			if d, err := decode(broken, WebP); err == nil && len(d.frames) == 0 {
				t.Fatalf("byte %d: a picture without frames", n)
			}
		}
	}
}

// TestFramesOfWebP: frames may be blended with those before, and their area may be cleared.
func TestFramesOfWebP(t *testing.T) {
	encoder := NewMaker(MakerOptions{}).webp
	half := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	draw.Draw(half, image.Rect(0, 0, 2, 4), image.NewUniform(color.NRGBA{0, 255, 0, 255}), image.Point{}, draw.Src)
	data, err := encoder.encode(half, Encoding{Format: WebP, Lossless: true})
	if err != nil {
		t.Fatal(err)
	}
	file := func(frames ...[]byte) []byte {
		out := append(extended(flagAnimated|flagAlpha, 8, 4), "ANIM\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
		for _, f := range frames {
			media.EachWebPChunk(data, func(kind string, chunk, _ []byte) {
				if kind != "VP8X" {
					f = append(f, chunk...)
				}
			})
			out = append(binary.LittleEndian.AppendUint32(append(out, "ANMF"...), uint32(len(f))), f...)
		}
		return riff(out)
	}
	at := func(x int, flags byte) []byte {
		return append(appendNumbers(appendSize(appendNumbers(nil, x/2, 0), 4, 4), 10), flags)
	}
	got, err := decode(file(at(0, 0), at(2, 0), at(2, flagReplace), at(4, flagDispose), at(0, 0)), WebP)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"gg......", "gggg....", "gggg....", "gggggg..", "gggg...."} {
		row := ""
		for x := range 8 {
			if _, g, _, _ := got.frames[i].source.At(x, 0).RGBA(); g > 0 {
				row += "g"
			} else {
				row += "."
			}
		}
		if row != want {
			t.Errorf("frame %d is %s, want %s", i, row, want)
		}
	}
	for name, bad := range map[string][]byte{
		"outside":      file(at(6, 0)),
		"other size":   file(append(appendNumbers(appendSize(appendNumbers(nil, 0, 0), 3, 4), 10), 0)),
		"no picture":   riff(append(extended(flagAnimated, 8, 4), "ANMF\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x03\x00\x00\x0a\x00\x00\x00"...)),
		"large frames": riff(bytes.ReplaceAll(file(at(0, 0))[12:], extended(flagAnimated|flagAlpha, 8, 4), extended(flagAnimated, 16000, 16000))),
	} {
		if _, err := decode(bad, WebP); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
