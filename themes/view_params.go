package themes

import "strings"

// get returns the value of a key in any case; nil when there is none. Maps below are Params too.
func (p Params) get(key string) any {
	v, ok := p[key]
	if !ok {
		if v, ok = p[strings.ToLower(key)]; !ok {
			return nil
		}
	}
	return asParams(v)
}

// asParams makes Params of the maps that v is or directly holds, so that their keys are found in
// any case.
func asParams(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return Params(v)
	case []any:
		for _, e := range v {
			if _, ok := e.(map[string]any); ok {
				return paramsList(v)
			}
		}
	}
	return v
}

func paramsList(list []any) []any {
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = asParams(e)
	}
	return out
}
