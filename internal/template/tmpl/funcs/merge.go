package funcs

import (
	"maps"
	"reflect"
	"strings"
	"unicode/utf8"
)

// mergeDicts is mergeMap for the maps of dict, which templates merge most often.
func (l *lib) mergeDicts(to, from map[string]any) (map[string]any, error) {
	out := make(map[string]any, len(to)+len(from))
	maps.Copy(out, to)
	for key, v := range from {
		have, ok := to[key]
		if !ok {
			if err := l.spend(len(to) / 16); err != nil {
				return nil, err
			}
			have, ok = inAnyCase(to, key)
		}
		if !ok {
			out[key] = v
			continue
		}
		a, _ := indirect(reflect.ValueOf(have))
		b, _ := indirect(reflect.ValueOf(v))
		if a.Kind() == reflect.Map && b.Kind() == reflect.Map && fits(b.Type(), a.Type()) {
			out[key] = l.mergeMap(a, b, false).Interface()
		}
	}
	return out, nil
}

// inAnyCase returns the value of a key that differs at most in case.
func inAnyCase(m map[string]any, key string) (any, bool) {
	small := strings.ToLower(key)
	for k, v := range m {
		if len(k) != len(key) && isASCII(k) && isASCII(key) {
			continue
		}
		if strings.ToLower(k) == small {
			return v, true
		}
	}
	return nil, false
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
