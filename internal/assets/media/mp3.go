package media

import "bytes"

// afterID3 returns the offset after the ID3v2 tags at the start (https://id3.org/id3v2.4.0-structure 3.1).
func (f *file) afterID3() int64 {
	at := int64(0)
	for range 8 {
		b := f.at(at, 10)
		if b == nil || string(b[:3]) != "ID3" {
			break
		}
		at += 10 + int64(b[6]&0x7F)<<21 | int64(b[7]&0x7F)<<14 | int64(b[8]&0x7F)<<7 | int64(b[9]&0x7F)
		if b[5]&0x10 != 0 {
			at += 10 // a footer
		}
	}
	return at
}

// mp3Search is the distance from the start in which the first frame is searched.
const mp3Search = 64 << 10

// frame is the header of an MPEG audio frame.
type frame struct {
	rate, bitrate, samples, length int // Hz, bits per second, samples per frame, bytes
	side                           int // bytes between the header and a Xing header
	layer, channels                int
}

// mpegStream is the audio of a file: its first frame, and its length.
type mpegStream struct {
	frame
	seconds float64
}

// mp3 returns the facts about MPEG audio.
func mp3(f *file) Facts {
	s, _ := f.mpeg()
	return Facts{Duration: s.seconds}
}

// mpeg finds the first frame. The length is that of the number of frames in a Xing, Info, or VBRI header; without one
// it is calculated with the bit rate of the first frame.
func (f *file) mpeg() (s mpegStream, ok bool) {
	start := f.afterID3()
	head := f.upTo(start, mp3Search)
	for i := 0; i+4 <= len(head); i++ {
		fr, ok := mpegFrame(head[i:])
		if !ok {
			continue
		}
		// A real frame is followed by another.
		if next := i + fr.length; next+4 <= len(head) {
			if _, ok := mpegFrame(head[next:]); !ok {
				continue
			}
		}
		b := head[i:]
		count := 0
		if x := 4 + fr.side; len(b) >= x+12 && (string(b[x:x+4]) == "Xing" || string(b[x:x+4]) == "Info") && b[x+7]&1 != 0 {
			count = int(be32(b[x+8:]))
		} else if len(b) >= 36+18 && string(b[36:40]) == "VBRI" {
			count = int(be32(b[36+14:]))
		}
		if count > 0 {
			return mpegStream{fr, seconds(float64(count)*float64(fr.samples), float64(fr.rate))}, true
		}
		end := f.size
		if tag := f.at(f.size-128, 3); bytes.Equal(tag, []byte("TAG")) {
			end -= 128 // ID3v1
		}
		return mpegStream{fr, seconds(float64(end-start-int64(i))*8, float64(fr.bitrate))}, true
	}
	return mpegStream{}, false
}

// Kilobits per second by index, for MPEG 1 layers I to III and for MPEG 2 layers I and II/III.
var bitrates = [5][15]int{
	{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
	{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
	{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
	{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
}

// mpegFrame reads the header of an MPEG audio frame (ISO/IEC 11172-3, 2.4.1.3).
func mpegFrame(b []byte) (frame, bool) {
	if len(b) < 4 || b[0] != 0xFF || b[1]&0xE0 != 0xE0 {
		return frame{}, false
	}
	version, layer := b[1]>>3&3, 4-int(b[1]>>1&3) // version: 3 is MPEG 1, 2 MPEG 2, 0 MPEG 2.5
	index, rateIndex := b[2]>>4, b[2]>>2&3
	if version == 1 || layer == 4 || index == 0 || index == 15 || rateIndex == 3 {
		return frame{}, false
	}
	fr := frame{rate: [3]int{44100, 48000, 32000}[rateIndex], layer: layer, channels: 2}
	padding := int(b[2] >> 1 & 1)
	mono := b[3]>>6 == 3
	if mono {
		fr.channels = 1
	}
	table := layer - 1
	fr.samples = [3]int{384, 1152, 1152}[layer-1]
	fr.side = 32
	if mono {
		fr.side = 17
	}
	if version != 3 {
		fr.rate /= 2
		if version == 0 {
			fr.rate /= 2
		}
		table = 4
		if layer == 1 {
			table = 3
		}
		if layer == 3 {
			fr.samples = 576
		}
		fr.side = 17
		if mono {
			fr.side = 9
		}
	}
	fr.bitrate = bitrates[table][index] * 1000
	fr.length = fr.samples/8*fr.bitrate/fr.rate + padding
	if layer == 1 {
		fr.length = (12*fr.bitrate/fr.rate + padding) * 4
	}
	return fr, true
}
