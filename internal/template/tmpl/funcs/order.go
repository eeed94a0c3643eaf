package funcs

import (
	"cmp"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// Comparer is a value that defines its own order, such as a version: Compare returns a negative number if it comes
// before other, 0 if they are equal. lt, le, gt, and ge use it.
type Comparer interface{ Compare(other any) int }

// weigh returns two numbers with the same order as a and b. Strings compare as text, or as numbers if one side is a
// number; times by their second; lists and maps by length; true is 1. collate orders two texts; nil is byte order.
func (l *lib) weigh(a, b any, collate func(a, b string) int) (float64, float64) {
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			return weighText(x, y, collate)
		}
	case int:
		if y, ok := b.(int); ok {
			return float64(x), float64(y)
		}
	case uint64: // from YAML
		if y, ok := b.(uint64); ok {
			return float64(cmp.Compare(x, y)), 0
		}
	case Comparer:
		return float64(x.Compare(b)), 0
	}
	if y, ok := b.(Comparer); ok {
		return 0, float64(y.Compare(a))
	}
	x, xText := l.weight(a)
	y, yText := l.weight(b)
	if xText != nil && yText != nil {
		return weighText(*xText, *yText, collate)
	}
	return x, y
}

func weighText(a, b string, collate func(a, b string) int) (float64, float64) {
	if collate == nil {
		return float64(strings.Compare(a, b)), 0
	}
	return float64(collate(a, b)), 0
}

// weight returns the number for a value in comparisons, and for a text that is not a number also the text.
func (l *lib) weight(v any) (float64, *string) {
	switch t := v.(type) {
	case time.Time:
		return float64(t.Unix()), nil
	case frontmatter.Local:
		return float64(t.In(l.location()).Unix()), nil
	}
	rv := reflect.ValueOf(v)
	switch k := rv.Kind(); {
	case isNumber(k):
		return numberOf(rv), nil
	case k == reflect.String:
		s := rv.String()
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return 0, &s
		}
		return f, nil
	case k == reflect.Bool:
		if rv.Bool() {
			return 1, nil
		}
	case k == reflect.Array, k == reflect.Slice, k == reflect.Map, k == reflect.Chan:
		return float64(rv.Len()), nil
	}
	return 0, nil
}

// compare returns the namespace compare.
func (l *lib) compare() map[string]any {
	// all compares the first value with each of the others; all must hold.
	all := func(holds func(a, b any) bool) func(first any, others ...any) (bool, error) {
		return func(first any, others ...any) (bool, error) {
			if len(others) == 0 {
				return false, errNoArguments
			}
			for _, o := range others {
				if !holds(first, o) {
					return false, nil
				}
			}
			return true, nil
		}
	}
	ordered := func(holds func(x, y float64) bool) func(first any, others ...any) (bool, error) {
		return all(func(a, b any) bool { return holds(l.weigh(a, b, nil)) })
	}
	return map[string]any{
		"Conditional": func(control, yes, no any) any {
			if truth(control) {
				return untyped(yes)
			}
			return untyped(no)
		},
		"Default": defaultTo,
		"Eq": func(first any, others ...any) (bool, error) {
			if len(others) == 0 {
				return false, errNoArguments
			}
			for _, o := range others {
				if l.equal(first, o) {
					return true, nil
				}
			}
			return false, nil
		},
		"Ne": all(func(a, b any) bool { return !l.equal(a, b) }),
		"Ge": ordered(func(x, y float64) bool { return x >= y }),
		"Gt": ordered(func(x, y float64) bool { return x > y }),
		"Le": ordered(func(x, y float64) bool { return x <= y }),
		"Lt": ordered(func(x, y float64) bool { return x < y }),
	}
}

// defaultTo returns the given value if it is set. Every boolean is set, and every struct except a zero time. The value
// may be missing, as when a pipeline ends in a missing key.
func defaultTo(fallback any, given ...any) (any, error) {
	switch {
	case len(given) == 0:
		return untyped(fallback), nil
	case len(given) > 1:
		return nil, countError("default", "1 or 2", len(given)+1)
	}
	v := given[0]
	if v == nil {
		return untyped(fallback), nil
	}
	set := true
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.Bool:
	case reflect.String, reflect.Array, reflect.Slice, reflect.Map:
		set = rv.Len() > 0
	case reflect.Struct:
		if t, ok := v.(time.Time); ok {
			set = !t.IsZero()
		}
	default:
		set = !rv.IsZero()
	}
	if set {
		return v, nil
	}
	return untyped(fallback), nil
}

// untyped returns v, or nil for a nil pointer. In Hugo, a function that returns any value loses the type of a nil
// interface, so reading a member of it is not an error.
func untyped(v any) any {
	switch v.(type) {
	case string, bool, int, nil:
		return v
	}
	if rv := reflect.ValueOf(v); rv.Kind() == reflect.Pointer && rv.IsNil() {
		return nil
	}
	return v
}
