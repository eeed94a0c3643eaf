package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// variable returns the first of the named variables that is set.
func variable(environ []string, names ...string) string {
	for _, name := range names {
		for _, kv := range slices.Backward(environ) {
			if k, v, _ := strings.Cut(kv, "="); k == name && v != "" {
				return v
			}
		}
	}
	return ""
}

// environ applies SITEGEN_* and HUGO_* variables to the tree, SITEGEN_* last. The character after the prefix
// separates the parts of a key, so HUGOxPARAMSxAPI_KEY sets params.api_key
// (https://gohugo.io/configuration/introduction/#environment-variables). Variables whose first part is not a
// known key (such as HUGO_VERSION on build servers) are ignored. If keys are given, only variables for these
// root keys are read.
func (l *loader) environ(environ []string, keys ...string) {
	sorted := slices.Clone(environ)
	slices.Sort(sorted)
	for _, prefix := range []string{"HUGO", "SITEGEN"} {
		for _, kv := range sorted {
			name, value, ok := strings.Cut(kv, "=")
			rest, mine := strings.CutPrefix(name, prefix)
			if !ok || !mine || len(rest) < 2 {
				continue
			}
			parts := strings.Split(strings.ToLower(rest[1:]), strings.ToLower(rest[:1]))
			// set by the files of init --ci
			if !isRootKey(parts[0]) && prefix == "SITEGEN" && name != "SITEGEN_VERSION" {
				l.misspelledVariable(name, parts[0])
			}
			if !isRootKey(parts[0]) || len(keys) > 0 && !slices.Contains(keys, parts[0]) || slices.Contains(parts, "") ||
				parts[0] == "environment" {
				continue
			}
			parts = l.matchKeys(parts)
			parent, last := strings.Join(parts[:len(parts)-1], "."), parts[len(parts)-1]
			l.tree.merge(parent, layer{
				values: map[string]any{last: environValue(value)},
				at:     func(string) string { return name },
			})
		}
	}
}

// misspelledVariable warns about a variable whose key looks like a known one.
func (l *loader) misspelledVariable(name, key string) {
	if near := diag.Nearest(key, rootKeys); near != "" {
		l.diags = append(l.diags, &diag.Diagnostic{
			Rule: "config-unknown", Severity: diag.Warning, File: name,
			Message: fmt.Sprintf("unknown configuration key %q", key),
			Hint:    "did you mean SITEGEN_" + strings.ToUpper(near) + "?",
		})
	}
}

// matchKeys joins parts that together form an existing key: PARAMS_API_KEY sets params.api_key if the
// configuration has that key.
func (l *loader) matchKeys(parts []string) []string {
	at := l.tree.root
	for i := range parts {
		for j := len(parts); j > i+1; j-- {
			if name := strings.Join(parts[i:j], "_"); at[name] != nil {
				parts = append(slices.Clone(parts[:i]), append([]string{name}, parts[j:]...)...)
				break
			}
		}
		if at, _ = at[parts[i]].(map[string]any); at == nil || i+1 >= len(parts) {
			break
		}
	}
	return parts
}

// environValue decodes a JSON list or object; anything else stays text, which the typed readers accept.
func environValue(s string) any {
	if strings.HasPrefix(s, "[") || strings.HasPrefix(s, "{") {
		var v any
		if json.Unmarshal([]byte(s), &v) == nil {
			return v
		}
	}
	return s
}
