package media

import (
	"bytes"
	"math"
)

// flac reads the stream information block (RFC 9639, 8.2).
func flac(f *file) Facts {
	start := f.afterID3()
	b := f.at(start, 26)
	if b == nil || string(b[:4]) != "fLaC" || b[4]&0x7F != 0 {
		return Facts{}
	}
	rate := be32(b[18:]) >> 12
	samples := be64(b[18:]) & (1<<36 - 1)
	return Facts{Duration: seconds(float64(samples), float64(rate))}
}

// riff calls fn for the chunks of a RIFF file of the given kind until fn returns false.
func (f *file) riff(kind string, fn func(id string, start, size int64) bool) {
	b := f.at(0, 12)
	if b == nil || string(b[:4]) != "RIFF" || string(b[8:12]) != kind {
		return
	}
	at := int64(12)
	for range maxBoxes {
		h := f.at(at, 8)
		if h == nil {
			return
		}
		size := int64(le32(h[4:]))
		if !fn(string(h[:4]), at+8, size) {
			return
		}
		at += 8 + size + size&1
	}
}

func wav(f *file) Facts {
	var perSecond, length float64
	f.riff("WAVE", func(id string, start, size int64) bool {
		switch id {
		case "fmt ":
			if b := f.at(start, 12); b != nil {
				perSecond = float64(le32(b[8:]))
			}
		case "data":
			// Programs that write a stream leave a size beyond the end of the file.
			length = float64(min(size, f.size-start))
		}
		return perSecond == 0 || length == 0
	})
	return Facts{Duration: seconds(length, perSecond)}
}

// avi reads the main header: number of frames, and time per frame.
func avi(f *file) Facts {
	var facts Facts
	f.riff("AVI ", func(id string, start, size int64) bool {
		if b := f.at(start, 32); id == "LIST" && b != nil && string(b[:8]) == "hdrlavih" {
			facts.Duration = seconds(float64(le32(b[12:]))*float64(le32(b[28:])), 1e6)
			return false
		}
		return true
	})
	return facts
}

// oggTail is how much of the end is searched for the last page; a page has at most 65,307 bytes.
const oggTail = 66 << 10

// ogg reads the length from the last page of the first audio stream (RFC 3533, 6) and the sample rate from its first
// page (Vorbis I 4.2.2, RFC 7845 5.1, FLAC in Ogg).
func ogg(f *file) Facts {
	head := f.upTo(0, 8<<10)
	var rate float64
	var serial uint32
	skip := 0.0
	for len(head) >= 27 && string(head[:4]) == "OggS" && head[5]&2 != 0 && rate == 0 {
		segments := int(head[26])
		if len(head) < 27+segments {
			return Facts{}
		}
		length := 0
		for _, n := range head[27 : 27+segments] {
			length += int(n)
		}
		if len(head) < 27+segments+length {
			return Facts{}
		}
		packet := head[27+segments:][:length]
		serial = le32(head[14:])
		switch {
		case bytes.HasPrefix(packet, []byte("\x01vorbis")) && len(packet) >= 16:
			rate = float64(le32(packet[12:]))
		case bytes.HasPrefix(packet, []byte("OpusHead")) && len(packet) >= 12:
			rate, skip = 48000, float64(le16(packet[10:]))
		case bytes.HasPrefix(packet, []byte("\x7fFLAC")) && len(packet) >= 35:
			rate = float64(be32(packet[27:]) >> 12)
		}
		head = head[27+segments+length:]
	}
	tail := f.upTo(max(0, f.size-oggTail), oggTail)
	for rate > 0 {
		i := bytes.LastIndex(tail, []byte("OggS"))
		if i < 0 {
			break
		}
		page := tail[i:]
		if len(page) >= 18 && le32(page[14:]) == serial && le64(page[6:]) <= math.MaxInt64 {
			return Facts{Duration: seconds(float64(le64(page[6:]))-skip, rate)}
		}
		tail = tail[:i]
	}
	return Facts{}
}
