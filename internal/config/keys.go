package config

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed keys.txt
var keyTable string

// keys has the keys in keys.txt by their tables, in its order.
var keys = readKeys()

func readKeys() (out [][]string) {
	for line := range strings.Lines(keyTable) {
		f := strings.Fields(line)
		switch {
		case len(f) == 0 || f[0] == "#":
		case line[0] == ' ':
			out[len(out)-1] = append(out[len(out)-1], f...)
		default:
			out = append(out, f)
		}
	}
	return out
}

// Keys returns the dotted keys that sitegen reads.
func Keys() (out []string) {
	for _, t := range keys[:len(keys)-1] {
		for _, name := range t[1:] {
			out = append(out, join(strings.Trim(t[0], "."), name))
		}
	}
	return out
}

// unusedKeys are other top-level keys of Hugo.
var unusedKeys = keys[len(keys)-1][1:]

// rootKeys are the known top-level keys, sorted.
var rootKeys = rootsOf(Keys(), unusedKeys)

func rootsOf(lists ...[]string) (out []string) {
	for _, key := range slices.Concat(lists...) {
		root, _, _ := strings.Cut(key, ".")
		out = append(out, root)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// isRootKey reports whether a lower-case key is known at the top level.
func isRootKey(key string) bool {
	return slices.ContainsFunc(rootKeys, func(s string) bool { return strings.EqualFold(s, key) })
}

// proper returns a lower-case key in the spelling of the documentation.
func proper(key string) string {
	for _, list := range [][]string{rootKeys, languageKeys, innerKeys()} {
		for _, s := range list {
			if strings.EqualFold(s, key) {
				return s
			}
		}
	}
	return key
}
