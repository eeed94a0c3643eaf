package media

import (
	"bytes"
	"io"
	"strings"
)

// Sound is what a file for listening or watching contains.
type Sound struct {
	Type     string // media type by the content; "" if it is none that podcast apps know
	Codec    string // of audio in MP4: "mp4a" is AAC; "" if not known
	Duration float64
	BitRate  int // bits per second, on average; 0 if not known
	Rate     int // samples per second; 0 if not known
	Channels int // 0 if not known
}

// Listen reads a file of size bytes, whatever its name is. Like Read, it reads only a few kilobytes.
func Listen(r io.ReaderAt, size int64) Sound {
	f := &file{r, size}
	head := f.upTo(0, 12)
	var s Sound
	switch {
	case len(head) >= 12 && string(head[4:8]) == "ftyp":
		s = f.movie(string(head[8:12]))
	case bytes.HasPrefix(head, []byte("OggS")):
		s.Type = "audio/ogg"
	case len(head) >= 12 && bytes.HasPrefix(head, []byte("RIFF")) && string(head[8:12]) == "WAVE":
		s.Type = "audio/wav"
	case bytes.HasPrefix(f.upTo(f.afterID3(), 4), []byte("fLaC")):
		s.Type = "audio/flac"
	case bytes.HasPrefix(head, []byte("%PDF-")):
		s.Type = "application/pdf"
	default:
		if stream, ok := f.mpeg(); ok {
			s = Sound{Type: "audio/mpeg", Rate: stream.rate, Channels: stream.channels}
			if stream.layer != 3 {
				s.Codec = "layer " + strings.Repeat("I", stream.layer)
			}
		}
	}
	s.Duration = Read(r, size, s.Type).Duration
	if s.Duration > 0 && s.Type != "" {
		s.BitRate = int(float64(size-f.afterID3()) * 8 / s.Duration)
	}
	return s
}

// movie reads the tracks of an ISO base media file.
func (f *file) movie(brand string) Sound {
	s := Sound{Type: "audio/mp4"}
	moov, _ := f.find(0, f.size, "moov")
	f.boxes(moov.start, moov.end, func(trak box) bool {
		mdia, ok := f.find(trak.start, trak.end, "mdia")
		if trak.kind != "trak" || !ok {
			return true
		}
		hdlr, _ := f.find(mdia.start, mdia.end, "hdlr")
		switch string(f.at(hdlr.start+8, 4)) {
		case "vide":
			if !f.picture(mdia) {
				s.Type = "video/mp4"
			}
		case "soun":
			if b := f.sample(mdia); b != nil && s.Codec == "" {
				s.Codec, s.Channels, s.Rate = string(b[4:8]), be16(b[24:]), be16(b[32:])
			}
		}
		return true
	})
	if brand == "qt  " {
		s.Type = "video/quicktime"
	}
	return s
}

// sample returns the beginning of the first sample entry of a track (ISO/IEC 14496-12, 8.5.2).
func (f *file) sample(mdia box) []byte {
	at := mdia
	for _, kind := range []string{"minf", "stbl", "stsd"} {
		var ok bool
		if at, ok = f.find(at.start, at.end, kind); !ok {
			return nil
		}
	}
	return f.at(at.start+8, 36)
}

// picture reports whether a video track is a cover or the pictures of chapters.
func (f *file) picture(mdia box) bool {
	b := f.sample(mdia)
	return b != nil && (string(b[4:8]) == "jpeg" || string(b[4:8]) == "png ")
}

// Colors returns the color space of a JPEG or PNG image by its content: "RGB", "gray", "CMYK", or "" if not known.
func Colors(r io.ReaderAt, size int64) string {
	f := &file{r, size}
	if b := f.at(0, 26); b != nil && string(b[12:16]) == "IHDR" {
		if b[25] == 0 || b[25] == 4 { // PNG, third edition, 11.2.1
			return "gray"
		}
		return "RGB"
	}
	at := int64(2)
	for range jpegSegments {
		b := f.upTo(at, 10)
		if len(b) < 10 || b[0] != 0xFF {
			return ""
		}
		if m := b[1]; m >= 0xC0 && m <= 0xCF && m != 0xC4 && m != 0xC8 && m != 0xCC {
			return map[byte]string{1: "gray", 3: "RGB", 4: "CMYK"}[b[9]]
		}
		at += 2 + int64(be16(b[2:]))
	}
	return ""
}
