package funcs

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// dictionary makes a map from keys and values. A list of strings as a key is a path of nested maps.
func dictionary(values ...any) (map[string]any, error) {
	if len(values)%2 != 0 {
		return nil, errors.New("dict: every key needs a value")
	}
	root := make(map[string]any, len(values)/2)
	for i := 0; i < len(values); i += 2 {
		m := root
		var key string
		switch k := values[i].(type) {
		case string:
			key = k
		case []string:
			if len(k) == 0 {
				return nil, errors.New("dict: a key is an empty list")
			}
			for _, name := range k[:len(k)-1] {
				below, ok := m[name].(map[string]any)
				if !ok {
					if m[name] != nil {
						return nil, fmt.Errorf("dict: %q is not a map, so it has no keys below it", name)
					}
					below = make(map[string]any)
					m[name] = below
				}
				m = below
			}
			key = k[len(k)-1]
		default:
			v := reflect.ValueOf(values[i])
			if v.Kind() != reflect.String {
				return nil, fmt.Errorf("dict: a key must be a string, not %s", describe(values[i]))
			}
			key = v.String() // template.HTML
		}
		m[key] = values[i+1]
	}
	return root, nil
}

// index looks up nested keys and indexes. Unlike in Go templates, a missing value is nil;
// https://gohugo.io/functions/collections/indexfunction/
func (l *lib) index(item any, keys ...any) (any, error) {
	if item == nil {
		return nil, nil
	}
	if len(keys) == 1 { // the keys may be passed as one list
		switch k := keys[0].(type) {
		case string:
			if m, ok := item.(map[string]any); ok {
				return m[k], nil
			}
		case int:
		default:
			if v := reflect.ValueOf(k); v.Kind() == reflect.Slice {
				keys = plainList(v, nil)
			}
		}
	}
	if _, ok := l.params(item); ok {
		return l.indexParams(item, keys)
	}
	v := reflect.ValueOf(item)
	for _, k := range keys {
		var none bool
		if v, none = indirect(v); none {
			return nil, nil
		}
		switch v.Kind() {
		case reflect.Slice, reflect.Array, reflect.String:
			kv := reflect.ValueOf(k)
			if !isInt(kv.Kind()) && !isUint(kv.Kind()) {
				return nil, fmt.Errorf("index: a list is not indexed with %s", describe(k))
			}
			i, ok := wholeOf(kv)
			if !ok || i < 0 || i >= int64(v.Len()) {
				return nil, nil
			}
			v = v.Index(int(i))
		case reflect.Map:
			kv := reflect.ValueOf(k)
			if kv.Kind() == reflect.String && v.Type().Key().Kind() == reflect.String {
				kv = kv.Convert(v.Type().Key())
			}
			if !kv.IsValid() || !kv.Type().AssignableTo(v.Type().Key()) {
				return nil, fmt.Errorf("index: %s is not a key of a map of %s", describe(k), v.Type().Key())
			}
			if e := v.MapIndex(kv); e.IsValid() {
				v = e
			} else {
				v = reflect.Zero(v.Type().Elem())
			}
		default:
			return nil, fmt.Errorf("index: %s has no index", describe(v.Interface()))
		}
	}
	return v.Interface(), nil
}

// indexParams looks up a path of keys in parameters, in any case.
func (l *lib) indexParams(v any, keys []any) (any, error) {
	for _, k := range keys {
		if _, ok := l.params(v); !ok {
			return nil, nil
		}
		key, err := str("index", k)
		if err != nil {
			return nil, err
		}
		if v, err = l.env.Get(v, key); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// isSet reports whether a list has an index or a map has a key, whatever the value.
func (l *lib) isSet(in, key any) (bool, error) {
	v := reflect.ValueOf(in)
	switch {
	case isList(v.Kind()):
		i, err := integer("isset", key)
		return err == nil && i < v.Len(), err
	case v.Kind() == reflect.Map:
		k := reflect.ValueOf(key)
		if k.Kind() == reflect.String && v.Type().Key().Kind() == reflect.String {
			k = k.Convert(v.Type().Key())
		}
		return k.IsValid() && k.Type() == v.Type().Key() && v.MapIndex(k).IsValid(), nil
	}
	l.env.Warn("", fmt.Sprintf("isset of %s with key %v is always false", describe(in), key))
	return false, nil
}

// merge copies its last map and adds entries of the maps before it; later maps take precedence. Nested maps are merged,
// too. Keys are not case-sensitive.
func (l *lib) merge(maps ...any) (any, error) {
	if len(maps) < 2 {
		return nil, countError("merge", "at least 2", len(maps))
	}
	result := maps[len(maps)-1]
	for _, from := range slices.Backward(maps[:len(maps)-1]) {
		to := reflect.ValueOf(result)
		if to.Kind() != reflect.Map {
			return nil, fmt.Errorf("merge: %s is not a map", describe(result))
		}
		if !truth(from) {
			continue
		}
		more := reflect.ValueOf(from)
		switch {
		case more.Kind() != reflect.Map:
			return nil, fmt.Errorf("merge: %s is not a map", describe(from))
		case more.Type().Key() != to.Type().Key():
			return nil, fmt.Errorf("merge: the keys of a %T do not fit into a %T", from, result)
		case !more.Type().Elem().AssignableTo(to.Type().Elem()):
			return nil, fmt.Errorf("merge: the values of a %T do not fit into a %T", from, result)
		}
		if err := l.spend((to.Len() + more.Len()) / 2); err != nil {
			return nil, err
		}
		_, lower := l.params(result)
		if a, ok := result.(map[string]any); ok && !lower {
			if b, ok := from.(map[string]any); ok {
				var err error
				if result, err = l.mergeDicts(a, b); err != nil {
					return nil, err
				}
				continue
			}
		}
		result = l.mergeMap(to, more, lower).Interface()
	}
	return result, nil
}

// fits reports whether the entries of one type of map can be stored in another.
func fits(from, to reflect.Type) bool {
	return from.Key() == to.Key() && from.Elem().AssignableTo(to.Elem())
}

// mergeMap returns a copy of to with the entries of from. lower says that the keys of to are in lower case.
func (l *lib) mergeMap(to, from reflect.Value, lower bool) reflect.Value {
	m := merging{lib: l, lower: lower}
	return m.maps(to, from)
}

// merging is one call of merge. Maps that occur several times are merged once.
type merging struct {
	lib   *lib
	lower bool
	level int
	inner map[[2]unsafe.Pointer]reflect.Value
}

func (m *merging) nested(to, from reflect.Value) reflect.Value {
	pair := [2]unsafe.Pointer{to.UnsafePointer(), from.UnsafePointer()}
	merged, ok := m.inner[pair]
	if !ok {
		if m.inner == nil {
			m.inner = map[[2]unsafe.Pointer]reflect.Value{}
		}
		if m.level++; m.level > exec.MostLevels {
			panic(fmt.Errorf("maps nested more than %d levels deep", exec.MostLevels)) // becomes the error of merge
		}
		merged = m.maps(to, from)
		m.level--
		m.inner[pair] = merged
	}
	return merged
}

func (m *merging) maps(to, from reflect.Value) reflect.Value {
	m.lib.mustSpend(4 + (to.Len()+from.Len())*2)
	out := reflect.MakeMapWithSize(to.Type(), to.Len()+from.Len())
	folded := map[string]reflect.Value{} // lower-case key -> key in to
	text := to.Type().Key().Kind() == reflect.String
	for it := to.MapRange(); it.Next(); {
		out.SetMapIndex(it.Key(), it.Value())
		if text {
			folded[strings.ToLower(it.Key().String())] = it.Key()
		}
	}
	lower := m.lower && text
	for it := from.MapRange(); it.Next(); {
		key, have := it.Key(), reflect.Value{}
		if text {
			small := strings.ToLower(key.String())
			if k, ok := folded[small]; ok {
				have = to.MapIndex(k)
			}
			if lower {
				key = reflect.ValueOf(small).Convert(key.Type())
			}
		} else if have = to.MapIndex(key); have.IsValid() && !truth(have.Interface()) {
			have = reflect.Value{}
		}
		if !have.IsValid() {
			out.SetMapIndex(key, it.Value())
			continue
		}
		a, _ := indirect(have)
		b, _ := indirect(it.Value())
		if a.Kind() == reflect.Map && b.Kind() == reflect.Map && fits(b.Type(), a.Type()) {
			out.SetMapIndex(key, m.nested(a, b))
		}
	}
	return out
}

var errQuery = errors.New("querify: want a map, a list of keys and values, or keys and values")

// querify makes a query string, sorted by key.
func (l *lib) querify(args ...any) (string, error) {
	pairs := args
	if len(args) == 1 {
		v := reflect.ValueOf(args[0])
		switch {
		case isList(v.Kind()):
			pairs = plainList(v, nil)
		case v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String:
			pairs = nil
			for it := v.MapRange(); it.Next(); { // Encode sorts
				pairs = append(pairs, it.Key().String(), it.Value().Interface())
			}
		default:
			return "", errQuery
		}
	}
	if len(pairs)%2 != 0 {
		return "", errQuery
	}
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		k, v, err := str2("querify", pairs[i], pairs[i+1])
		if err != nil {
			return "", err
		}
		if k == "" {
			return "", errors.New("querify: a key is the empty string")
		}
		q.Add(k, v)
	}
	return q.Encode(), nil
}
