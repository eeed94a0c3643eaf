// Package codec is the one encoding of everything that is kept on disk between builds and is for nobody else to
// read: numbers, texts and lists as plain bytes. There is no reflection and no schema: who writes decides
// the order, and who reads follows it. What belongs together stands in one package as a pair of functions, Store
// with a Writer and Load with a Reader.
//
// A Reader never panics and never allocates more than the bytes that it was given call for. The first value that
// is cut off or impossible is an error, which stays, so that a caller asks for it once, at the end.
//
// A file that is read as a whole begins with the name of its format and ends with a hash: see Writer.Seal and
// Unseal. A format whose layout changes gets another name; what is kept in package cache has a version there.
package codec

import (
	"encoding/binary"
	"errors"
	"slices"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// Writer collects bytes. The zero value is ready.
type Writer struct{ b []byte }

// Bytes returns what was written.
func (w *Writer) Bytes() []byte { return w.b }

// Len returns how many bytes were written.
func (w *Writer) Len() int { return len(w.b) }

// Truncate drops everything but the first n bytes.
func (w *Writer) Truncate(n int) { w.b = w.b[:n] }

// Reset drops everything and keeps the memory.
func (w *Writer) Reset() { w.b = w.b[:0] }

// Grow makes room for n more bytes.
func (w *Writer) Grow(n int) { w.b = slices.Grow(w.b, n) }

// Uvarint writes a number in as few bytes as it needs.
func (w *Writer) Uvarint(n uint64) { w.b = binary.AppendUvarint(w.b, n) }

// Varint writes a number that may be negative in as few bytes as it needs.
func (w *Writer) Varint(n int64) { w.b = binary.AppendVarint(w.b, n) }

// Int is Varint for an int.
func (w *Writer) Int(n int) { w.Varint(int64(n)) }

// Byte writes a single byte, such as a set of flags.
func (w *Writer) Byte(n byte) { w.b = append(w.b, n) }

// Fixed writes a number in eight bytes: hashes.
func (w *Writer) Fixed(n uint64) { w.b = binary.LittleEndian.AppendUint64(w.b, n) }

// Bool writes a truth value.
func (w *Writer) Bool(v bool) {
	if v {
		w.b = append(w.b, 1)
	} else {
		w.b = append(w.b, 0)
	}
}

// Text writes a text with its length.
func (w *Writer) Text(s string) {
	w.Uvarint(uint64(len(s)))
	w.b = append(w.b, s...)
}

// Raw writes bytes as they are, such as those of another Writer.
func (w *Writer) Raw(b []byte) { w.b = append(w.b, b...) }

// RawText writes a text without its length, such as the name of the format that a file begins with.
func (w *Writer) RawText(s string) { w.b = append(w.b, s...) }

// Texts writes a list of texts.
func (w *Writer) Texts(list []string) {
	w.Uvarint(uint64(len(list)))
	for _, s := range list {
		w.Text(s)
	}
}

// Seal ends a file that Unseal checks: it writes the hash of all that was written so far, which begins
// with the name and version of the format.
func (w *Writer) Seal() { w.Fixed(xxhash.Sum64(w.b)) }

// ErrBroken is the error of bytes that no Writer wrote.
var ErrBroken = errors.New("the bytes are cut off or damaged")

// Reader reads what a Writer wrote. After an error it returns zero values.
type Reader struct {
	rest string // texts are parts of it, so that reading one allocates nothing
	err  error
}

// NewReader returns a Reader of these bytes. Nobody may change them afterwards: texts that are read are parts
// of them.
func NewReader(b []byte) *Reader { return ReaderOf(unsafe.String(unsafe.SliceData(b), len(b))) }

// ReaderOf returns a Reader of a text.
func ReaderOf(s string) *Reader { return &Reader{rest: s} }

// Unseal returns what stands between the name of a format and the hash at the end of a file that Seal ended. Any
// other file is an error: one that is cut off, damaged, or of another format or version.
func Unseal(format string, file []byte) ([]byte, error) {
	end := len(file) - 8
	if end < len(format) || string(file[:len(format)]) != format ||
		binary.LittleEndian.Uint64(file[end:]) != xxhash.Sum64(file[:end]) {
		return nil, ErrBroken
	}
	return file[len(format):end], nil
}

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// End returns the first error; that something is left is one, too.
func (r *Reader) End() error {
	if r.err == nil && r.rest != "" {
		r.fail()
	}
	return r.err
}

func (r *Reader) fail() { r.rest, r.err = "", ErrBroken }

// Fail makes ErrBroken the error: what was read can be no value of the caller's.
func (r *Reader) Fail() { r.fail() }

// Uvarint reads a number.
func (r *Reader) Uvarint() uint64 {
	var n uint64
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		c := r.rest[i]
		if c < 0x80 {
			if i == binary.MaxVarintLen64-1 && c > 1 {
				break
			}
			r.rest = r.rest[i+1:]
			return n | uint64(c)<<(7*i)
		}
		n |= uint64(c&0x7f) << (7 * i)
	}
	r.fail()
	return 0
}

// Varint reads a number that may be negative.
func (r *Reader) Varint() int64 {
	n := r.Uvarint()
	return int64(n>>1) ^ -int64(n&1)
}

// Int is Varint for an int.
func (r *Reader) Int() int { return int(r.Varint()) }

// Byte reads a single byte.
func (r *Reader) Byte() byte {
	if r.rest == "" {
		r.fail()
		return 0
	}
	n := r.rest[0]
	r.rest = r.rest[1:]
	return n
}

// Fixed reads eight bytes.
func (r *Reader) Fixed() uint64 {
	if len(r.rest) < 8 {
		r.fail()
		return 0
	}
	var n uint64
	for i := range 8 {
		n |= uint64(r.rest[i]) << (8 * i)
	}
	r.rest = r.rest[8:]
	return n
}

// Bool reads a truth value.
func (r *Reader) Bool() bool {
	if r.rest == "" || r.rest[0] > 1 {
		r.fail()
		return false
	}
	v := r.rest[0] == 1
	r.rest = r.rest[1:]
	return v
}

// Text reads a text.
func (r *Reader) Text() string {
	n := r.Uvarint()
	if n > uint64(len(r.rest)) {
		r.fail()
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// Rest reads everything that is left.
func (r *Reader) Rest() string {
	s := r.rest
	r.rest = ""
	return s
}

// Len reads the length of a list whose elements take at least size bytes each.
func (r *Reader) Len(size int) int {
	n := r.Uvarint()
	if n > uint64(len(r.rest)/max(1, size)) {
		r.fail()
		return 0
	}
	return int(n)
}

// Texts reads a list of texts; an empty one is nil.
func (r *Reader) Texts() []string {
	n := r.Len(1)
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = r.Text()
	}
	return out
}
