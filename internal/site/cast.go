package site

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
)

// Front matter is read leniently, as in Hugo: a number is accepted as a string and a string as a number; a
// value that cannot be converted counts as empty.

// str converts a value to a string; ok is false for lists and maps.
func str(v any) (s string, ok bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case nil:
		return "", true
	case bool:
		return strconv.FormatBool(v), true
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case uint64:
		return strconv.FormatUint(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	case []any, []string, map[string]any:
		return "", false
	case frontmatter.Local:
		return v.String(), true
	case fmt.Stringer:
		return v.String(), true
	}
	return "", false
}

func text(v any) string {
	s, _ := str(v)
	return s
}

func boolean(v any) bool {
	b := asBool(v)
	return b != nil && *b
}

// asBool converts a value to a boolean, or returns nil.
func asBool(v any) *bool {
	var b bool
	switch v := v.(type) {
	case bool:
		b = v
	case int:
		b = v != 0
	case int64:
		b = v != 0
	case uint64:
		b = v != 0
	case float64:
		b = v != 0
	case string:
		var err error
		if b, err = strconv.ParseBool(v); err != nil {
			return nil
		}
	default:
		return nil
	}
	return &b
}

func integer(v any) int {
	n, _ := asInteger(v)
	return n
}

// asInteger converts a value to an integer; ok is false if it cannot.
func asInteger(v any) (n int, ok bool) {
	switch v := v.(type) {
	case nil:
		return 0, true
	case int:
		return v, true
	case int64:
		return int(v), true
	case uint64:
		return int(v), true
	case float64:
		return int(v), true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case string:
		if v == "" {
			return 0, true
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(v), 0, 64); err == nil {
			return int(n), true
		}
		if f, err := strconv.ParseFloat(v, 64); err == nil {
			return int(f), true
		}
	}
	return 0, false
}

// list converts a value to strings. A string becomes one item, as terms need it; nil for values that are not
// lists of scalars.
func list(v any) []string {
	switch v := v.(type) {
	case nil:
		return nil
	case []string:
		return v
	case []any:
		out := make([]string, len(v))
		for i, e := range v {
			var ok bool
			if out[i], ok = str(e); !ok {
				return nil
			}
		}
		return out
	}
	if s, ok := str(v); ok {
		return []string{s}
	}
	return nil
}

// fields converts a value to strings; a string is split at white space.
func fields(v any) []string {
	if s, ok := v.(string); ok {
		return strings.Fields(s)
	}
	if l := list(v); len(l) > 0 {
		return l
	}
	return nil
}

// param returns a value in the form of Params: a list of strings becomes a []string.
func param(v any) any {
	l, ok := v.([]any)
	if !ok {
		return v
	}
	out := make([]string, len(l))
	for i, e := range l {
		s, ok := e.(string)
		if !ok {
			return v
		}
		out[i] = s
	}
	return out
}
