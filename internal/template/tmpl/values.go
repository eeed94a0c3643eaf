package tmpl

import (
	"fmt"
	"html/template"
	"reflect"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// Text converts any value to a string: nil is empty, HTML is unchanged.
func Text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case template.HTML:
		return string(v)
	case []byte:
		return string(v)
	case fmt.Stringer:
		return v.String()
	}
	if err := exec.Bounded(v); err != nil {
		panic(err) // becomes the error of the function that needs the text
	}
	return fmt.Sprint(v)
}

// Key converts a name that a template passes, a string of any type.
func Key(key any) (string, error) {
	switch k := key.(type) {
	case string:
		return k, nil
	case fmt.Stringer:
		return k.String(), nil
	}
	rv := reflect.ValueOf(key)
	if rv.Kind() == reflect.String {
		return rv.String(), nil
	}
	return "", fmt.Errorf("a parameter's key is a string, not %T", key)
}

// Int converts an integer that a template passes.
func Int(v any) (int, error) {
	rv := reflect.ValueOf(v)
	switch {
	case !rv.IsValid():
	case rv.CanInt():
		return int(rv.Int()), nil
	case rv.CanUint():
		return int(rv.Uint()), nil
	case rv.CanFloat():
		return int(rv.Float()), nil
	case rv.Kind() == reflect.String:
		n, err := strconv.Atoi(strings.TrimSpace(rv.String()))
		if err == nil {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%v is not a whole number", v)
}

// Number returns the value of a number of any type.
func Number(v any) (float64, bool) {
	rv := reflect.ValueOf(v)
	switch {
	case rv.CanInt():
		return float64(rv.Int()), true
	case rv.CanUint():
		return float64(rv.Uint()), true
	case rv.CanFloat():
		return rv.Float(), true
	}
	return 0, false
}

// Map returns a map that a template made, or parameters.
func Map(v any) (map[string]any, bool) {
	switch m := v.(type) {
	case map[string]any:
		return m, true
	case Params:
		return m, true
	}
	return nil, false
}

// LowerKey returns the value of a key in any case. Of several spellings, the given one counts, then the first in byte
// order.
func LowerKey(m map[string]any, key string) any {
	if v, ok := m[key]; ok {
		return v
	}
	found := ""
	for k := range m {
		if strings.EqualFold(k, key) && (found == "" || k < found) {
			found = k
		}
	}
	if found == "" {
		return nil
	}
	return m[found]
}

// Optional returns the first of optional arguments; nil if there is none.
func Optional(args []any) any {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}
