package config

import (
	"slices"
	"strings"
)

// mergeKey is the key by which a table sets how it is merged with the table of the same name in a theme or
// module: "none", "shallow" (only missing keys), or "deep" (missing keys in nested tables, too).
// https://gohugo.io/configuration/introduction/#merge-configuration-settings
const mergeKey = "_merge"

// Strategies of tables without the key. Below a shallow one the key is ignored.
const (
	mergeNone    = "none"
	mergeShallow = "shallow"
	mergeDeep    = "deep"
	mergeNever   = "never"
)

// fillFromTheme adds the configuration of a theme or module to that of the project.
func fillFromTheme(own, theirs map[string]any) {
	for key, v := range theirs {
		strategy := mergeNone
		if slices.Contains([]string{"params", "menus", "mediatypes", "outputformats"}, key) {
			strategy = mergeDeep
		}
		table, ok := v.(map[string]any)
		have, there := own[key].(map[string]any)
		switch {
		case !ok || key == "module":
		case there:
			fillTable(have, table, strategy)
		case own[key] == nil && strategy == mergeDeep:
			own[key] = clone(table)
		}
	}
}

// fillTable is fillFromTheme for a table; strategy applies if the table does not set one.
func fillTable(own, theirs map[string]any, strategy string) {
	if s, ok := own[mergeKey].(string); ok && strategy != mergeNever {
		strategy = strings.ToLower(s)
	}
	below := strategy
	if strategy == mergeShallow {
		below = mergeNever
	}
	for key, v := range theirs {
		have, there := own[key]
		a, isTable := have.(map[string]any)
		b, both := v.(map[string]any)
		only, _ := a[mergeKey].(string)
		switch {
		case !there && (strategy == mergeShallow || strategy == mergeDeep):
			own[key] = clone(v)
		case isTable && both:
			fillTable(a, b, below)
		case isTable && len(a) == 1 && only != "" && only != mergeNone:
			own[key] = v
		}
	}
}

// dropMergeKeys removes the merge keys from a table and its nested tables, because they are not settings.
func dropMergeKeys(table map[string]any) {
	delete(table, mergeKey)
	for _, v := range table {
		if t, ok := v.(map[string]any); ok {
			dropMergeKeys(t)
		}
	}
}
