package media

import "bytes"

func png(f *file) Facts {
	b := f.at(0, 24)
	if b == nil || !bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")) || string(b[12:16]) != "IHDR" {
		return Facts{}
	}
	return Facts{Width: int(be32(b[16:])), Height: int(be32(b[20:]))}
}

func gif(f *file) Facts {
	b := f.at(0, 10)
	if b == nil || string(b[:6]) != "GIF87a" && string(b[:6]) != "GIF89a" {
		return Facts{}
	}
	return Facts{Width: le16(b[6:]), Height: le16(b[8:])}
}

func bmp(f *file) Facts {
	b := f.at(0, 26)
	if b == nil || string(b[:2]) != "BM" {
		return Facts{}
	}
	if le32(b[14:]) == 12 { // the header of OS/2
		return Facts{Width: le16(b[18:]), Height: le16(b[20:])}
	}
	h := int(int32(le32(b[22:])))
	return Facts{Width: int(int32(le32(b[18:]))), Height: max(h, -h)} // negative: rows from the top
}

// jpegSegments is how many segments may come before the frame; each is looked at with one small read.
const jpegSegments = 1000

// jpeg goes from segment to segment to the first start of a frame (ITU T.81, B.2.2).
func jpeg(f *file) Facts {
	if b := f.at(0, 2); b == nil || b[0] != 0xFF || b[1] != 0xD8 {
		return Facts{}
	}
	at := int64(2)
	for range jpegSegments {
		b := f.upTo(at, 9)
		if len(b) < 4 || b[0] != 0xFF {
			return Facts{}
		}
		switch marker := b[1]; {
		case marker == 0xFF: // a fill byte
			at++
			continue
		case marker == 0x01 || marker >= 0xD0 && marker <= 0xD8: // no length follows
			at += 2
			continue
		case marker == 0xD9 || marker == 0xDA:
			return Facts{}
		case marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
			if len(b) < 9 {
				return Facts{}
			}
			return Facts{Width: be16(b[7:]), Height: be16(b[5:])}
		}
		at += 2 + int64(be16(b[2:]))
	}
	return Facts{}
}

// webp reads the three kinds of first chunk (RFC 9649).
func webp(f *file) Facts {
	b := f.at(0, 30)
	if b == nil || string(b[:4]) != "RIFF" || string(b[8:12]) != "WEBP" {
		return Facts{}
	}
	switch string(b[12:16]) {
	case "VP8 ":
		if b[23] == 0x9D && b[24] == 0x01 && b[25] == 0x2A {
			return Facts{Width: le16(b[26:]) & 0x3FFF, Height: le16(b[28:]) & 0x3FFF}
		}
	case "VP8L":
		if b[20] == 0x2F {
			bits := le32(b[21:])
			return Facts{Width: int(bits&0x3FFF) + 1, Height: int(bits>>14&0x3FFF) + 1}
		}
	case "VP8X":
		return Facts{
			Width:  int(b[24]) | int(b[25])<<8 | int(b[26])<<16 + 1,
			Height: int(b[27]) | int(b[28])<<8 | int(b[29])<<16 + 1,
		}
	}
	return Facts{}
}

// tiff reads the first image file directory (TIFF 6.0, section 2).
func tiff(f *file) Facts {
	b := f.at(0, 8)
	if b == nil {
		return Facts{}
	}
	u16, u32 := le16, le32
	switch string(b[:4]) {
	case "II*\x00":
	case "MM\x00*":
		u16, u32 = be16, be32
	default:
		return Facts{}
	}
	dir := int64(u32(b[4:]))
	n := f.at(dir, 2)
	if n == nil {
		return Facts{}
	}
	entries := f.upTo(dir+2, 12*u16(n))
	var facts Facts
	for ; len(entries) >= 12; entries = entries[12:] {
		value := int(u32(entries[8:]))
		if u16(entries[2:]) == 3 { // SHORT
			value = u16(entries[8:])
		}
		switch u16(entries) {
		case 256:
			facts.Width = value
		case 257:
			facts.Height = value
		}
	}
	return facts
}
