package sass

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Quoted is a value of a variable that stands between quotes in CSS: css.Quoted.
type Quoted string

// Unquoted is one that stands there as it is: css.Unquoted.
type Unquoted string

// Vars are the style sheets hugo:vars, by "", and hugo:vars/NAME, by name.
type Vars map[string]string

// NewVars returns the style sheets that set variables, for Dart Sass; maps among them are style sheets of their own.
func NewVars(values map[string]any) Vars {
	v := make(Vars)
	v.add("", values)
	return v
}

// useString is what style sheets of variables begin with.
const useString = `@use "sass:string";`

// libSass returns the style sheet of a name as LibSass knows it.
func (v Vars) libSass(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(v[name], useString), ": string.unquote(", ": unquote(")
}

func (v Vars) add(name string, values map[string]any) {
	if values == nil {
		return
	}
	text := useString
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if below, ok := values[key].(map[string]any); ok {
			v.add(strings.TrimPrefix(name+"/"+strings.ToLower(key), "/"), below)
			continue
		}
		text += fmt.Sprintf("\n$%s: %s;", strings.TrimPrefix(key, "$"), value(values[key]))
	}
	v[name] = text
}

func value(v any) string {
	switch v := v.(type) {
	case Quoted:
		return fmt.Sprintf("%q", string(v))
	case Unquoted, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64:
		return fmt.Sprint(v)
	}
	text := fmt.Sprint(v)
	if typed.MatchString(text) {
		return text
	}
	return fmt.Sprintf("string.unquote(%q)", text)
}

// typed matches texts that are a color, a function's call or a number with a unit, which need no conversion.
var typed = regexp.MustCompile(`^(#[0-9a-fA-F]{3,6}$|[a-zA-Z-]+\(|[0-9]+(\.[0-9]+)?[a-zA-Z-%]+$)`)
