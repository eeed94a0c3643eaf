package tmpl

import (
	"slices"
	"strings"
	"sync/atomic"
)

// Params are front matter or site parameters. Keys are in lower case, except in lists; templates may use any case for
// keys in lower case, and must write others exactly.
type Params map[string]any

// ParamsOf converts m and all nested maps to Params, so that templates may use any case at every level. m is not
// changed; maps without nested maps are not copied.
func ParamsOf(m map[string]any) Params {
	if !holdsMaps(m) {
		return m
	}
	out := make(Params, len(m))
	for k, v := range m {
		out[k] = paramsBelow(v)
	}
	return out
}

// KeptParams is ParamsOf with the result kept in slot, so that m is converted only once.
func KeptParams(slot *atomic.Pointer[Params], m map[string]any) Params {
	if p := slot.Load(); p != nil {
		return *p
	}
	p := ParamsOf(m)
	slot.CompareAndSwap(nil, &p)
	return *slot.Load()
}

func holdsMaps(m map[string]any) bool {
	for _, v := range m {
		if hasMap(v) {
			return true
		}
	}
	return false
}

// hasMap reports whether a value is a map, or a list that has one.
func hasMap(v any) bool {
	if list, ok := v.([]any); ok {
		return slices.ContainsFunc(list, hasMap)
	}
	_, ok := v.(map[string]any)
	return ok
}

func paramsBelow(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return ParamsOf(v)
	case []any:
		if !hasMap(v) {
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

// Get returns the value of a key in any case; nil if it is missing. Nested maps are Params, too.
func (p Params) Get(key string) any {
	v, ok := p[key]
	if !ok {
		if v, ok = p[strings.ToLower(key)]; !ok {
			return nil
		}
	}
	return asParams(v)
}

// asParams converts maps in v to Params, so that their keys are found in any case: v itself, or its direct items. Only
// maps that a template merged into parameters need this.
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

// Lookup returns the value of a key, which may be a dotted path into nested maps. A key that contains dots itself is
// found first.
func (p Params) Lookup(key string) (any, bool) {
	lower := strings.ToLower(key)
	if v, ok := p[key]; ok {
		return asParams(v), true
	}
	if v, ok := p[lower]; ok {
		return asParams(v), true
	}
	head, rest, dotted := strings.Cut(lower, ".")
	if !dotted {
		return nil, false
	}
	switch below := p[head].(type) {
	case map[string]any:
		return Params(below).Lookup(rest)
	case Params:
		return below.Lookup(rest)
	}
	return nil, false
}
