// Package urlset stores a set of URLs in a few bytes each.
package urlset

import (
	"encoding/binary"
	"math/bits"
)

// Set stores URLs as 58 bits of a hash: eight bytes each instead of seventy. Among a million URLs, a collision
// occurs in about one of half a million sites. It consists of small open tables with linear probing. A full
// table is split by the next bit of its hashes (Fagin and others, Extendible Hashing, 1979), so growth leaves
// no garbage, which would let the heap grow to twice the used size.
type Set struct {
	// numbers of tables, from 1, by the first bits of a hash; 0 if no hash begins with them
	places []uint32
	depth  uint                  // how many bits these are
	blocks []*[urlBlock]urlTable // of tables, by their numbers
	count  int                   // of tables
	n      int
}

const (
	urlBits  = 10            // at least so many bits choose a table
	urlMask  = 1<<48 - 1     // the following 48 bits are in a slot of six bytes; 0 marks a free slot
	urlSlot  = 6             //
	urlSlots = 83            // a table is 512 bytes
	urlMost  = urlSlots - 10 // of them used
	urlBlock = 16            // tables that are made at once
)

// urlTable contains its slots one after the other, and two more bytes, so each slot can be read as eight bytes.
type urlTable struct {
	slots [urlSlots*urlSlot + 2]byte
	n     uint8
	next  uint32 // where more hashes begin alike than chance makes
	depth uint8  // all of its hashes have so many first bits in common
}

// urlMark returns the value in the slot of a hash.
func urlMark(h uint64) uint64 { return max(1, h>>(64-urlBits-48)&urlMask) }

// Add adds the URL with this hash, and reports whether it is new.
func (s *Set) Add(h uint64) bool {
	if s.places == nil {
		s.places, s.depth = make([]uint32, 1<<urlBits), urlBits
	}
	mark := urlMark(h)
	for {
		number := s.places[h>>(64-s.depth)]
		if number == 0 {
			number = s.make(uint8(s.depth))
			s.places[h>>(64-s.depth)] = number
		}
		first := s.table(number)
		t, slot, found := s.among(first, mark)
		switch {
		case found:
			return false
		case t.n < urlMost:
			t.put(slot, mark)
			s.n++
			return true
		case first.next != 0 || uint(first.depth) == s.depth && len(s.places) > 16*s.count+urlMost<<urlBits:
			t.next = s.make(t.depth) // hashes that chance did not make
		default:
			s.divide(first, h)
		}
	}
}

// Has reports whether the URL with this hash was added.
func (s *Set) Has(h uint64) bool {
	if s.places == nil {
		return false
	}
	number := s.places[h>>(64-s.depth)]
	if number == 0 {
		return false
	}
	_, _, found := s.among(s.table(number), urlMark(h))
	return found
}

// make creates a table and returns its number.
func (s *Set) make(depth uint8) uint32 {
	if s.count%urlBlock == 0 {
		s.blocks = append(s.blocks, new([urlBlock]urlTable))
	}
	s.count++
	s.table(uint32(s.count)).depth = depth
	return uint32(s.count)
}

func (s *Set) table(number uint32) *urlTable {
	number--
	return &s.blocks[number/urlBlock][number%urlBlock]
}

// among finds a mark in a table and those that continue it.
func (s *Set) among(t *urlTable, mark uint64) (in *urlTable, slot int, found bool) {
	for {
		if slot, found = t.find(mark); found || t.next == 0 {
			return t, slot, found
		}
		t = s.table(t.next)
	}
}

// divide moves half of the marks in a table, by one more bit of their hashes, to a new table. h is a hash that
// belongs to it.
func (s *Set) divide(t *urlTable, h uint64) {
	if uint(t.depth) == s.depth {
		more := make([]uint32, 2*len(s.places))
		for i, number := range s.places {
			more[2*i], more[2*i+1] = number, number
		}
		s.places, s.depth = more, s.depth+1
	}
	old := *t
	*t = urlTable{depth: old.depth + 1}
	number := s.make(t.depth)
	other := s.table(number)
	bit := uint64(1) << (48 + urlBits - uint(t.depth)) // of a mark
	for i := range urlSlots {
		mark := old.at(i)
		to := t
		switch {
		case mark == 0:
			continue
		case mark&bit != 0:
			to = other
		}
		slot, _ := to.find(mark)
		to.put(slot, mark)
	}
	// The hashes that begin like h are adjacent, those of the new table in the second half.
	share := 1 << (s.depth - uint(old.depth))
	first := int(h>>(64-s.depth)) &^ (share - 1)
	for i := first + share/2; i < first+share; i++ {
		s.places[i] = number
	}
}

// at returns the mark in a slot, or 0 if it is free.
func (t *urlTable) at(slot int) uint64 {
	return binary.LittleEndian.Uint64(t.slots[slot*urlSlot:]) & urlMask
}

// find returns the slot of a mark, or the free slot for it.
func (t *urlTable) find(mark uint64) (slot int, found bool) {
	for i := int(mark & 0xFFFFFFFF * urlSlots >> 32); ; {
		switch t.at(i) {
		case 0:
			return i, false
		case mark:
			return i, true
		}
		if i++; i == urlSlots {
			i = 0
		}
	}
}

func (t *urlTable) put(slot int, mark uint64) {
	b := t.slots[slot*urlSlot:]
	binary.LittleEndian.PutUint32(b, uint32(mark))
	binary.LittleEndian.PutUint16(b[4:], uint16(mark>>32))
	t.n++
}

// Hash is a multiply-and-fold hash, fast for short strings and the same in every run. The names of shards
// depend on it (rule U10), so it must never change.
func Hash(b []byte) uint64 {
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
