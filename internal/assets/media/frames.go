package media

import (
	"bytes"
	"encoding/binary"
)

// Frames returns the number of frames of an image: 1 for a still image, and for one whose frames cannot be counted.
func Frames(data []byte, mediaType string) int {
	n := 0
	switch mediaType {
	case "image/gif":
		EachGIFFrame(data, func(int, int) { n++ })
	case "image/png": // APNG: https://www.w3.org/TR/png-3/#acTL-chunk
		n = pngFrames(data)
	case "image/webp":
		n = webpFrames(data)
	case "image/avif", "image/heif", "image/heic":
		n = sequenceFrames(&file{bytes.NewReader(data), int64(len(data))})
	}
	return max(1, n)
}

// EachGIFFrame calls do with the size of each frame of a GIF, from the headers (GIF89a, sections 18 to 26).
func EachGIFFrame(data []byte, do func(w, h int)) {
	if len(data) < 13 {
		return
	}
	rest := data[13:]
	skip := func(n int) bool {
		if n > len(rest) {
			return false
		}
		rest = rest[n:]
		return true
	}
	table := func(flags byte) int {
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (flags&7 + 1)
	}
	blocks := func() bool {
		for len(rest) > 0 && rest[0] != 0 {
			if !skip(int(rest[0]) + 1) {
				return false
			}
		}
		return skip(1)
	}
	if !skip(table(data[10])) {
		return
	}
	for len(rest) > 0 {
		switch rest[0] {
		case 0x21: // an extension
			if !skip(2) || !blocks() {
				return
			}
		case 0x2c:
			if len(rest) < 10 {
				return
			}
			do(int(rest[5])|int(rest[6])<<8, int(rest[7])|int(rest[8])<<8)
			if !skip(10+table(rest[9])) || !skip(1) || !blocks() {
				return
			}
		default:
			return
		}
	}
}

// pngFrames returns the number in the animation control chunk, which comes before the image data.
func pngFrames(data []byte) int {
	for at := 8; at+12 <= len(data); {
		size, kind := int(be32(data[at:])), string(data[at+4:at+8])
		if kind == "IDAT" || size > len(data)-at-12 {
			return 0
		}
		if kind == "acTL" && size >= 8 {
			return int(be32(data[at+8:]))
		}
		at += 12 + size
	}
	return 0
}

// webpFrames counts the frames of an animation.
func webpFrames(data []byte) (n int) {
	EachWebPChunk(data, func(kind string, _, _ []byte) {
		if kind == "ANMF" {
			n++
		}
	})
	return n
}

// EachWebPChunk calls do with each chunk of a WebP file, whole and without its header (RFC 9649, section 2.3).
func EachWebPChunk(data []byte, do func(kind string, chunk, body []byte)) {
	if len(data) > webpHeader {
		EachChunk(data[webpHeader:], do)
	}
}

// webpHeader is the size of what is before the first chunk.
const webpHeader = 12

// EachChunk does the same for the chunks of one of its frames.
func EachChunk(data []byte, do func(kind string, chunk, body []byte)) {
	for len(data) >= 8 {
		size := int(binary.LittleEndian.Uint32(data[4:]))
		if size > len(data)-8 {
			return
		}
		end := min(8+size+size&1, len(data))
		do(string(data[:4]), data[:end], data[8:8+size])
		data = data[end:]
	}
}

// sequenceFrames returns the number of samples of the first track, which only an image sequence has.
func sequenceFrames(f *file) int {
	b := box{end: f.size}
	for _, kind := range []string{"moov", "trak", "mdia", "minf", "stbl", "stsz"} {
		var ok bool
		if b, ok = f.find(b.start, b.end, kind); !ok {
			return 0
		}
	}
	head := f.at(b.start, 12)
	if head == nil {
		return 0
	}
	return int(be32(head[8:]))
}
