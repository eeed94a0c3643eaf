package cache

import (
	"errors"
	"slices"
	"sort"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// index lists everything in the cache folder.
type index struct {
	generation uint32   // the number of commits
	records    []record // by name
	packed     uint32   // the number of the file of the blobs
	end        int64    // bytes of it that count

	// The blobs by key, encoded as in the file, so a lookup needs no separate table.
	blobs string
	state []atomic.Uint32 // of each blob
}

// record is one named record.
type record struct {
	name   string
	number uint32 // of its file
	size   int64
	sum    uint64
}

// extent is the position of a blob in the blob file.
type extent struct {
	at   int64
	size uint32
	used uint32 // the generation that last used it
	sum  uint64
}

// State of a blob that the index file does not contain.
const (
	used    = 1 << iota // it was asked for since the index was read
	damaged             // it is not what was put
)

// A blob in the index: key, offset, size, generation, checksum.
const blobSize = keySize + 8 + 4 + 4 + 8

const keySize = len(Key{})

// An index file consists of version, generation, records, and blobs, followed by a checksum.
const indexFormat = "sitegen cache 1\n"

var errIndex = errors.New("not an index")

func (x *index) pack() string { return numbered(packName, x.packed) }

func (x *index) len() int { return len(x.blobs) / blobSize }

func (x *index) key(i int) Key { return Key([]byte(x.keyText(i))) }

func (x *index) keyText(i int) string { return x.blobs[i*blobSize:][:keySize] }

func (x *index) extent(i int) extent {
	r := codec.ReaderOf(x.blobs[i*blobSize+keySize:][:blobSize-keySize])
	at, sizes, sum := r.Fixed(), r.Fixed(), r.Fixed()
	return extent{at: int64(at), size: uint32(sizes), used: uint32(sizes >> 32), sum: sum}
}

// find returns the position of a blob in the index.
func (x *index) find(k Key) (int, bool) {
	key := string(k[:])
	return sort.Find(x.len(), func(i int) int { return strings.Compare(key, x.keyText(i)) })
}

// mark adds bits to the state of a blob.
func (x *index) mark(i int, what uint32) {
	if x.state[i].Load()&what == 0 {
		x.state[i].Or(what)
	}
}

func (x *index) is(i int, what uint32) bool { return x.state[i].Load()&what != 0 }

// cut drops the blobs that are not within the first size bytes of the file.
func (x *index) cut(size int64) {
	for i := range x.len() {
		if p := x.extent(i); p.at+int64(p.size) > size {
			x.mark(i, damaged)
		}
	}
}

func writeBlob(w *codec.Writer, k Key, p extent) {
	w.Raw(k[:])
	w.Fixed(uint64(p.at))
	w.Fixed(uint64(p.size) | uint64(p.used)<<32)
	w.Fixed(p.sum)
}

// encode returns the bytes of an index file.
func (x *index) encode(version string) []byte {
	var w codec.Writer
	w.Grow(len(indexFormat) + len(version) + 64*len(x.records) + len(x.blobs) + 64)
	w.RawText(indexFormat)
	w.Text(version)
	w.Uvarint(uint64(x.generation))
	w.Uvarint(uint64(len(x.records)))
	for _, r := range x.records {
		w.Text(r.name)
		w.Uvarint(uint64(r.number))
		w.Uvarint(uint64(r.size))
		w.Fixed(r.sum)
	}
	w.Uvarint(uint64(x.packed))
	w.Uvarint(uint64(x.end))
	w.RawText(x.blobs)
	w.Seal()
	return w.Bytes()
}

// decodeIndex decodes the result of encode for the same version, and fails for anything else.
func decodeIndex(version string, b []byte) (*index, error) {
	body, err := codec.Unseal(indexFormat, b)
	if err != nil {
		return nil, err
	}
	r := codec.NewReader(body)
	if r.Text() != version {
		return nil, errIndex
	}
	x := &index{generation: uint32(r.Uvarint())}
	x.records = make([]record, r.Len(11))
	for i := range x.records {
		x.records[i] = record{name: r.Text(), number: uint32(r.Uvarint()), size: int64(r.Uvarint()), sum: r.Fixed()}
		if !plainName(x.records[i].name) || x.records[i].size < 0 {
			return nil, errIndex
		}
	}
	x.packed, x.end = uint32(r.Uvarint()), int64(r.Uvarint())
	if x.blobs = r.Rest(); r.Err() != nil || x.end < 0 || len(x.blobs)%blobSize != 0 {
		return nil, errIndex
	}
	x.state = make([]atomic.Uint32, x.len())
	return x, x.check()
}

// check refuses blobs that are out of order or outside of the file.
func (x *index) check() error {
	for i := range x.len() {
		if p := x.extent(i); p.at < 0 || p.at > x.end || int64(p.size) > x.end-p.at {
			return errIndex
		}
		if i > 0 && x.keyText(i-1) >= x.keyText(i) {
			return errIndex
		}
	}
	return nil
}

// plainName reports whether a text is valid as the name of a record.
func plainName(s string) bool {
	return s != "" && len(s) < 64 && s != packName &&
		!slices.ContainsFunc([]byte(s), func(c byte) bool { return c < 'a' || c > 'z' })
}
