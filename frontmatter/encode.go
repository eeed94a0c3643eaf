package frontmatter

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/pelletier/go-toml/v2"
)

// Encode writes a value of the types of Block as a YAML, TOML, or JSON document that ends with a newline. Keys
// are sorted by their bytes, TOML tables are indented by two spaces, JSON by three, and YAML lists are not
// indented below their key. Text is in single quotes if it needs quotes, or if Hugo writes them: if it contains
// \, #, or "- ". TOML has no null: a key without a value is left out, a list with one is an error, and the
// document must be a map.
func Encode(format Format, value any) ([]byte, error) {
	var out bytes.Buffer
	switch format {
	case YAML:
		return encodeYAML(value)
	case TOML:
		table, ok := value.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("encode TOML: the document must be a map, not a %T", value)
		}
		enc := toml.NewEncoder(&out)
		enc.SetIndentTables(true)
		if err := enc.Encode(tomlOut(table)); err != nil {
			return nil, fmt.Errorf("encode TOML: %w", err)
		}
	case JSON:
		enc := json.NewEncoder(&out)
		enc.SetIndent("", "   ")
		if err := enc.Encode(value); err != nil {
			return nil, fmt.Errorf("encode JSON: %w", err)
		}
	default:
		return nil, fmt.Errorf("%q is not a format that can be encoded", format)
	}
	return out.Bytes(), nil
}

// tomlOut returns v with each Local as TOML's own type, and without keys that have no value.
func tomlOut(v any) any {
	return replace(v, func(v any) any {
		l, ok := v.(Local)
		if !ok {
			return v
		}
		date := toml.LocalDate{Year: l.Year, Month: int(l.Month), Day: l.Day}
		clock := toml.LocalTime{Hour: l.Hour, Minute: l.Minute, Second: l.Second, Nanosecond: l.Nano}
		switch {
		case l.HasDate && l.HasTime:
			return toml.LocalDateTime{LocalDate: date, LocalTime: clock}
		case l.HasTime:
			return clock
		}
		return date
	})
}

// replace returns a copy of v with every scalar replaced.
func replace(v any, plain func(any) any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = replace(v[i], plain)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = replace(v[k], plain)
		}
		return out
	}
	return plain(v)
}
