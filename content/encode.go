package content

import (
	"encoding/binary"
	"math"
	"slices"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// encoder writes values as bytes, the same value always as the same bytes. With tables each text and
// each nested value is written once.
type encoder struct {
	b      []byte
	tables *tables // nil: all stands where it is used
	keys   []string
	depth  int  // of the value that is being written
	odd    bool // a value is of a type that front matter does not have, or too deep
}

// maxDepth is how deep values may lie in each other.
const maxDepth = 100

// What a value is.
const (
	isNil byte = iota
	isFalse
	isTrue
	isInt
	isUint
	isFloat
	isText
	isTime
	isLocal
	isList
	isTable
	isNilList
	isNilTable
	isNested // the number of a list or table in a pool
)

func (e *encoder) varint(n int64)   { e.b = binary.AppendVarint(e.b, n) }
func (e *encoder) uvarint(n uint64) { e.b = binary.AppendUvarint(e.b, n) }
func (e *encoder) fixed(n uint64)   { e.b = binary.LittleEndian.AppendUint64(e.b, n) }

func (e *encoder) text(s string) {
	if e.tables != nil {
		e.uvarint(e.tables.text(s))
		return
	}
	e.b = appendString(e.b, s)
}

// lines writes the lines on which keys stand.
func (e *encoder) lines(m map[string]int) {
	e.uvarint(uint64(len(m)))
	keys := sorted(e, m)
	for i := range len(m) {
		k := e.keys[keys+i]
		e.text(k)
		e.varint(int64(m[k]))
	}
	e.keys = e.keys[:keys]
}

func (e *encoder) table(m map[string]any) {
	e.uvarint(uint64(len(m)))
	keys := sorted(e, m)
	for i := range len(m) {
		k := e.keys[keys+i]
		e.text(k)
		e.value(m[k])
	}
	e.keys = e.keys[:keys]
}

// sorted puts the keys of m in order behind those of the tables that are being written, and returns where
// they begin.
func sorted[V any](e *encoder, m map[string]V) int {
	at := len(e.keys)
	for k := range m {
		e.keys = append(e.keys, k)
	}
	slices.Sort(e.keys[at:])
	return at
}

func (e *encoder) kind(k byte) { e.b = append(e.b, k) }

// value writes one of the types of a frontmatter.Block.
func (e *encoder) value(v any) {
	switch v := v.(type) {
	case nil:
		e.kind(isNil)
	case bool:
		e.kind(isFalse + flag(v))
	case int:
		e.kind(isInt)
		e.varint(int64(v))
	case uint64:
		e.kind(isUint)
		e.uvarint(v)
	case float64:
		e.kind(isFloat)
		e.fixed(math.Float64bits(v))
	case string:
		e.kind(isText)
		e.text(v)
	case time.Time:
		e.kind(isTime)
		e.time(v)
	case frontmatter.Local:
		e.kind(isLocal)
		e.local(v)
	case []any:
		if v == nil {
			e.kind(isNilList)
			return
		}
		e.nested(isList, func() { e.list(v) })
	case map[string]any:
		if v == nil {
			e.kind(isNilTable)
			return
		}
		e.nested(isTable, func() { e.table(v) })
	default:
		e.odd = true
		e.kind(isNil)
	}
}

// nested writes a list or table, which lies in another value.
func (e *encoder) nested(kind byte, write func()) {
	if e.depth++; e.depth > maxDepth {
		e.odd = true
		e.kind(isNil)
	} else if e.tables != nil {
		e.kind(isNested)
		e.pooled(e.tables.nested, func() {
			e.kind(kind)
			write()
		})
	} else {
		e.kind(kind)
		write()
	}
	e.depth--
}

func (e *encoder) list(v []any) {
	e.uvarint(uint64(len(v)))
	for _, x := range v {
		e.value(x)
	}
}

// time writes a moment with the offset and the name of its zone.
func (e *encoder) time(t time.Time) {
	e.varint(t.Unix())
	e.uvarint(uint64(t.Nanosecond()))
	if t.Location() == time.UTC {
		e.kind(0)
		return
	}
	e.kind(1)
	name, offset := t.Zone()
	e.text(name)
	e.varint(int64(offset))
}

func (e *encoder) local(l frontmatter.Local) {
	for _, n := range []int{l.Year, int(l.Month), l.Day, l.Hour, l.Minute, l.Second, l.Nano} {
		e.varint(int64(n))
	}
	e.b = append(e.b, flag(l.HasDate), flag(l.HasTime))
}
