package media

import "math"

// Element IDs of Matroska. WebM is a subset of it (RFC 9559).
const (
	idEBML          = 0x1A45DFA3
	idSegment       = 0x18538067
	idInfo          = 0x1549A966
	idTimecodeScale = 0x2AD7B1
	idDuration      = 0x4489
	idCluster       = 0x1F43B675
)

// element is one EBML element (RFC 8794, 6).
type element struct {
	id         uint64
	start, end int64
}

// element reads the element at an offset, which must end by to. ok is false if there is none.
func (f *file) element(from, to int64) (e element, ok bool) {
	b := f.upTo(from, 12)
	id, n := vint(b, false)
	if n == 0 || n > 4 {
		return e, false
	}
	size, m := vint(b[n:], true)
	if m == 0 {
		return e, false
	}
	e = element{id, from + int64(n+m), to}
	if size == unknownSize { // it ends where its parent ends
		return e, true
	}
	if size > uint64(to) || e.start > to-int64(size) {
		// A file that was cut off still has its length at the start.
		return e, id == idSegment
	}
	e.end = e.start + int64(size)
	return e, true
}

const unknownSize = math.MaxUint64

// vint reads a number of variable length and returns its size in bytes; 0 if there is none. If size is true, the number
// is an element size: the length marker is removed, and all bits set mean an unknown size.
func vint(b []byte, size bool) (uint64, int) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0
	}
	n := 1
	for b[0]&(0x80>>(n-1)) == 0 {
		n++
	}
	if n > len(b) {
		return 0, 0
	}
	v := uint64(b[0])
	if size {
		v &= 0xFF >> n
	}
	for _, c := range b[1:n] {
		v = v<<8 | uint64(c)
	}
	if size && v == 1<<(7*n)-1 {
		return unknownSize, n
	}
	return v, n
}

// matroska reads Segment/Info. It must come before the first cluster.
func matroska(f *file) Facts {
	head, ok := f.element(0, f.size)
	if !ok || head.id != idEBML {
		return Facts{}
	}
	segment, ok := f.element(head.end, f.size)
	if !ok || segment.id != idSegment {
		return Facts{}
	}
	at := segment.start
	for range maxBoxes {
		e, ok := f.element(at, segment.end)
		if !ok || e.id == idCluster {
			break
		}
		if e.id == idInfo {
			return f.matroskaInfo(e)
		}
		at = e.end
	}
	return Facts{}
}

func (f *file) matroskaInfo(info element) Facts {
	scale, duration := 1e6, 0.0 // nanoseconds per tick
	at := info.start
	for range maxBoxes {
		e, ok := f.element(at, info.end)
		if !ok {
			break
		}
		if n := int(e.end - e.start); n <= 8 {
			b := f.at(e.start, n)
			switch {
			case e.id == idTimecodeScale:
				v := uint64(0)
				for _, c := range b {
					v = v<<8 | uint64(c)
				}
				scale = float64(v)
			case e.id == idDuration && len(b) == 4:
				duration = float64(math.Float32frombits(be32(b)))
			case e.id == idDuration && len(b) == 8:
				duration = math.Float64frombits(be64(b))
			}
		}
		at = e.end
	}
	return Facts{Duration: seconds(duration*scale, 1e9)}
}
