package funcs

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
)

const fnRemarshal = "transform.Remarshal"

// remarshal converts a map, or a text in JSON, TOML, YAML, or XML, to another of these formats.
func (l *lib) remarshal(format, data any) (string, error) {
	name, err := str(fnRemarshal, format)
	if err != nil {
		return "", err
	}
	to := dataFormat(strings.TrimSpace(name))
	switch to {
	case "json", "toml", "yaml", "xml":
	default:
		return "", fmt.Errorf("%s: cannot write %q; there are json, toml, yaml and xml", fnRemarshal, name)
	}
	m, ok := data.(map[string]any)
	if !ok {
		if m, ok = l.params(data); !ok {
			text, err := str(fnRemarshal, data)
			if err != nil {
				return "", err
			}
			if text = strings.TrimSpace(text); text == "" {
				return "", nil
			}
			from := guessFormat(text, ',')
			if from == "" {
				return "", fmt.Errorf("%s: %s is neither JSON, TOML nor YAML", fnRemarshal, describe(text))
			}
			v, err := decode(from, text, dataOptions{delimiter: ',', targetType: "slice"})
			if err != nil {
				return "", err
			}
			if m, ok = v.(map[string]any); !ok {
				return "", errors.New(fnRemarshal + ": the data is not a map")
			}
		}
	}
	if err := boundedData(fnRemarshal, m); err != nil {
		return "", err
	}
	if to == "xml" {
		return encodeXML(l.plainData(m))
	}
	b, err := frontmatter.Encode(frontmatter.Format(to), l.plainData(m))
	if err != nil {
		return "", fmt.Errorf("%s: %w", fnRemarshal, err)
	}
	return string(b), nil
}

// plainData returns a copy of m with plain maps and lists, in which 1.0 is 1, since JSON does not distinguish them.
// Values in lists are unchanged, as in Hugo.
func (l *lib) plainData(m map[string]any) map[string]any {
	return l.plainBelow(m, false).(map[string]any)
}

func (l *lib) plainBelow(v any, inList bool) any {
	if p, ok := l.params(v); ok {
		v = map[string]any(p)
	}
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			if f, ok := e.(float64); ok && !inList && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
				e = int64(f)
			}
			out[k] = l.plainBelow(e, inList)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = l.plainBelow(e, true)
		}
		return out
	}
	if list := reflect.ValueOf(v); list.Kind() == reflect.Slice {
		out := make([]any, list.Len())
		for i := range out {
			out[i] = l.plainBelow(list.Index(i).Interface(), true)
		}
		return out
	}
	return v
}
