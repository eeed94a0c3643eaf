package codec

import (
	"html/template"
	"maps"
	"math"
	"slices"
)

// Kinds of values that Value encodes. Templates can tell them apart.
const (
	valueNil byte = iota
	valueBool
	valueInt
	valueInt64
	valueUint64
	valueFloat
	valueText
	valueHTML
	valueList
	valueMap
)

// mostValues is the maximum depth of nested values.
const mostValues = 100

// Value writes a value that templates store: nil, a bool, a number, a text, HTML, or lists and maps of these.
// It returns false if v contains another type, which may not mean the same in another process, or is nested too
// deeply.
func (w *Writer) Value(v any) bool { return w.value(v, 0) }

func (w *Writer) value(v any, depth int) bool {
	if depth > mostValues {
		return false
	}
	switch v := v.(type) {
	case nil:
		w.Byte(valueNil)
	case bool:
		w.Byte(valueBool)
		w.Bool(v)
	case int:
		w.Byte(valueInt)
		w.Int(v)
	case int64:
		w.Byte(valueInt64)
		w.Varint(v)
	case uint64:
		w.Byte(valueUint64)
		w.Uvarint(v)
	case float64:
		w.Byte(valueFloat)
		w.Fixed(math.Float64bits(v))
	case string:
		w.Byte(valueText)
		w.Text(v)
	case template.HTML:
		w.Byte(valueHTML)
		w.Text(string(v))
	case []any:
		w.Byte(valueList)
		w.Uvarint(uint64(len(v)))
		for _, e := range v {
			if !w.value(e, depth+1) {
				return false
			}
		}
	case map[string]any:
		w.Byte(valueMap)
		w.Uvarint(uint64(len(v)))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if w.Text(k); !w.value(v[k], depth+1) {
				return false
			}
		}
	default:
		return false
	}
	return true
}

// Value reads the result of Writer.Value.
func (r *Reader) Value() any { return r.value(0) }

func (r *Reader) value(depth int) any {
	if depth > mostValues {
		r.Fail()
	}
	switch r.Byte() {
	case valueNil:
	case valueBool:
		return r.Bool()
	case valueInt:
		return r.Int()
	case valueInt64:
		return r.Varint()
	case valueUint64:
		return r.Uvarint()
	case valueFloat:
		return math.Float64frombits(r.Fixed())
	case valueText:
		return r.Text()
	case valueHTML:
		return template.HTML(r.Text())
	case valueList:
		list := make([]any, r.Len(1))
		for i := range list {
			list[i] = r.value(depth + 1)
		}
		return list
	case valueMap:
		m := map[string]any{}
		for range r.Len(2) {
			k := r.Text()
			m[k] = r.value(depth + 1)
		}
		return m
	default:
		r.Fail()
	}
	return nil
}
