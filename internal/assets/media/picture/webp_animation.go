package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/draw"

	"github.com/sitegen/sitegen/internal/assets/media"
)

// Flags of the chunk VP8X, and of the frames of an animation (RFC 9649, section 2.7).
const (
	flagAnimated = 0x02
	flagAlpha    = 0x10

	flagDispose = 0x01 // the area of the frame is cleared after it
	flagReplace = 0x02 // the frame replaces what is below it
)

// frameHeader is the size of what is before the chunks of a frame, in bytes.
const frameHeader = 16

// decodeFrames reads an animated WebP image of a size. Each frame is the complete picture at its time. It returns nil if
// the image is not animated.
func decodeFrames(data []byte, w, h int) (*decoded, error) {
	var parts [][]byte
	out := &decoded{}
	media.EachWebPChunk(data, func(kind string, _, body []byte) {
		switch {
		case kind == "ANIM" && len(body) >= 6:
			if out.loops = int(binary.LittleEndian.Uint16(body[4:])) - 1; out.loops <= 0 { // 0: forever, 1: once
				out.loops = -out.loops - 1
			}
		case kind == "ANMF" && len(body) >= frameHeader:
			parts = append(parts, body)
		}
	})
	if parts == nil {
		return nil, nil
	}
	if err := checkPixels(w, h*len(parts)); err != nil {
		return nil, err
	}
	canvas := image.NewNRGBA(image.Rect(0, 0, w, h))
	for _, part := range parts {
		at := image.Pt(2*number(part), 2*number(part[3:]))
		area := image.Rectangle{at, at.Add(image.Pt(number(part[6:])+1, number(part[9:])+1))}
		file := still(part[frameHeader:], area.Dx(), area.Dy())
		if w, h, err := Config(file, WebP); err != nil {
			return nil, err
		} else if image.Pt(w, h) != area.Size() || !area.In(canvas.Rect) {
			return nil, errors.New("webp: a frame of the animation has another size than its header")
		}
		img, err := decodeWebP(file)
		if err != nil {
			return nil, err
		}
		op := draw.Over
		if part[15]&flagReplace != 0 {
			op = draw.Src
		}
		draw.Draw(canvas, area, img, img.Bounds().Min, op)
		out.frames = append(out.frames, frame{source: copied(canvas), delay: number(part[12:])})
		if part[15]&flagDispose != 0 {
			draw.Draw(canvas, area, image.Transparent, image.Point{}, draw.Src)
		}
	}
	return out, nil
}

// number reads three bytes.
func number(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// still returns the file of a frame of a size, given its chunks.
func still(chunks []byte, w, h int) []byte {
	var body []byte
	flags := byte(0)
	media.EachChunk(chunks, func(kind string, chunk, _ []byte) {
		if kind == "ALPH" {
			flags = flagAlpha
		}
		if kind == "ALPH" || kind == "VP8 " || kind == "VP8L" {
			body = append(body, chunk...)
		}
	})
	if flags != 0 {
		body = append(extended(flags, w, h), body...)
	}
	return riff(body)
}

// riff returns the file with some chunks.
func riff(chunks []byte) []byte {
	out := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(chunks)+4))
	return append(append(out, "WEBP"...), chunks...)
}

// extended returns the chunk VP8X of an image of a size.
func extended(flags byte, w, h int) []byte {
	return appendSize([]byte{'V', 'P', '8', 'X', 10, 0, 0, 0, flags, 0, 0, 0}, w, h)
}

// appendSize appends a size, of which each side is one smaller and has three bytes.
func appendSize(out []byte, w, h int) []byte { return appendNumbers(out, w-1, h-1) }

func appendNumbers(out []byte, numbers ...int) []byte {
	for _, n := range numbers {
		out = append(out, byte(n), byte(n>>8), byte(n>>16))
	}
	return out
}

// encodeWebP writes one frame, or an animation, of whose frames only the area that changes is written.
func encodeWebP(d *decoded, e Encoding, made func(*image.NRGBA, Encoding) ([]byte, error)) ([]byte, error) {
	still := func(f *frame, area image.Rectangle) ([]byte, error) {
		img := f.img
		if e.Fast && f.palette != nil {
			img = nearestColors(img, f.palette)
		}
		return made(img.SubImage(area).(*image.NRGBA), e)
	}
	size := d.frames[0].img.Rect
	if len(d.frames) == 1 {
		return still(&d.frames[0], size)
	}
	loops := d.loops + 1
	if d.loops <= 0 {
		loops = -d.loops
	}
	var frames []byte
	flags, last := byte(flagAnimated), 0 // last is where the duration of the last frame is
	for i := range d.frames {
		f, area := &d.frames[i], size
		if i > 0 {
			if area = changed(d.frames[i-1].img, f.img); area.Empty() {
				copy(frames[last:], appendNumbers(nil, number(frames[last:])+f.delay))
				continue
			}
		}
		data, err := still(f, area)
		if err != nil {
			return nil, err
		}
		if !f.img.Opaque() {
			flags |= flagAlpha
		}
		body := appendSize(appendNumbers(nil, area.Min.X/2, area.Min.Y/2), area.Dx(), area.Dy())
		body = append(appendNumbers(body, f.delay), flagReplace)
		media.EachWebPChunk(data, func(kind string, chunk, _ []byte) {
			if kind != "VP8X" {
				body = append(body, chunk...)
			}
		})
		last = len(frames) + 8 + 12
		frames = binary.LittleEndian.AppendUint32(append(frames, "ANMF"...), uint32(len(body)))
		frames = append(frames, body...)
	}
	out := append(extended(flags, size.Dx(), size.Dy()), "ANIM\x06\x00\x00\x00\x00\x00\x00\x00"...)
	return riff(append(binary.LittleEndian.AppendUint16(out, uint16(loops)), frames...)), nil
}

// changed returns the area in which two images of a size differ, from an even point on.
func changed(a, b *image.NRGBA) (area image.Rectangle) {
	w := b.Rect.Dx()
	for y := range b.Rect.Dy() {
		before, after := a.Pix[y*a.Stride:][:w*4], b.Pix[y*b.Stride:][:w*4]
		if bytes.Equal(before, after) {
			continue
		}
		from, to := 0, w
		for bytes.Equal(before[from*4:][:4], after[from*4:][:4]) {
			from++
		}
		for bytes.Equal(before[to*4-4:][:4], after[to*4-4:][:4]) {
			to--
		}
		area = area.Union(image.Rect(from, y, to, y+1))
	}
	area.Min.X &^= 1
	area.Min.Y &^= 1
	return area
}
