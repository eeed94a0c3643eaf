package funcs

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed typenames.txt
var typeNames string

// hugoTypes are the names of types in Hugo, by their names here. Themes use printf "%T" to find out whether a parameter
// is a map.
var hugoTypes = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(typeNames) {
		f := strings.Fields(line)
		out[f[0]] = f[1]
	}
	return out
})

// namedTypes replaces each "%T" of a layout by "%s", and its argument by the name of its type in Hugo. Layouts that
// number their arguments are unchanged.
func namedTypes(layout string, args []any) (string, []any) {
	if !strings.Contains(layout, "T") || strings.ContainsAny(layout, "[*") {
		return layout, args
	}
	args = slices.Clone(args)
	out := []byte(layout)
	at, verb := 0, false
	for i, c := range out {
		switch {
		case !verb:
			verb = c == '%'
		case strings.IndexByte("+-# 0123456789.", c) >= 0: // flags, width, and precision
		default:
			verb = false
			if c == 'T' && at < len(args) {
				out[i], args[at] = 's', typeName(args[at])
			}
			if c != '%' {
				at++
			}
		}
	}
	return string(out), args
}

func typeName(v any) string {
	name := fmt.Sprintf("%T", v)
	if hugo, ok := hugoTypes()[name]; ok {
		return hugo
	}
	return name
}
