package sitemap

import (
	"encoding/binary"
	"math/bits"
)

// urlSet remembers URLs by a 64-bit hash: ten bytes each instead of seventy. Among a million
// URLs, two share a hash once in about thirty-seven million sites. It is 256 open tables with
// linear probing, so that growing copies little at a time; 0 marks a free slot.
type urlSet struct {
	tables [256]urlSetTable
	n      int
}

type urlSetTable struct {
	slots []uint64
	n     int
}

// add reports whether the URL with this hash is new.
func (s *urlSet) add(h uint64) bool {
	if h == 0 {
		h = 1
	}
	t := &s.tables[h>>56]
	if t.n >= len(t.slots)-len(t.slots)/8 {
		t.grow()
	}
	if !t.put(h) {
		return false
	}
	t.n++
	s.n++
	return true
}

func (t *urlSetTable) put(h uint64) bool {
	i, _ := bits.Mul64(h<<8, uint64(len(t.slots))) // the slot, from the bits that did not choose the table
	for {
		switch t.slots[i] {
		case 0:
			t.slots[i] = h
			return true
		case h:
			return false
		}
		if i++; i == uint64(len(t.slots)) {
			i = 0
		}
	}
}

// grow makes the table half as large again.
func (t *urlSetTable) grow() {
	old := t.slots
	t.slots = make([]uint64, max(16, len(old)+len(old)/2))
	for _, h := range old {
		if h != 0 {
			t.put(h)
		}
	}
}

// hash64 is a multiply-and-fold hash: quick on short strings, and the same in every run. The names of
// shards depend on it (rule U10): it never changes.
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

// has reports whether a URL with this hash was added.
func (s *urlSet) has(h uint64) bool {
	if h == 0 {
		h = 1
	}
	t := &s.tables[h>>56]
	if t.n == 0 {
		return false
	}
	i, _ := bits.Mul64(h<<8, uint64(len(t.slots)))
	for t.slots[i] != 0 {
		if t.slots[i] == h {
			return true
		}
		if i++; i == uint64(len(t.slots)) {
			i = 0
		}
	}
	return false
}
