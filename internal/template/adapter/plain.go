package adapter

import (
	"reflect"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// plain returns a value of a template as front matter has it: keys of maps in lower case, lists as []any, texts as
// string. Resources stay as they are; what front matter cannot hold becomes nil.
func plain(v any) any {
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
				out[strings.ToLower(key.String())] = plain(it.Value().Interface())
			}
		}
		return out
	case reflect.Slice, reflect.Array:
		out := make([]any, r.Len())
		for i := range out {
			out[i] = plain(r.Index(i).Interface())
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
