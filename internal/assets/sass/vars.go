package sass

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Quoted is the value of a variable that is quoted in CSS: css.Quoted.
type Quoted string

// InQuotes is the value as a string of CSS.
func (q Quoted) InQuotes() string { return strconv.Quote(string(q)) }

// Unquoted is the value of a variable without quotes in CSS: css.Unquoted.
type Unquoted string

// Vars are the style sheets hugo:vars (key "") and hugo:vars/NAME (key NAME).
type Vars map[string]string

// NewVars returns the style sheets that set variables, for Dart Sass. A map among the values is a separate style sheet.
func NewVars(values map[string]any) Vars {
	v := make(Vars)
	v.add("", values)
	return v
}

// useString is the first line of style sheets with variables.
const useString = `@use "sass:string";`

// libSass returns the style sheet of a name in the syntax of LibSass.
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

// typed matches colors, function calls, and numbers with a unit, which need no conversion.
var typed = pattern.New(`^(#[0-9a-fA-F]{3,6}$|[a-zA-Z-]+\(|[0-9]+(\.[0-9]+)?[a-zA-Z-%]+$)`)
