package funcs

import (
	"fmt"
	"html/template"
	"math"
	"reflect"
	"strconv"

	castlib "github.com/spf13/cast"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// str converts a value to a string for the function fn: strings and safe strings, numbers, booleans, nil (""), and
// values that print themselves.
func str(fn string, v any) (string, error) {
	switch s := v.(type) {
	case string:
		return s, nil
	case template.HTML:
		return string(s), nil
	}
	if absent(v) {
		return "", nil
	}
	switch v.(type) {
	case fmt.Stringer, error:
	default:
		if t := reflect.TypeOf(v); t != nil &&
			(t.Kind() == reflect.Map || isList(t.Kind()) && t.Elem().Kind() != reflect.Uint8) {
			return "", fmt.Errorf("%s: %s is not a string", fn, describe(v)) // without checking its content
		}
	}
	if err := exec.Bounded(v); err != nil { // else the error, which shows the value, could be endless
		return "", fmt.Errorf("%s: %w", fn, err)
	}
	s, err := castlib.ToStringE(v)
	if err != nil {
		return "", fmt.Errorf("%s: %s is not a string", fn, describe(v))
	}
	return s, nil
}

// mostGrown limits the texts for functions whose results are several times as long, in bytes.
const mostGrown = 16 << 20

// shortEnough returns an error if a text is too long for such a function.
func shortEnough(fn, s string) error {
	if len(s) > mostGrown {
		return fmt.Errorf("%s: a text of %d bytes is longer than the %d MB that it takes", fn, len(s), mostGrown>>20)
	}
	return nil
}

// Text converts a value to a string for the function fn, as all template functions do that take text.
func Text(fn string, v any) (string, error) { return str(fn, v) }

// str2 and str3 convert several values.
func str2(fn string, a, b any) (x, y string, err error) {
	if x, err = str(fn, a); err == nil {
		y, err = str(fn, b)
	}
	return x, y, err
}

func str3(fn string, a, b, c any) (x, y, z string, err error) {
	if x, y, err = str2(fn, a, b); err == nil {
		z, err = str(fn, c)
	}
	return x, y, z, err
}

// integer converts a value to an int for the function fn; fractions are cut off.
func integer(fn string, v any) (int, error) {
	if i, ok := v.(int); ok {
		return i, nil
	}
	i, err := castlib.ToIntE(v)
	if err != nil {
		return 0, fmt.Errorf("%s: %s is not a whole number", fn, describe(v))
	}
	return i, nil
}

// float converts a value to a float64 for the function fn.
func float(fn string, v any) (float64, error) {
	if f, ok := v.(float64); ok {
		return f, nil
	}
	f, err := castlib.ToFloat64E(v)
	if err != nil {
		return 0, fmt.Errorf("%s: %s is not a number", fn, describe(v))
	}
	return f, nil
}

// describe names a value in an error: its type and, if it is short, its text.
func describe(v any) string {
	if v == nil {
		return "nil"
	}
	switch reflect.TypeOf(v).Kind() {
	case reflect.String:
		s := reflect.ValueOf(v).String()
		if r := []rune(s); len(r) > 40 {
			s = string(r[:40]) + "…"
		}
		return strconv.Quote(s)
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		return fmt.Sprintf("%v (%T)", v, v)
	}
	return fmt.Sprintf("a value of type %T", v)
}

// cast returns the namespace cast.
func (l *lib) cast() map[string]any {
	// Safe strings count as strings here; elsewhere they are not converted to numbers.
	plain := func(v any) any {
		if rv := reflect.ValueOf(v); rv.Kind() == reflect.String {
			return rv.String()
		}
		return v
	}
	return map[string]any{
		"ToFloat":  func(v any) (float64, error) { return float("cast.ToFloat", plain(v)) },
		"ToInt":    func(v any) (int, error) { return integer("cast.ToInt", plain(v)) },
		"ToString": func(v any) (string, error) { return str("cast.ToString", v) },
	}
}

func isInt(k reflect.Kind) bool   { return k >= reflect.Int && k <= reflect.Int64 }
func isUint(k reflect.Kind) bool  { return k >= reflect.Uint && k <= reflect.Uint64 }
func isFloat(k reflect.Kind) bool { return k == reflect.Float32 || k == reflect.Float64 }

func isNumber(k reflect.Kind) bool { return isInt(k) || isUint(k) || isFloat(k) }

func isList(k reflect.Kind) bool { return k == reflect.Slice || k == reflect.Array }

// numberOf returns the value of a number of any kind.
func numberOf(v reflect.Value) float64 {
	switch k := v.Kind(); {
	case isInt(k):
		return float64(v.Int())
	case isUint(k):
		return float64(v.Uint())
	}
	return v.Float()
}

// wholeOf converts a number of any kind to int64 if nothing is lost.
func wholeOf(v reflect.Value) (int64, bool) {
	switch k := v.Kind(); {
	case isInt(k):
		return v.Int(), true
	case isUint(k):
		return int64(v.Uint()), v.Uint() <= math.MaxInt64
	case isFloat(k):
		f := v.Float()
		if f != math.Trunc(f) || f < math.MinInt64 || f >= math.MaxInt64 {
			return 0, false
		}
		return int64(f), true
	}
	return 0, false
}

// toNumberType converts a number to another number type if nothing is lost.
func toNumberType(v reflect.Value, to reflect.Type) (reflect.Value, bool) {
	v, isNil := indirect(v)
	if isNil {
		return reflect.Zero(to), true
	}
	if v.Type().AssignableTo(to) {
		return v, true
	}
	if !isNumber(v.Kind()) {
		return v, false
	}
	if isFloat(to.Kind()) {
		f := numberOf(v)
		if to.OverflowFloat(f) {
			return v, false
		}
		return reflect.ValueOf(f).Convert(to), true
	}
	i, ok := wholeOf(v)
	switch {
	case !ok,
		isInt(to.Kind()) && to.OverflowInt(i),
		isUint(to.Kind()) && (i < 0 || to.OverflowUint(uint64(i))):
		return v, false
	}
	return reflect.ValueOf(i).Convert(to), true
}

// indirect follows interfaces and pointers, but not pointers to structs or to types with methods, which are the views
// of templates. isNil says that it found a nil.
func indirect(v reflect.Value) (out reflect.Value, isNil bool) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return v, true
		}
		if v.Kind() == reflect.Pointer && (v.NumMethod() > 0 || v.Elem().Kind() == reflect.Struct) {
			break
		}
		v = v.Elem()
	}
	return v, !v.IsValid()
}

// absent reports whether v is nil or a nil pointer, such as a resource that does not exist. The methods of such a
// pointer cannot be called, for example String.
func absent(v any) bool {
	if v == nil {
		return true
	}
	rv := reflect.ValueOf(v)
	return rv.Kind() == reflect.Pointer && rv.IsNil()
}

// isNil reports whether v is nil or a nil pointer, map, slice, or function.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Slice:
		return rv.IsNil()
	}
	return false
}

// truth returns the truth value for {{ if }}: false for nil, zero, the empty string, map, or slice, and for values that
// report that they are zero, such as a zero time.
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	}
	rv, none := indirect(reflect.ValueOf(v))
	if none {
		return false
	}
	if z, ok := rv.Interface().(interface{ IsZero() bool }); ok {
		return !z.IsZero()
	}
	switch rv.Kind() {
	case reflect.Struct:
		return true
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return rv.Len() > 0
	}
	return !rv.IsZero()
}
