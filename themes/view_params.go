package themes

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
)

// Params are front matter or site parameters. Keys are in lower case at every level; templates may
// spell them in any case.
type Params map[string]any

// paramsOf makes Params of m and of all maps below, so that templates may spell keys in any case after
// ranging over some. m is not changed; what holds no maps is not copied.
func paramsOf(m map[string]any) Params {
	if !holdsMaps(m) {
		return m
	}
	out := make(Params, len(m))
	for k, v := range m {
		out[k] = paramsBelow(v)
	}
	return out
}

// keptParams is paramsOf with the copy kept in slot.
func keptParams(slot *atomic.Pointer[Params], m map[string]any) Params {
	if p := slot.Load(); p != nil {
		return *p
	}
	if !holdsMaps(m) {
		return m
	}
	return *once(slot, func() *Params { p := paramsOf(m); return &p })
}

func holdsMaps(m map[string]any) bool {
	for _, v := range m {
		switch v := v.(type) {
		case map[string]any:
			return true
		case []any:
			if listHoldsMaps(v) {
				return true
			}
		}
	}
	return false
}

func listHoldsMaps(list []any) bool {
	for _, e := range list {
		switch e := e.(type) {
		case map[string]any:
			return true
		case []any:
			if listHoldsMaps(e) {
				return true
			}
		}
	}
	return false
}

func paramsBelow(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return paramsOf(v)
	case []any:
		if !listHoldsMaps(v) {
			return v
		}
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = paramsBelow(e)
		}
		return out
	}
	return v
}

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
// any case. Only maps that a template merged into parameters are not Params yet.
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
