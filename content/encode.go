package content

import (
	"math"
	"slices"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/codec"
)

// encoder writes the values of front matter, the same value always as the same bytes. With tables each text
// and each nested value is written once.
type encoder struct {
	codec.Writer
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
	isBool
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

func (e *encoder) text(s string) {
	if e.tables != nil {
		e.Uvarint(e.tables.text(s))
		return
	}
	e.Text(s)
}

// lines writes the lines on which keys stand.
func (e *encoder) lines(m map[string]int) {
	e.Uvarint(uint64(len(m)))
	keys := sorted(e, m)
	for i := range len(m) {
		k := e.keys[keys+i]
		e.text(k)
		e.Varint(int64(m[k]))
	}
	e.keys = e.keys[:keys]
}

func (e *encoder) table(m map[string]any) {
	e.Uvarint(uint64(len(m)))
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

// value writes one of the types of a frontmatter.Block.
func (e *encoder) value(v any) {
	switch v := v.(type) {
	case nil:
		e.Byte(isNil)
	case bool:
		e.Byte(isBool)
		e.Bool(v)
	case int:
		e.Byte(isInt)
		e.Varint(int64(v))
	case uint64:
		e.Byte(isUint)
		e.Uvarint(v)
	case float64:
		e.Byte(isFloat)
		e.Fixed(math.Float64bits(v))
	case string:
		e.Byte(isText)
		e.text(v)
	case time.Time:
		e.Byte(isTime)
		e.time(v)
	case frontmatter.Local:
		e.Byte(isLocal)
		e.local(v)
	case []any:
		if v == nil {
			e.Byte(isNilList)
			return
		}
		e.nested(isList, func() { e.list(v) })
	case map[string]any:
		if v == nil {
			e.Byte(isNilTable)
			return
		}
		e.nested(isTable, func() { e.table(v) })
	default:
		e.odd = true
		e.Byte(isNil)
	}
}

// nested writes a list or table, which lies in another value.
func (e *encoder) nested(kind byte, write func()) {
	if e.depth++; e.depth > maxDepth {
		e.odd = true
		e.Byte(isNil)
	} else if e.tables != nil {
		e.Byte(isNested)
		e.pooled(e.tables.nested, func() {
			e.Byte(kind)
			write()
		})
	} else {
		e.Byte(kind)
		write()
	}
	e.depth--
}

func (e *encoder) list(v []any) {
	e.Uvarint(uint64(len(v)))
	for _, x := range v {
		e.value(x)
	}
}

// time writes a moment with the offset and the name of its zone.
func (e *encoder) time(t time.Time) {
	e.Varint(t.Unix())
	e.Uvarint(uint64(t.Nanosecond()))
	if e.Bool(t.Location() != time.UTC); t.Location() == time.UTC {
		return
	}
	name, offset := t.Zone()
	e.text(name)
	e.Varint(int64(offset))
}

func (e *encoder) local(l frontmatter.Local) {
	for _, n := range []int{l.Year, int(l.Month), l.Day, l.Hour, l.Minute, l.Second, l.Nano} {
		e.Varint(int64(n))
	}
	e.Bool(l.HasDate)
	e.Bool(l.HasTime)
}
