package sitemap

import (
	"encoding/binary"
	"math/bits"
)

// seen remembers addresses by a 64-bit hash: eight bytes each instead of seventy. Among a million
// addresses, two share a hash once in about eighteen million sites. It is an open table with linear
// probing, at most three quarters full; 0 marks a free place.
type seen struct {
	table []uint64
	n     int
}

// add reports whether uri is new.
func (s *seen) add(uri []byte) bool {
	if s.n >= len(s.table)/4*3 {
		s.grow()
	}
	h := hash64(uri) | 1 // never 0
	if !s.put(h) {
		return false
	}
	s.n++
	return true
}

func (s *seen) put(h uint64) bool {
	mask := uint64(len(s.table) - 1)
	for i := h >> 1 & mask; ; i = (i + 1) & mask {
		switch s.table[i] {
		case 0:
			s.table[i] = h
			return true
		case h:
			return false
		}
	}
}

// grow doubles the table.
func (s *seen) grow() {
	old := s.table
	s.table = make([]uint64, max(64, 2*len(old)))
	for _, h := range old {
		if h != 0 {
			s.put(h)
		}
	}
}

// hash64 is a multiply-and-fold hash: quick on short strings, and the same in every run.
func hash64(b []byte) uint64 {
	const k0, k1, k2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
	h := uint64(len(b)) * k0
	for len(b) >= 16 {
		h = fold(binary.LittleEndian.Uint64(b)^k1^h, binary.LittleEndian.Uint64(b[8:])^k2)
		b = b[16:]
	}
	var tail [16]byte
	copy(tail[:], b)
	h = fold(binary.LittleEndian.Uint64(tail[:])^k2^h, binary.LittleEndian.Uint64(tail[8:])^k1)
	return fold(h^k0, k1)
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
