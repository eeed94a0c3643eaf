package config

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// ParseCascade parses a cascade value of front matter or configuration: a map or a list of maps, with
// lower-case keys. Deprecated spellings that Hugo refuses are also errors here
// (https://gohugo.io/content-management/front-matter/#cascade).
func ParseCascade(v any) ([]Cascade, error) {
	var out []Cascade
	add := func(e any, at string) error {
		m, ok := e.(map[string]any)
		if !ok {
			return fmt.Errorf("cascade must be a table or a list of tables, not %s", diag.Value(e))
		}
		c := Cascade{Values: maps.Clone(m), At: at}
		for _, key := range []string{"target", "_target"} { // _target is the deprecated name
			t, there := m[key]
			delete(c.Values, key)
			if !there || t == nil { // {target: } in YAML
				continue
			}
			target, err := ParseTarget(t)
			if err != nil {
				return err
			}
			c.Target = target
		}
		out = append(out, c)
		return nil
	}
	switch v := v.(type) {
	case nil:
	case []any:
		for i, e := range v {
			if err := add(e, fmt.Sprint("cascade.", i)); err != nil {
				return nil, err
			}
		}
	default:
		if err := add(v, "cascade"); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ParseTarget parses a page matcher: path, kind, environment, sites.matrix, with lower-case keys.
func ParseTarget(v any) (Target, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return Target{}, fmt.Errorf("target must be a table, not %s", diag.Value(v))
	}
	var t Target
	for _, key := range slices.Sorted(maps.Keys(m)) {
		switch key {
		case "path", "kind", "environment":
			s, ok := m[key].(string)
			if !ok {
				return Target{}, fmt.Errorf("target.%s must be a string, not %s", key, diag.Value(m[key]))
			}
			switch key {
			case "path":
				t.Path = s
			case "kind":
				t.Kind = s
			default:
				t.Environment = s
			}
		case "lang":
			return Target{}, fmt.Errorf("target.lang was removed from Hugo: use target.sites.matrix.languages")
		case "sites":
			sites, _ := m[key].(map[string]any)
			matrix, _ := sites["matrix"].(map[string]any)
			langs, ok := stringsOf(matrix["languages"])
			if !ok && matrix["languages"] != nil {
				return Target{}, fmt.Errorf("target.sites.matrix.languages must be a list of strings")
			}
			t.Languages, t.Matrix = langs, matrix
		default:
			t.Unknown = append(t.Unknown, key)
		}
	}
	return t, nil
}
