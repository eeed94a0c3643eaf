package values

import (
	"math"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/codec"
)

// Reader reads the output of a Writer with pools.
type Reader struct {
	*codec.Reader

	texts []string
	lines []map[string]int
	depth int // of the value that is being read
}

// NewReader returns a Reader of values in r. Call Pools at the position of the pools.
func NewReader(r *codec.Reader) *Reader { return &Reader{Reader: r} }

// Pools reads the pools.
func (r *Reader) Pools() {
	r.allTexts()
	r.allLines()
}

// Count reads the number of items that follow, each of at least one byte.
func (r *Reader) Count() int { return r.Len(1) }

// Number reads an index that is less than n.
func (r *Reader) Number(n int) (int, bool) {
	i := r.Uvarint()
	if i >= uint64(n) {
		r.Fail()
		return 0, false
	}
	return int(i), true
}

// Shared reads a text that Shared wrote.
func (r *Reader) Shared() string {
	if r.texts == nil {
		return r.Text()
	}
	i, ok := r.Number(len(r.texts))
	if !ok {
		return ""
	}
	return r.texts[i]
}

// allTexts reads the pool of texts: their lengths, and then all texts as one.
func (r *Reader) allTexts() {
	sizes := make([]uint64, r.Count())
	for i := range sizes {
		sizes[i] = r.Uvarint()
	}
	// the texts share one copy: a single allocation, and the rest of the record can be freed
	all := strings.Clone(r.Text())
	r.texts = make([]string, len(sizes))
	for i, size := range sizes {
		if size > uint64(len(all)) {
			r.Fail()
			return
		}
		r.texts[i], all = all[:size], all[size:]
	}
}

func (r *Reader) allLines() {
	r.lines = make([]map[string]int, r.Count())
	for i := range r.lines {
		n := r.Count()
		m := make(map[string]int, n)
		for range n {
			k := r.Shared()
			m[k] = int(r.Varint())
		}
		r.lines[i] = m
	}
}

// PooledLines reads the map that Writer.PooledLines wrote.
func (r *Reader) PooledLines() map[string]int {
	i, ok := r.Number(len(r.lines))
	if !ok {
		return nil
	}
	return r.lines[i]
}

// Table reads the keys and values of a map.
func (r *Reader) Table() map[string]any {
	n := r.Count()
	m := make(map[string]any, n)
	for range n {
		k := r.Shared()
		m[k] = r.Value()
	}
	return m
}

// Value reads a value.
func (r *Reader) Value() any {
	switch r.Byte() {
	case isNil:
		return nil
	case isBool:
		return r.Bool()
	case isInt:
		return int(r.Varint())
	case isInt64:
		return r.Varint()
	case isUint:
		return r.Uvarint()
	case isFloat:
		return math.Float64frombits(r.Fixed())
	case isText:
		return r.Shared()
	case isTime:
		return r.time()
	case isLocal:
		return r.local()
	case isNilList:
		return []any(nil)
	case isNilTable:
		return map[string]any(nil)
	case isList:
		return nested(r, r.list)
	case isTable:
		return nested(r, func() map[string]any { return r.Table() })
	default:
		r.Fail()
	}
	return nil
}

// nested reads a list or table inside another value.
func nested[T any](r *Reader, read func() T) (value T) {
	if r.depth++; r.depth > MaxDepth {
		r.Fail()
		return value
	}
	value = read()
	r.depth--
	return value
}

func (r *Reader) list() []any {
	list := make([]any, r.Count())
	for i := range list {
		list[i] = r.Value()
	}
	return list
}

func (r *Reader) time() time.Time {
	t := time.Unix(r.Varint(), int64(r.Uvarint())).UTC()
	if !r.Bool() {
		return t
	}
	name, offset := r.Shared(), r.Varint()
	return t.In(time.FixedZone(name, int(offset)))
}

func (r *Reader) local() (l frontmatter.Local) {
	var month int
	for _, n := range []*int{&l.Year, &month, &l.Day, &l.Hour, &l.Minute, &l.Second, &l.Nano} {
		*n = int(r.Varint())
	}
	l.Month = time.Month(month)
	l.HasDate, l.HasTime = r.Bool(), r.Bool()
	return l
}
