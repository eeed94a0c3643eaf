package content

import (
	"encoding/binary"
	"errors"
	"math"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

var errKnown = errors.New("not what is known of documents")

// decoder reads what an encoder wrote. With bad set there is no sense in what it reads any more, and it
// returns zeros.
type decoder struct {
	b   []byte
	bad bool

	texts  []string
	boxed  []any // the same as values, once they were asked for
	lines  []map[string]int
	nested []any
}

func (d *decoder) fail() {
	d.b, d.bad = nil, true
}

func (d *decoder) uvarint() uint64 {
	if len(d.b) > 0 && d.b[0] < 0x80 {
		v := d.b[0]
		d.b = d.b[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) varint() int64 {
	v := d.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

func (d *decoder) fixed() uint64 {
	if len(d.b) < 8 {
		d.fail()
		return 0
	}
	v := binary.LittleEndian.Uint64(d.b)
	d.b = d.b[8:]
	return v
}

func (d *decoder) byte() byte {
	if len(d.b) == 0 {
		d.fail()
		return 0
	}
	v := d.b[0]
	d.b = d.b[1:]
	return v
}

// count reads how many things follow, each of at least one byte.
func (d *decoder) count() int {
	n := d.uvarint()
	if n > uint64(len(d.b)) {
		d.fail()
		return 0
	}
	return int(n)
}

// number reads the number of one of n things.
func (d *decoder) number(n int) (int, bool) {
	i := d.uvarint()
	if i >= uint64(n) {
		d.fail()
		return 0, false
	}
	return int(i), true
}

func (d *decoder) text() string {
	i, ok := d.number(len(d.texts))
	if !ok {
		return ""
	}
	return d.texts[i]
}

// allTexts reads the table of texts: their lengths, and then all in one.
func (d *decoder) allTexts() {
	sizes := make([]uint64, d.count())
	for i := range sizes {
		sizes[i] = d.uvarint()
	}
	n := d.count()
	all := string(d.b[:n]) // the texts are parts of it: one allocation for all
	d.b = d.b[n:]
	d.texts, d.boxed = make([]string, len(sizes)), make([]any, len(sizes))
	for i, size := range sizes {
		if size > uint64(len(all)) {
			d.fail()
			return
		}
		d.texts[i], all = all[:size], all[size:]
	}
}

func (d *decoder) pools() {
	d.lines = make([]map[string]int, d.count())
	for i := range d.lines {
		n := d.count()
		m := make(map[string]int, n)
		for range n {
			k := d.text()
			m[k] = int(d.varint())
		}
		d.lines[i] = m
	}
	n := d.count()
	d.nested = make([]any, 0, n)
	for range n {
		switch d.byte() {
		case isList:
			d.nested = append(d.nested, d.list())
		case isTable:
			d.nested = append(d.nested, d.table())
		default:
			d.fail()
			return
		}
	}
}

func (d *decoder) table() map[string]any {
	n := d.count()
	m := make(map[string]any, n)
	for range n {
		k := d.text()
		m[k] = d.value()
	}
	return m
}

// value reads a value. Lists and tables stand in the pool, so that it never calls itself.
func (d *decoder) value() any {
	switch d.byte() {
	case isNil:
		return nil
	case isFalse:
		return false
	case isTrue:
		return true
	case isInt:
		return int(d.varint())
	case isUint:
		return d.uvarint()
	case isFloat:
		return math.Float64frombits(d.fixed())
	case isText:
		return d.textValue()
	case isTime:
		return d.time()
	case isLocal:
		return d.local()
	case isNilList:
		return []any(nil)
	case isNilTable:
		return map[string]any(nil)
	case isNested:
		if i, ok := d.number(len(d.nested)); ok {
			return d.nested[i]
		}
	default:
		d.fail()
	}
	return nil
}

// textValue reads a text as a value, the same one each time.
func (d *decoder) textValue() any {
	i, ok := d.number(len(d.texts))
	if !ok {
		return nil
	}
	if d.boxed[i] == nil {
		d.boxed[i] = d.texts[i]
	}
	return d.boxed[i]
}

func (d *decoder) list() []any {
	list := make([]any, d.count())
	for i := range list {
		list[i] = d.value()
	}
	return list
}

func (d *decoder) time() time.Time {
	t := time.Unix(d.varint(), int64(d.uvarint())).UTC()
	if d.byte() == 0 {
		return t
	}
	name, offset := d.text(), d.varint()
	return t.In(time.FixedZone(name, int(offset)))
}

func (d *decoder) local() (l frontmatter.Local) {
	var month int
	for _, n := range []*int{&l.Year, &month, &l.Day, &l.Hour, &l.Minute, &l.Second, &l.Nano} {
		*n = int(d.varint())
	}
	l.Month = time.Month(month)
	l.HasDate, l.HasTime = d.byte() != 0, d.byte() != 0
	return l
}
