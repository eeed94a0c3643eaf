package media

import "math"

// box is one box of an ISO base media file (ISO/IEC 14496-12, 4.2).
type box struct {
	kind       string
	start, end int64 // of the content
}

// maxBoxes limits the boxes that are read per level.
const maxBoxes = 2000

// boxes calls fn for the boxes between two offsets until fn returns false.
func (f *file) boxes(from, to int64, fn func(box) bool) {
	for range maxBoxes {
		b := f.at(from, 8)
		if b == nil || from+8 > to {
			return
		}
		size, head := int64(be32(b)), int64(8)
		switch size {
		case 0: // to the end
			size = to - from
		case 1:
			large := f.at(from+8, 8)
			if large == nil || be64(large) > math.MaxInt64 {
				return
			}
			size, head = int64(be64(large)), 16
		}
		if size < head || size > to-from {
			return
		}
		if !fn(box{string(b[4:8]), from + head, from + size}) {
			return
		}
		from += size
	}
}

// find returns the first box of a kind between two offsets.
func (f *file) find(from, to int64, kind string) (found box, ok bool) {
	f.boxes(from, to, func(b box) bool {
		if b.kind == kind {
			found, ok = b, true
		}
		return !ok
	})
	return found, ok
}

// mp4 reads the length from the movie header; in a fragmented file it is in mvex/mehd.
func mp4(f *file) Facts {
	moov, ok := f.find(0, f.size, "moov")
	if !ok {
		return Facts{}
	}
	mvhd, ok := f.find(moov.start, moov.end, "mvhd")
	if !ok {
		return Facts{}
	}
	b := f.at(mvhd.start, 32)
	if b == nil {
		return Facts{}
	}
	scale, duration := float64(be32(b[12:])), float64(be32(b[16:]))
	if b[0] == 1 { // the version with times of 64 bits
		scale, duration = float64(be32(b[20:])), float64(be64(b[24:]))
	}
	if duration == 0 {
		if mvex, ok := f.find(moov.start, moov.end, "mvex"); ok {
			if mehd, ok := f.find(mvex.start, mvex.end, "mehd"); ok {
				if b := f.at(mehd.start, 12); b != nil && b[0] == 1 {
					duration = float64(be64(b[4:]))
				} else if b := f.at(mehd.start, 8); b != nil {
					duration = float64(be32(b[4:]))
				}
			}
		}
	}
	return Facts{Duration: seconds(duration, scale)}
}

// heif reads the largest spatial extent among the item properties, which is that of the picture rather than its tiles
// or thumbnail (ISO/IEC 23008-12, 6.5.3).
func heif(f *file) Facts {
	var facts Facts
	meta, ok := f.find(0, f.size, "meta")
	if !ok {
		return facts
	}
	iprp, ok := f.find(meta.start+4, meta.end, "iprp") // after version and flags
	if !ok {
		return facts
	}
	ipco, ok := f.find(iprp.start, iprp.end, "ipco")
	if !ok {
		return facts
	}
	turned := false
	f.boxes(ipco.start, ipco.end, func(b box) bool {
		if b.kind == "irot" { // in quarter turns; decoders apply it, so it affects the size (6.5.10)
			if p := f.at(b.start, 1); p != nil {
				turned = p[0]&1 == 1
			}
		}
		if b.kind != "ispe" {
			return true
		}
		if p := f.at(b.start, 12); p != nil {
			w, h := int(be32(p[4:])), int(be32(p[8:]))
			if w <= maxSide && h <= maxSide && w*h > facts.Width*facts.Height {
				facts = Facts{Width: w, Height: h}
			}
		}
		return true
	})
	if turned {
		facts.Width, facts.Height = facts.Height, facts.Width
	}
	return facts
}
