// Package codec encodes everything that is kept on disk between builds: numbers, texts, and lists as plain
// bytes. Only sitegen reads these files. The encoding uses no reflection and no schema: the writer decides the
// order, and the reader follows it. Each type has its pair of functions in one package: Store with a Writer and
// Load with a Reader.
//
// A Reader never panics, and never allocates more than the bytes that it was given justify. The first truncated
// or impossible value is an error that stays, so a caller checks once, at the end.
//
// A file begins with the name of its format and ends with a hash: see Writer.Seal and Unseal. A format whose
// layout changes gets a new name; for data in package cache, the version there changes.
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

// Bytes returns the written bytes.
func (w *Writer) Bytes() []byte { return w.b }

// Len returns the number of written bytes.
func (w *Writer) Len() int { return len(w.b) }

// Truncate drops everything after the first n bytes.
func (w *Writer) Truncate(n int) { w.b = w.b[:n] }

// Reset drops everything and keeps the allocated memory.
func (w *Writer) Reset() { w.b = w.b[:0] }

// Grow makes room for n more bytes.
func (w *Writer) Grow(n int) { w.b = slices.Grow(w.b, n) }

// Uvarint writes an unsigned number in as few bytes as possible.
func (w *Writer) Uvarint(n uint64) { w.b = binary.AppendUvarint(w.b, n) }

// Varint writes a signed number in as few bytes as possible.
func (w *Writer) Varint(n int64) { w.b = binary.AppendVarint(w.b, n) }

// Int is Varint for an int.
func (w *Writer) Int(n int) { w.Varint(int64(n)) }

// Byte writes a single byte, such as a set of flags.
func (w *Writer) Byte(n byte) { w.b = append(w.b, n) }

// Fixed writes a number, usually a hash, in eight bytes.
func (w *Writer) Fixed(n uint64) { w.b = binary.LittleEndian.AppendUint64(w.b, n) }

// Bool writes a boolean.
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

// Raw writes bytes without their length, such as those of another Writer.
func (w *Writer) Raw(b []byte) { w.b = append(w.b, b...) }

// RawText writes a text without its length, such as the format name at the beginning of a file.
func (w *Writer) RawText(s string) { w.b = append(w.b, s...) }

// Texts writes a list of texts.
func (w *Writer) Texts(list []string) {
	w.Uvarint(uint64(len(list)))
	for _, s := range list {
		w.Text(s)
	}
}

// Seal ends a file for Unseal: it writes the hash of everything written so far, which begins with the name and
// version of the format.
func (w *Writer) Seal() { w.Fixed(xxhash.Sum64(w.b)) }

// ErrBroken is the error of bytes that were not written by a Writer, or were damaged.
var ErrBroken = errors.New("the bytes are cut off or damaged")

// Reader reads what a Writer wrote. After an error it returns zero values.
type Reader struct {
	rest string // texts are substrings of it, so reading one allocates nothing
	err  error
}

// NewReader returns a Reader of b. The bytes must not change afterward, because texts that are read share their
// memory.
func NewReader(b []byte) *Reader { return ReaderOf(unsafe.String(unsafe.SliceData(b), len(b))) }

// ReaderOf returns a Reader of a text.
func ReaderOf(s string) *Reader { return &Reader{rest: s} }

// Unseal returns the bytes between the format name and the hash of a file that Seal ended. It fails for any
// other file: one that is truncated, damaged, or of another format or version.
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

// Left returns the number of bytes that were not read yet.
func (r *Reader) Left() int { return len(r.rest) }

// End returns the first error; leftover bytes are an error, too.
func (r *Reader) End() error {
	if r.err == nil && r.rest != "" {
		r.fail()
	}
	return r.err
}

func (r *Reader) fail() { r.rest, r.err = "", ErrBroken }

// Fail sets the error to ErrBroken: the caller read a value that is impossible.
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

// Varint reads a signed number.
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

// Bool reads a boolean.
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

// Rest reads all remaining bytes.
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

// Texts reads a list of texts; an empty list is nil.
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
