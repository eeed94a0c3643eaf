package content

import (
	"math"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/codec"
)

// decoder reads what an encoder wrote.
type decoder struct {
	*codec.Reader

	texts  []string
	boxed  []any // the same as values, once they were asked for
	lines  []map[string]int
	nested []any
}

// count reads how many things follow, each of at least one byte.
func (d *decoder) count() int { return d.Len(1) }

// number reads the number of one of n things.
func (d *decoder) number(n int) (int, bool) {
	i := d.Uvarint()
	if i >= uint64(n) {
		d.Fail()
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
		sizes[i] = d.Uvarint()
	}
	all := strings.Clone(d.Text()) // the texts are parts of it: one allocation for all, and the rest of the record is freed
	d.texts, d.boxed = make([]string, len(sizes)), make([]any, len(sizes))
	for i, size := range sizes {
		if size > uint64(len(all)) {
			d.Fail()
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
			m[k] = int(d.Varint())
		}
		d.lines[i] = m
	}
	n := d.count()
	d.nested = make([]any, 0, n)
	for range n {
		switch d.Byte() {
		case isList:
			d.nested = append(d.nested, d.list())
		case isTable:
			d.nested = append(d.nested, d.table())
		default:
			d.Fail()
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
	switch d.Byte() {
	case isNil:
		return nil
	case isBool:
		return d.Bool()
	case isInt:
		return int(d.Varint())
	case isUint:
		return d.Uvarint()
	case isFloat:
		return math.Float64frombits(d.Fixed())
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
		d.Fail()
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
	t := time.Unix(d.Varint(), int64(d.Uvarint())).UTC()
	if !d.Bool() {
		return t
	}
	name, offset := d.text(), d.Varint()
	return t.In(time.FixedZone(name, int(offset)))
}

func (d *decoder) local() (l frontmatter.Local) {
	var month int
	for _, n := range []*int{&l.Year, &month, &l.Day, &l.Hour, &l.Minute, &l.Second, &l.Nano} {
		*n = int(d.Varint())
	}
	l.Month = time.Month(month)
	l.HasDate, l.HasTime = d.Bool(), d.Bool()
	return l
}
