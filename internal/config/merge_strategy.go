package config

import (
	"cmp"
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

// fillFromTheme adds the configuration of a theme or module to that of the project. The key at the top level sets
// the strategy of all tables without one; only with "deep" values other than tables are added there, too.
func fillFromTheme(own, theirs map[string]any) {
	root, _ := own[mergeKey].(string)
	root = strings.ToLower(root)
	if root == mergeNone {
		return
	}
	for key, v := range theirs {
		strategy := usualStrategy(key, cmp.Or(root, mergeNone))
		table, ok := v.(map[string]any)
		have, there := own[key].(map[string]any)
		switch {
		case key == "module" || key == "theme":
		case ok && there:
			fillTable(have, table, strategy, key)
		case ok && own[key] == nil && strategy != mergeNone, !ok && own[key] == nil && root == mergeDeep,
			!ok && isPlaceholder(have):
			own[key] = clone(v)
		}
	}
}

// usualStrategy returns the strategy of the table at a path ("languages.en.menus") that does not set one.
func usualStrategy(path, inherited string) string {
	switch parts := strings.Split(path, "."); {
	case inherited == mergeNever:
		return mergeNever
	case parts[len(parts)-1] == "params":
		return mergeDeep
	case path == "outputformats", path == "mediatypes", path == "menus",
		len(parts) == 3 && parts[0] == "languages" && parts[2] == "menus":
		return mergeShallow
	}
	return inherited
}

// isLanguageParams reports whether a key in the table at a path contains the parameters of a language, which are always
// added to a language of the project, whatever is set for the tables above.
func isLanguageParams(path, key string) bool {
	return key == "params" && strings.HasPrefix(path, "languages.") && strings.Count(path, ".") == 1
}

// isPlaceholder reports whether a table contains only the merge key: the value of the theme, which can be a list,
// takes its place.
func isPlaceholder(table map[string]any) bool {
	strategy, _ := table[mergeKey].(string)
	return len(table) == 1 && strategy != "" && strategy != mergeNone
}

// fillTable is fillFromTheme for the table at a path; strategy applies if the table does not set one.
func fillTable(own, theirs map[string]any, strategy, path string) {
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
		switch {
		case !there && (strategy == mergeShallow || strategy == mergeDeep),
			!there && strategy != mergeNever && isLanguageParams(path, key):
			own[key] = clone(v)
		case isTable && both:
			fillTable(a, b, usualStrategy(path+"."+key, below), path+"."+key)
		case isPlaceholder(a):
			own[key] = v
		}
	}
}

// fillLanguages adds the root's values to the tables of languages that request it.
func fillLanguages(root map[string]any) {
	languages, _ := root["languages"].(map[string]any)
	for _, v := range languages {
		language, _ := v.(map[string]any)
		for key, own := range language {
			if table, ok := own.(map[string]any); ok && table[mergeKey] == mergeDeep {
				theirs, _ := root[key].(map[string]any)
				fillTable(table, theirs, mergeNone, key)
			}
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
