package sitemap

import (
	"encoding/binary"
	"math/bits"
)

// urlSet remembers URLs by 58 bits of a hash: seven to ten bytes each instead of seventy. Among a million URLs, two
// meet by chance once in about half a million sites. It is open tables with linear probing, many of them, so that growing
// copies little at a time; 0 marks a free slot.
type urlSet struct {
	tables [1 << urlSetBits]urlSetTable
	n      int
}

// A hash chooses its table by its first bits; the 48 that follow stand in a slot, in six bytes.
const (
	urlSetBits = 10
	urlSetMask = 1<<48 - 1
	urlSetSlot = 6
)

// urlSetTable has its slots one after the other, and two bytes more, so that each can be read as eight.
type urlSetTable struct {
	slots []byte
	size  int
	n     int
}

// urlSetPlace is the table of a hash, and what stands in its slot, which is never 0.
func urlSetPlace(h uint64) (table int, mark uint64) {
	mark = h >> (64 - urlSetBits - 48) & urlSetMask
	return int(h >> (64 - urlSetBits)), max(1, mark)
}

// add reports whether the URL with this hash is new.
func (s *urlSet) add(h uint64) bool {
	table, mark := urlSetPlace(h)
	t := &s.tables[table]
	if t.n >= t.size-t.size/8 {
		t.grow()
	}
	i, found := t.find(mark)
	if found {
		return false
	}
	t.put(i, mark)
	t.n++
	s.n++
	return true
}

// find returns the slot of a mark, or the empty one where it belongs.
func (t *urlSetTable) find(mark uint64) (slot int, found bool) {
	at, _ := bits.Mul64(mark<<16, uint64(t.size))
	for i := int(at); ; {
		switch binary.LittleEndian.Uint64(t.slots[i*urlSetSlot:]) & urlSetMask {
		case 0:
			return i, false
		case mark:
			return i, true
		}
		if i++; i == t.size {
			i = 0
		}
	}
}

func (t *urlSetTable) put(slot int, mark uint64) {
	b := t.slots[slot*urlSetSlot:]
	binary.LittleEndian.PutUint32(b, uint32(mark))
	binary.LittleEndian.PutUint16(b[4:], uint16(mark>>32))
}

// grow makes the table half as large again.
func (t *urlSetTable) grow() {
	old, n := t.slots, t.size
	t.size = max(16, n+n/2)
	t.slots = make([]byte, t.size*urlSetSlot+2)
	for i := range n {
		if mark := binary.LittleEndian.Uint64(old[i*urlSetSlot:]) & urlSetMask; mark != 0 {
			slot, _ := t.find(mark)
			t.put(slot, mark)
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
	table, mark := urlSetPlace(h)
	t := &s.tables[table]
	if t.n == 0 {
		return false
	}
	_, found := t.find(mark)
	return found
}
