package exec

import (
	"math"
	"reflect"
	"unsafe"
)

// Mark is a moment in the execution of a Machine.
type Mark struct{ arrays, used, outs int }

// Mark returns the current moment.
func (m *Machine) Mark() Mark { return Mark{len(m.older), m.used, len(m.outs)} }

// Credit sets the number of prepaid parts, and returns the old number. Work with a separate account starts with none.
func (m *Machine) Credit(parts int) (before int) {
	before, m.credit = m.credit, parts
	return before
}

// Held returns the size of the values that can still be reached by templates that started after a moment, including
// their output. It follows lists and maps, and values that inside yields, but no other pointers, since a page reaches
// every other page. It stops when the size exceeds most.
func (m *Machine) Held(since Mark, most int, inside func(v any, yield func(any))) (bytes, parts int) {
	h := &holding{most: most, inside: inside}
	for i := min(since.arrays, len(m.older)); i <= len(m.older); i++ {
		vars := m.vars[:m.used]
		if i < len(m.older) {
			vars = m.older[i]
		}
		if i == since.arrays { // later arrays have no older values
			vars = vars[min(since.used, len(vars)):]
		}
		h.list(vars)
	}
	for i := since.outs; i < len(m.outs); i++ {
		if out := m.outs[i]; i == 0 || out != m.outs[i-1] {
			h.bytes += out.Len()
		}
	}
	inside(nil, h.any)
	return h.bytes, h.parts
}

// holding adds up the sizes of values.
type holding struct {
	seen         map[piece]bool
	bytes, parts int
	most         int
	inside       func(v any, yield func(any))
}

// piece is a piece of memory that several values may share.
type piece struct {
	at     unsafe.Pointer
	length int
}

// mapBytes is the size of a map with up to eight entries.
const mapBytes = 320

// fewBytes is the size up to which a text is counted each time.
const fewBytes = 64

func (h *holding) once(at unsafe.Pointer, length int) bool {
	if h.seen[piece{at, length}] {
		return false
	}
	if h.seen == nil {
		h.seen = map[piece]bool{}
	}
	h.seen[piece{at, length}] = true
	return true
}

func (h *holding) text(s string) {
	if len(s) < fewBytes || h.once(unsafe.Pointer(unsafe.StringData(s)), len(s)) {
		h.bytes += len(s)
	}
}

func (h *holding) list(l []any) {
	for _, v := range l {
		if h.any(v); h.bytes > h.most {
			return
		}
	}
}

// any counts the memory that a value refers to.
func (h *holding) any(v any) {
	h.parts++
	switch v := v.(type) {
	case nil, bool:
	case int, float64, uint64:
		h.bytes += 8
	case string:
		h.bytes += 16
		h.text(v)
	case []any:
		h.bytes += 24
		if len(v) > 0 && h.once(unsafe.Pointer(&v[0]), len(v)) {
			h.bytes += 16 * len(v)
			h.list(v)
		}
	case map[string]any:
		if !h.once(reflect.ValueOf(v).UnsafePointer(), -1) {
			return
		}
		h.bytes += mapBytes + 48*max(0, len(v)-8)
		for k, e := range v {
			h.text(k)
			if h.any(e); h.bytes > h.most {
				return
			}
		}
	case odd:
		h.value(v.value)
	default:
		rv := reflect.ValueOf(v)
		if rv.Kind() == reflect.Pointer {
			h.inside(v, h.any)
			return
		}
		h.bytes += int(rv.Type().Size())
		h.value(rv)
	}
}

// value counts the memory that a value of another type refers to.
func (h *holding) value(v reflect.Value) {
	if h.parts++; h.bytes > h.most {
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		if v.CanInterface() {
			h.any(v.Interface())
		} else if !v.IsNil() {
			h.value(v.Elem())
		}
	case reflect.Pointer:
		if v.CanInterface() {
			h.inside(v.Interface(), h.any)
		}
	case reflect.String:
		h.text(v.String())
	case reflect.Slice:
		if v.Len() == 0 || !h.once(v.UnsafePointer(), v.Len()) {
			return
		}
		h.bytes += v.Len() * int(v.Type().Elem().Size())
		switch v.Type().Elem().Kind() {
		case reflect.Interface, reflect.String, reflect.Slice, reflect.Map, reflect.Struct, reflect.Pointer:
			for i := range v.Len() {
				h.value(v.Index(i))
			}
		}
	case reflect.Map:
		if v.IsNil() || !h.once(v.UnsafePointer(), -1) {
			return
		}
		entry := 8 + 2*int(v.Type().Key().Size()+v.Type().Elem().Size())
		h.bytes += mapBytes / 2
		for it := v.MapRange(); it.Next() && h.bytes <= h.most; {
			h.bytes += entry
			h.value(it.Key())
			h.value(it.Value())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			h.value(v.Field(i))
		}
	}
}

// Size estimates the bytes of a value that templates made.
func Size(v any) int {
	if rv := reflect.ValueOf(v); rv.Kind() == reflect.String { // most are
		return 16 + rv.Len()
	}
	h := &holding{most: math.MaxInt, inside: func(any, func(any)) {}}
	h.any(v)
	return h.bytes
}
