package content

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// encoder writes values as bytes, the same value always as the same bytes. With a table of texts each
// text is written once.
type encoder struct {
	b     []byte
	texts *texts // nil: texts stand where they are used
	odd   bool   // a value had a type that front matter does not have
}

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
)

func (e *encoder) varint(n int64)   { e.b = binary.AppendVarint(e.b, n) }
func (e *encoder) uvarint(n uint64) { e.b = binary.AppendUvarint(e.b, n) }
func (e *encoder) fixed(n uint64)   { e.b = binary.LittleEndian.AppendUint64(e.b, n) }

func (e *encoder) text(s string) {
	if e.texts != nil {
		e.uvarint(e.texts.index(s))
		return
	}
	e.b = appendString(e.b, s)
}

// lines writes the lines on which keys stand.
func (e *encoder) lines(m map[string]int) {
	e.uvarint(uint64(len(m)))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		e.text(k)
		e.varint(int64(m[k]))
	}
}

func (e *encoder) table(m map[string]any) {
	e.uvarint(uint64(len(m)))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		e.text(k)
		e.value(m[k])
	}
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
		e.list(v)
	case map[string]any:
		if v == nil {
			e.kind(isNilTable)
			return
		}
		e.kind(isTable)
		e.table(v)
	default:
		e.odd = true
	}
}

func (e *encoder) list(v []any) {
	if v == nil {
		e.kind(isNilList)
		return
	}
	e.kind(isList)
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

// texts are different texts, each with the number under which it was first asked for.
type texts struct {
	list  []string
	known map[string]uint64
}

func (t *texts) index(s string) uint64 {
	n, ok := t.known[s]
	if !ok {
		n = uint64(len(t.list))
		t.list = append(t.list, s)
		t.known[s] = n
	}
	return n
}
