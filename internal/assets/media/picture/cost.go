package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// mostBytes limits the memory for decoding an image. A progressive JPEG or a PNG with 16 bits per channel can be a few
// kilobytes on disk and take gigabytes, even with fewer than MaxPixels.
const mostBytes = 900_000_000

// mostScanned limits the number of scans of a progressive JPEG times its pixels: each scan covers the entire image.
const mostScanned = 5_000_000_000

// checkCost reports an image of w×h pixels whose header shows that decoding takes too much memory or time.
func checkCost(data []byte, f Format, w, h int) error {
	if n := cost(data, f, w*h); n > mostBytes {
		return fmt.Errorf("%w: decoding %d×%d of this kind takes %d MB of memory, more than %d", ErrTooLarge, w, h,
			n/1_000_000, mostBytes/1_000_000)
	}
	if f == JPEG {
		if scans := bytes.Count(data, []byte("\xff\xda")); scans > 1 && scans > mostScanned/(w*h) {
			return fmt.Errorf("%w: %d×%d in %d scans", ErrTooLarge, w, h, scans)
		}
	}
	return nil
}

// cost returns the maximum number of bytes for decoding: the decoder's own memory, and four bytes per pixel for the
// image that all steps work on.
func cost(data []byte, f Format, pixels int) int {
	switch f {
	case PNG:
		return pixels * pngBytes(data)
	case JPEG:
		return jpegBytes(data, pixels)
	case TIFF:
		return pixels * 8 * tiffChannelBytes(data)
	case WebP:
		return pixels * 6
	}
	return pixels * 5
}

// pngBytes returns the bytes per pixel according to the header (https://www.w3.org/TR/png/#11IHDR).
func pngBytes(data []byte) int {
	if len(data) < 29 {
		return 4
	}
	depth, colors, interlaced := data[24], data[25], data[28] != 0
	n := 4
	switch {
	case depth == 16:
		n = 12
	case colors == 0 || colors == 3: // gray, a palette
		n = 5
	}
	if interlaced { // the decoder keeps an image for each pass
		n += n
	}
	return n
}

// jpegBytes counts samples: the decoder keeps each of them and, for progressive images, also its coefficient of four
// bytes (ITU T.81, B.2.2).
func jpegBytes(data []byte, pixels int) int {
	for at := 2; at+10 < len(data) && data[at] == 0xff; {
		marker := data[at+1]
		switch {
		case marker == 0xff:
			at++
			continue
		case marker < 0xc0 || marker > 0xc2:
			at += 2 + int(binary.BigEndian.Uint16(data[at+2:]))
			continue
		}
		samples := pixels * sampled(data[at+9:]) / 100
		n := samples + 4*pixels
		if data[at+9] == 4 { // CMYK takes another image
			n += 4 * pixels
		}
		if marker == 0xc2 {
			n += 4 * samples
		}
		return n
	}
	return 5 * pixels
}

// sampled returns the number of samples per 100 pixels. b starts with the number of components of a frame.
func sampled(b []byte) int {
	n := int(b[0])
	if len(b) < 1+3*n {
		return 100 * n
	}
	all, most := 0, 0
	for i := range n {
		factors := int(b[2+3*i]>>4) * int(b[2+3*i]&15)
		all, most = all+factors, max(most, factors)
	}
	return 100 * all / max(most, 1)
}

// tiffChannelBytes returns 2 if a channel has 16 bits (TIFF 6.0, section 8), else 1.
func tiffChannelBytes(data []byte) int {
	if len(data) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if data[0] == 'M' {
		order = binary.BigEndian
	}
	at := int(order.Uint32(data[4:]))
	if at > len(data)-2 {
		return 1
	}
	for n, at := int(order.Uint16(data[at:])), at+2; n > 0 && at <= len(data)-12; n, at = n-1, at+12 {
		if order.Uint16(data[at:]) != 258 { // bits per sample
			continue
		}
		value := int(order.Uint16(data[at+8:]))
		if order.Uint32(data[at+4:]) > 2 { // for more than two channels the entry is an offset
			if value = int(order.Uint32(data[at+8:])); value > len(data)-2 {
				return 1
			}
			value = int(order.Uint16(data[value:]))
		}
		if value > 8 {
			return 2
		}
	}
	return 1
}
