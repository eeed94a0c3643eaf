package adapter

import (
	"reflect"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// normalized returns a template value in the form of front matter: keys of maps in lower case, lists as []any, texts as
// string. Resources are unchanged; values that front matter cannot have become nil. Below params, keys in lists keep
// their case.
func normalized(v any) any { return inForm(v, false, true) }

func inForm(v any, params, lower bool) any {
	switch v := v.(type) {
	case nil, bool, int, int64, uint64, float64, string, time.Time, *resource.Resource:
		return v
	case []byte:
		return string(v)
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Map:
		out := make(map[string]any, r.Len())
		for it := r.MapRange(); it.Next(); {
			key := it.Key()
			if key.Kind() == reflect.Interface {
				key = key.Elem()
			}
			if key.Kind() == reflect.String {
				name, small := key.String(), strings.ToLower(key.String())
				if lower {
					name = small
				}
				out[name] = inForm(it.Value().Interface(), params || small == "params", lower)
			}
		}
		return out
	case reflect.Slice, reflect.Array:
		out := make([]any, r.Len())
		for i := range out {
			out[i] = inForm(r.Index(i).Interface(), params, lower && !params)
		}
		return out
	case reflect.String:
		return r.String()
	case reflect.Bool:
		return r.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return int(r.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return int(r.Uint())
	case reflect.Float32:
		return r.Float()
	}
	return nil
}
