package cache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
)

// index names all that counts in the folder.
type index struct {
	generation uint32   // the number of commits
	records    []record // by name
	packed     uint32   // the number of the file of the pieces
	end        int64    // bytes of it that count

	// The pieces by key, as they stand in the file: looking one up needs no table.
	pieces []byte
	state  []atomic.Uint32 // of each piece
}

// record is one named record.
type record struct {
	name   string
	number uint32 // of its file
	size   int64
	sum    uint64
}

// place is where a piece lies in the file of the pieces.
type place struct {
	at   int64
	size uint32
	used uint32 // the generation that last used it
	sum  uint64
}

// What is known of a piece beyond the index.
const (
	used    = 1 << iota // it was asked for since the index was read
	damaged             // it is not what was put
)

// A piece in the index: key, place, size, generation, checksum, little-endian.
const pieceSize = 16 + 8 + 4 + 4 + 8

// An index file is: magic, version, generation, records, pieces, and the hash of all that.
const magic = "sitegen cache 1\n"

var errIndex = errors.New("not an index")

func (x *index) pack() string { return numbered(packName, x.packed) }

func (x *index) len() int { return len(x.pieces) / pieceSize }

func (x *index) key(i int) Key { return Key(x.pieces[i*pieceSize:]) }

func (x *index) place(i int) place {
	b := x.pieces[i*pieceSize+16 : (i+1)*pieceSize]
	return place{
		at: int64(binary.LittleEndian.Uint64(b)), size: binary.LittleEndian.Uint32(b[8:]),
		used: binary.LittleEndian.Uint32(b[12:]), sum: binary.LittleEndian.Uint64(b[16:]),
	}
}

// find returns the position of a piece.
func (x *index) find(k Key) (int, bool) {
	return sort.Find(x.len(), func(i int) int { return bytes.Compare(k[:], x.pieces[i*pieceSize:i*pieceSize+16]) })
}

// mark adds to what is known of a piece.
func (x *index) mark(i int, what uint32) {
	if x.state[i].Load()&what == 0 {
		x.state[i].Or(what)
	}
}

func (x *index) is(i int, what uint32) bool { return x.state[i].Load()&what != 0 }

// cut drops the pieces that do not lie in the first size bytes of the file.
func (x *index) cut(size int64) {
	for i := range x.len() {
		if p := x.place(i); p.at+int64(p.size) > size {
			x.mark(i, damaged)
		}
	}
}

func appendPiece(b []byte, k Key, p place) []byte {
	b = append(b, k[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(p.at))
	b = binary.LittleEndian.AppendUint32(b, p.size)
	b = binary.LittleEndian.AppendUint32(b, p.used)
	return binary.LittleEndian.AppendUint64(b, p.sum)
}

// encode returns the bytes of an index file.
func (x *index) encode(version string) []byte {
	b := make([]byte, 0, len(magic)+len(version)+64*len(x.records)+len(x.pieces)+64)
	b = append(b, magic...)
	b = appendText(b, version)
	b = binary.AppendUvarint(b, uint64(x.generation))
	b = binary.AppendUvarint(b, uint64(len(x.records)))
	for _, r := range x.records {
		b = appendText(b, r.name)
		b = binary.AppendUvarint(b, uint64(r.number))
		b = binary.AppendUvarint(b, uint64(r.size))
		b = binary.LittleEndian.AppendUint64(b, r.sum)
	}
	b = binary.AppendUvarint(b, uint64(x.packed))
	b = binary.AppendUvarint(b, uint64(x.end))
	b = append(b, x.pieces...)
	return binary.LittleEndian.AppendUint64(b, xxhash.Sum64(b))
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// decodeIndex reads what encode wrote for the same version. Anything else is an error.
func decodeIndex(version string, b []byte) (*index, error) {
	if len(b) < len(magic)+8 || string(b[:len(magic)]) != magic {
		return nil, errIndex
	}
	body := b[:len(b)-8]
	if binary.LittleEndian.Uint64(b[len(body):]) != xxhash.Sum64(body) {
		return nil, errIndex
	}
	d := decoder{b: body[len(magic):]}
	if d.text() != version {
		return nil, errIndex
	}
	x := &index{generation: uint32(d.number())}
	for n := d.number(); n > 0 && !d.bad; n-- {
		r := record{name: d.text(), number: uint32(d.number()), size: int64(d.number()), sum: d.fixed()}
		if !plainName(r.name) || r.size < 0 {
			return nil, errIndex
		}
		x.records = append(x.records, r)
	}
	x.packed, x.end = uint32(d.number()), int64(d.number())
	if d.bad || x.end < 0 || len(d.b)%pieceSize != 0 {
		return nil, errIndex
	}
	x.pieces = d.b
	x.state = make([]atomic.Uint32, x.len())
	return x, x.check()
}

// check refuses pieces that are out of order or lie outside of the file.
func (x *index) check() error {
	for i := range x.len() {
		if p := x.place(i); p.at < 0 || p.at > x.end || int64(p.size) > x.end-p.at {
			return errIndex
		}
		if i > 0 && bytes.Compare(x.pieces[(i-1)*pieceSize:][:16], x.pieces[i*pieceSize:][:16]) >= 0 {
			return errIndex
		}
	}
	return nil
}

// plainName reports whether a record may have a name.
func plainName(s string) bool {
	return s != "" && len(s) < 64 && s != packName && !slices.ContainsFunc([]byte(s), func(c byte) bool { return c < 'a' || c > 'z' })
}

// decoder reads what was encoded; bad is set when there is no more of it.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) number() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.b, d.bad = nil, true
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) text() string {
	n := d.number()
	if n > uint64(len(d.b)) {
		d.b, d.bad = nil, true
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

func (d *decoder) fixed() uint64 {
	if len(d.b) < 8 {
		d.b, d.bad = nil, true
		return 0
	}
	v := binary.LittleEndian.Uint64(d.b)
	d.b = d.b[8:]
	return v
}
