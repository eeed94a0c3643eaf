package resource

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// decodeOptions sets the fields of the struct at into from a map of options with their names in any case. A single
// value may be given instead of a list of one, and a text instead of its value.
func decodeOptions(function string, options map[string]any, into any) error {
	rv := reflect.ValueOf(into).Elem()
	for _, key := range slices.Sorted(maps.Keys(options)) {
		field := rv.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, key) })
		if !field.IsValid() {
			continue // for another transpiler, or another version
		}
		v, ok := optionOf(options[key], field.Type())
		if !ok {
			return fmt.Errorf("%s: the option %s is a %s, not %T", function, key, field.Type(), options[key])
		}
		field.Set(v)
	}
	return nil
}

// optionOf converts a value from a template to type t.
func optionOf(v any, t reflect.Type) (reflect.Value, bool) {
	rv := reflect.ValueOf(v)
	switch {
	case !rv.IsValid():
		return reflect.Zero(t), true
	case t.Kind() == reflect.Interface:
		return rv, true
	case t.Kind() == reflect.Slice:
		if rv.Kind() != reflect.Slice {
			rv = reflect.ValueOf([]any{v})
		}
		out := reflect.MakeSlice(t, 0, rv.Len())
		for i := range rv.Len() {
			e, ok := optionOf(rv.Index(i).Interface(), t.Elem())
			if !ok {
				return e, false
			}
			out = reflect.Append(out, e)
		}
		return out, true
	case t.Kind() == reflect.Map:
		if rv.Kind() != reflect.Map || rv.Type().Key().Kind() != reflect.String {
			return rv, false
		}
		out := reflect.MakeMapWithSize(t, rv.Len())
		for it := rv.MapRange(); it.Next(); {
			e, ok := optionOf(it.Value().Interface(), t.Elem())
			if !ok {
				return e, false
			}
			out.SetMapIndex(reflect.ValueOf(it.Key().String()), e)
		}
		return out, true
	case t.Kind() == reflect.Bool:
		switch text := strings.ToLower(tmpl.Text(v)); text {
		case "true", "1", "false", "0", "":
			return reflect.ValueOf(text == "true" || text == "1"), true
		}
		return rv, false
	case t.Kind() == reflect.String:
		return reflect.ValueOf(tmpl.Text(v)), true
	case t.Kind() == reflect.Int:
		n, err := tmpl.Int(v)
		return reflect.ValueOf(n), err == nil
	}
	return rv, false
}
