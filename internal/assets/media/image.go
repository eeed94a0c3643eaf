package media

import "bytes"

func png(f *file) Facts {
	b := f.at(0, 24)
	if b == nil || !bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")) || string(b[12:16]) != "IHDR" {
		return Facts{}
	}
	facts := Facts{Width: int(be32(b[16:])), Height: int(be32(b[20:]))}
	for at := int64(8); at < f.size; { // eXIf may come before or after the pixels (PNG, third edition, 11.3.4.4)
		c := f.at(at, 8)
		if c == nil {
			break
		}
		if string(c[4:]) == "eXIf" {
			facts.Turned = f.turned(at + 8)
			break
		}
		at += 12 + int64(be32(c))
	}
	return facts
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
	if le32(b[14:]) == 12 { // the OS/2 header
		return Facts{Width: le16(b[18:]), Height: le16(b[20:])}
	}
	h := int(int32(le32(b[22:])))
	return Facts{Width: int(int32(le32(b[18:]))), Height: max(h, -h)} // negative: rows from the top
}

// jpegSegments limits the segments before the frame. Each takes one small read.
const jpegSegments = 1000

// jpeg follows the segments to the first start of a frame (ITU T.81, B.2.2).
func jpeg(f *file) Facts {
	if b := f.at(0, 2); b == nil || b[0] != 0xFF || b[1] != 0xD8 {
		return Facts{}
	}
	at, turned := int64(2), false
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
			return Facts{Width: be16(b[7:]), Height: be16(b[5:]), Turned: turned}
		case marker == 0xE1:
			if id := f.at(at+4, 6); string(id) == exifID {
				turned = f.turned(at + 10)
			}
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
		facts := Facts{
			Width:  int(b[24]) | int(b[25])<<8 | int(b[26])<<16 + 1,
			Height: int(b[27]) | int(b[28])<<8 | int(b[29])<<16 + 1,
		}
		f.riff("WEBP", func(id string, start, _ int64) bool {
			if id != "EXIF" {
				return true
			}
			if string(f.at(start, 6)) == exifID { // some programs write it here, too
				start += 6
			}
			facts.Turned = f.turned(start)
			return false
		})
		return facts
	}
	return Facts{}
}

// exifID is the start of the Exif data in a JPEG file (Exif 2.32, 4.7.2).
const exifID = "Exif\x00\x00"

// tiff reads the first image file directory (TIFF 6.0, section 2).
func tiff(f *file) Facts {
	d := f.directory(0)
	return Facts{Width: d[256], Height: d[257], Turned: d[orientation] >= 5 && d[orientation] <= 8}
}

// orientation is the Exif tag for how to turn an image. Values 5 to 8 swap width and height (Exif 2.32, 4.6.4).
const orientation = 274

// turned reports whether the Exif data at an offset turn the image by a quarter.
func (f *file) turned(at int64) bool {
	o := f.directory(at)[orientation]
	return o >= 5 && o <= 8
}

// directory reads the first directory of the TIFF data at an offset, and returns its single numbers by tag.
func (f *file) directory(at int64) map[int]int {
	b := f.at(at, 8)
	if b == nil {
		return nil
	}
	u16, u32 := le16, le32
	switch string(b[:4]) {
	case "II*\x00":
	case "MM\x00*":
		u16, u32 = be16, be32
	default:
		return nil
	}
	dir := at + int64(u32(b[4:]))
	n := f.at(dir, 2)
	if n == nil {
		return nil
	}
	found := map[int]int{}
	for entries := f.upTo(dir+2, 12*u16(n)); len(entries) >= 12; entries = entries[12:] {
		value := int(u32(entries[8:]))
		if u16(entries[2:]) == 3 { // SHORT
			value = u16(entries[8:])
		}
		if _, again := found[u16(entries)]; !again {
			found[u16(entries)] = value
		}
	}
	return found
}
