// Package values encodes the values of front matter, of the types of a frontmatter.Block, as bytes and decodes them.
// Texts and maps of lines that many files share are written once, in pools.
package values

import (
	"math"
	"slices"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/codec"
)

// Writer encodes values; the same value always gives the same bytes. The zero Writer writes each value in place; a
// Writer from NewWriter writes texts and maps of lines into pools, and their numbers in place.
type Writer struct {
	codec.Writer
	Odd bool // a value was of a type that front matter does not have, or too deep

	pools *pools
	keys  []string
	depth int // of the value that is being written
}

// MaxDepth is the maximum nesting of values.
const MaxDepth = 100

// The types of encoded values.
const (
	isNil byte = iota
	isBool
	isInt
	isInt64
	isUint
	isFloat
	isText
	isTime
	isLocal
	isList
	isTable
	isNilList
	isNilTable
)

// Shared writes a text that other files may also contain.
func (w *Writer) Shared(s string) {
	if w.pools != nil {
		w.Uvarint(w.pools.text(s))
		return
	}
	w.Text(s)
}

// Lines writes the line numbers of keys.
func (w *Writer) Lines(m map[string]int) {
	w.Uvarint(uint64(len(m)))
	keys := sorted(w, m)
	for i := range len(m) {
		k := w.keys[keys+i]
		w.Shared(k)
		w.Varint(int64(m[k]))
	}
	w.keys = w.keys[:keys]
}

// Table writes the keys and values of a map.
func (w *Writer) Table(m map[string]any) {
	w.Uvarint(uint64(len(m)))
	keys := sorted(w, m)
	for i := range len(m) {
		k := w.keys[keys+i]
		w.Shared(k)
		w.Value(m[k])
	}
	w.keys = w.keys[:keys]
}

// sorted appends the sorted keys of m to w.keys, after those of the enclosing tables, and returns the index of the
// first.
func sorted[V any](w *Writer, m map[string]V) int {
	at := len(w.keys)
	for k := range m {
		w.keys = append(w.keys, k)
	}
	slices.Sort(w.keys[at:])
	return at
}

// Value writes one of the types of a frontmatter.Block.
func (w *Writer) Value(v any) {
	switch v := v.(type) {
	case nil:
		w.Byte(isNil)
	case bool:
		w.Byte(isBool)
		w.Bool(v)
	case int:
		w.Byte(isInt)
		w.Varint(int64(v))
	case int64:
		w.Byte(isInt64)
		w.Varint(v)
	case uint64:
		w.Byte(isUint)
		w.Uvarint(v)
	case float64:
		w.Byte(isFloat)
		w.Fixed(math.Float64bits(v))
	case string:
		w.Byte(isText)
		w.Shared(v)
	case time.Time:
		w.Byte(isTime)
		w.time(v)
	case frontmatter.Local:
		w.Byte(isLocal)
		w.local(v)
	case []any:
		if v == nil {
			w.Byte(isNilList)
			return
		}
		w.nested(isList, func() { w.list(v) })
	case map[string]any:
		if v == nil {
			w.Byte(isNilTable)
			return
		}
		w.nested(isTable, func() { w.Table(v) })
	default:
		w.Odd = true
		w.Byte(isNil)
	}
}

// nested writes a list or table inside another value.
func (w *Writer) nested(kind byte, write func()) {
	if w.depth++; w.depth > MaxDepth {
		w.Odd = true
		w.Byte(isNil)
	} else {
		w.Byte(kind)
		write()
	}
	w.depth--
}

func (w *Writer) list(v []any) {
	w.Uvarint(uint64(len(v)))
	for _, x := range v {
		w.Value(x)
	}
}

// time writes a moment with the offset and the name of its zone.
func (w *Writer) time(t time.Time) {
	w.Varint(t.Unix())
	w.Uvarint(uint64(t.Nanosecond()))
	if w.Bool(t.Location() != time.UTC); t.Location() == time.UTC {
		return
	}
	name, offset := t.Zone()
	w.Shared(name)
	w.Varint(int64(offset))
}

func (w *Writer) local(l frontmatter.Local) {
	for _, n := range []int{l.Year, int(l.Month), l.Day, l.Hour, l.Minute, l.Second, l.Nano} {
		w.Varint(int64(n))
	}
	w.Bool(l.HasDate)
	w.Bool(l.HasTime)
}
