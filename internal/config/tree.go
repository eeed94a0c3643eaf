package config

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// tree is a decoded configuration: nested maps with lower-case keys, as in Hugo, and the origin of every leaf.
type tree struct {
	root     map[string]any
	origin   map[string]string // dotted lower-case key -> file:line, or the name of a flag or variable
	spelling map[string]string // dotted lower-case key -> its last part as written

	asked func(path string) // called with each key that is read, for a test; may be nil
}

func newTree() *tree {
	return &tree{root: map[string]any{}, origin: map[string]string{}, spelling: map[string]string{}}
}

// layer is one source of values: a file, the environment, or the flags.
type layer struct {
	values map[string]any
	at     func(path string) string // origin of a dotted lower-case key
}

// merge merges l into the tree below the dotted key prefix: maps are merged, everything else is replaced
// (https://gohugo.io/configuration/introduction/#configuration-directory).
func (t *tree) merge(prefix string, l layer) {
	into := t.root
	if prefix != "" {
		for _, part := range strings.Split(prefix, ".") {
			next, ok := into[part].(map[string]any)
			if !ok {
				next = map[string]any{}
				into[part] = next
			}
			into = next
		}
	}
	t.mergeMap(into, l.values, prefix, "", l.at)
}

func (t *tree) mergeMap(into, from map[string]any, prefix, local string, at func(string) string) {
	for _, key := range slices.Sorted(maps.Keys(from)) {
		lower := strings.ToLower(key)
		path, inFile := join(prefix, lower), join(local, lower)
		t.spelling[path] = key
		if path == "tool" { // it has the keys of another tool
			into[lower], t.origin[path] = from[key], at(inFile)
			continue
		}
		if m, ok := from[key].(map[string]any); ok {
			next, ok := into[lower].(map[string]any)
			if !ok {
				next = map[string]any{}
				into[lower] = next
			}
			t.origin[path] = at(inFile)
			t.mergeMap(next, m, path, inFile, at)
			continue
		}
		into[lower] = lowerKeys(from[key], strings.Contains("."+path+".", ".params."))
		t.origin[path] = at(inFile)
		list, _ := from[key].([]any)
		for i, item := range list { // their keys have origins, too: "menus.main.0.url"
			n := "." + strconv.Itoa(i)
			t.origin[path+n] = at(inFile + n)
			if m, ok := item.(map[string]any); ok {
				t.mergeMap(map[string]any{}, m, path+n, inFile+n, at)
			}
		}
	}
}

// lowerKeys returns v with lower-case keys in all maps, except in lists of parameters, as in Hugo.
func lowerKeys(v any, params bool) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			lower := strings.ToLower(key)
			out[lower] = lowerKeys(v[key], params || lower == "params")
		}
		return out
	case []any:
		if params {
			return v
		}
		out := make([]any, len(v))
		for i := range v {
			out[i] = lowerKeys(v[i], false)
		}
		return out
	}
	return v
}

// fill adds to into what it lacks: maps are merged deeply, values of into win.
func fill(into, from map[string]any) {
	for key, v := range from {
		have, there := into[key]
		if !there {
			into[key] = clone(v)
			continue
		}
		a, ok1 := have.(map[string]any)
		b, ok2 := v.(map[string]any)
		if ok1 && ok2 {
			fill(a, b)
		}
	}
}

// clone copies the maps in v; other values are shared and must not be changed.
func clone(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := make(map[string]any, len(m))
	for key, v := range m {
		out[key] = clone(v)
	}
	return out
}

// spelled returns a dotted path as written; a part that was not written has the spelling of the documentation.
func (t *tree) spelled(path string) string {
	parts := strings.Split(path, ".")
	for i, at := 0, ""; i < len(parts); i++ {
		at = join(at, parts[i])
		if s := t.spelling[at]; s != "" {
			parts[i] = s
		} else {
			parts[i] = proper(parts[i])
		}
	}
	return strings.Join(parts, ".")
}

func join(prefix, key string) string {
	if prefix == "" {
		return key
	}
	return prefix + "." + key
}
