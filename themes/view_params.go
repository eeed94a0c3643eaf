package themes

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Params are front matter or site parameters. Keys are in lower case at every level; templates may
// spell them in any case.
type Params map[string]any

// get returns the value of a key in any case; nil when there is none. Maps below are Params too.
func (p Params) get(key string) any {
	v, ok := p[key]
	if !ok {
		if v, ok = p[strings.ToLower(key)]; !ok {
			return nil
		}
	}
	return asParams(v)
}

// asParams makes Params of the maps that v is or directly holds, so that their keys are found in
// any case.
func asParams(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return Params(v)
	case []any:
		for _, e := range v {
			if _, ok := e.(map[string]any); ok {
				return paramsList(v)
			}
		}
	}
	return v
}

func paramsList(list []any) []any {
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = asParams(e)
	}
	return out
}

// lookup returns the value of a key, which may be a dotted path into maps below. A key that is
// written with dots itself is found first.
func (p Params) lookup(key string) (any, bool) {
	key = strings.ToLower(key)
	if v, ok := p[key]; ok {
		return asParams(v), true
	}
	head, rest, dotted := strings.Cut(key, ".")
	if !dotted {
		return nil, false
	}
	switch below := p[head].(type) {
	case map[string]any:
		return Params(below).lookup(rest)
	case Params:
		return below.lookup(rest)
	}
	return nil, false
}

// keyOf is a parameter's key as .Param takes it.
func keyOf(key any) (string, error) {
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

// intOf reads a whole number as templates pass it.
func intOf(v any) (int, error) {
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
