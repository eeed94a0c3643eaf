package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// writeIdentity writes a text that identifies v among other values; false if v has none.
func writeIdentity(b *strings.Builder, v any, depth int) bool {
	switch v := v.(type) {
	case nil:
		b.WriteString("nil")
	case string:
		b.WriteString(strconv.Quote(v))
	case bool, int, int64, uint64, float64:
		fmt.Fprintf(b, "%T %v", v, v)
	case time.Time:
		b.WriteString(v.Format(time.RFC3339Nano))
	case *view.Page:
		if v == nil {
			b.WriteString("no page")
		} else {
			b.WriteString("page ")
			b.WriteString(view.Model(v).Key)
		}
	case *view.NilPage:
		b.WriteString("no page")
	case *view.Site:
		b.WriteString("site ")
		b.WriteString(view.LanguageOf(v))
	case map[string]any:
		return writeMapIdentity(b, v, depth)
	case tmpl.Params:
		return writeMapIdentity(b, v, depth)
	case []any:
		if depth > 3 || len(v) > 50 {
			return false
		}
		b.WriteByte('[')
		for _, e := range v {
			if !writeIdentity(b, e, depth+1) {
				return false
			}
			b.WriteByte(',')
		}
		b.WriteByte(']')
	default:
		return false
	}
	return true
}

func writeMapIdentity(b *strings.Builder, m map[string]any, depth int) bool {
	if depth > 3 || len(m) > 50 {
		return false
	}
	b.WriteByte('{')
	for _, k := range slices.Sorted(maps.Keys(m)) {
		b.WriteString(strconv.Quote(k))
		b.WriteByte(':')
		if !writeIdentity(b, m[k], depth+1) {
			return false
		}
		b.WriteByte(',')
	}
	b.WriteByte('}')
	return true
}

// appendName appends a name of v in JSON; false for a value without a name.
func appendName(b []byte, v any, depth int) ([]byte, bool) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), true
	case bool:
		return strconv.AppendBool(b, v), true
	case string:
		return appendQuoted(b, v), true
	case int:
		return strconv.AppendInt(b, int64(v), 10), true
	case int64: // from arithmetic
		return append(strconv.AppendInt(append(b, `{"$int64":`...), v, 10), '}'), true
	case uint64: // from YAML
		return append(strconv.AppendUint(append(b, `{"$uint64":"`...), v, 10), `"}`...), true
	case *view.Page:
		if v == nil || !view.IsWhole(v) {
			return nil, false
		}
		return append(appendQuoted(append(b, `{"$page":`...), view.Model(v).Key), '}'), true
	case *view.Site:
		return append(appendQuoted(append(b, `{"$site":`...), view.LanguageOf(v)), '}'), true
	case map[string]any:
		return appendMapName(b, v, depth)
	}
	return nil, false
}

func appendMapName(b []byte, m map[string]any, depth int) (_ []byte, ok bool) {
	if depth > 3 || len(m) > 50 {
		return nil, false
	}
	b = append(b, '{')
	for i, k := range slices.Sorted(maps.Keys(m)) {
		if strings.HasPrefix(k, "$") {
			return nil, false
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendQuoted(b, k), ':')
		if b, ok = appendName(b, m[k], depth+1); !ok {
			return nil, false
		}
	}
	return append(b, '}'), true
}

// appendQuoted appends a text as JSON.
func appendQuoted(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || strings.IndexByte(`"\<>&`, c) >= 0 {
			text, err := json.Marshal(s)
			if err != nil {
				panic(err) // cannot happen for a string
			}
			return append(b, text...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// namedValue returns the value that appendName named; false if it was removed.
func namedValue(s *view.Views, v any) (any, bool) {
	switch v := v.(type) {
	case nil, bool, string:
		return v, true
	case json.Number:
		n, err := v.Int64()
		return int(n), err == nil
	case map[string]any:
		if n, ok := v["$int64"].(json.Number); ok {
			i, err := n.Int64()
			return i, err == nil
		}
		if n, ok := v["$uint64"].(string); ok {
			u, err := strconv.ParseUint(n, 10, 64)
			return u, err == nil
		}
		if key, ok := v["$page"].(string); ok {
			p := s.PageByKey(key)
			return p, p != nil
		}
		if key, ok := v["$site"].(string); ok {
			e := s.SiteByKey(key)
			return e, e != nil
		}
		for k, e := range v {
			named, ok := namedValue(s, e)
			if !ok {
				return nil, false
			}
			v[k] = named
		}
		return v, true
	}
	return nil, false
}

// valueHash returns the answer to the question about a piece; false for a value that cannot be compared.
func valueHash(v any) (uint64, bool) {
	var b bytes.Buffer
	if !writeValue(&b, v) {
		return 0, false
	}
	return trace.Hash(b.Bytes()), true
}

func writeValue(b *bytes.Buffer, v any) bool {
	switch v := v.(type) {
	case template.HTML:
		fmt.Fprintf(b, "html %d %s", len(v), v)
	case view.Pages:
		fmt.Fprintf(b, "pages %d", len(v))
		for _, p := range v {
			fmt.Fprintf(b, " %q", view.Model(p).Key)
		}
	case []any:
		fmt.Fprintf(b, "list %d", len(v))
		for _, e := range v {
			if !writeValue(b, e) {
				return false
			}
		}
	case map[string]any:
		fmt.Fprintf(b, "map %d", len(v))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			fmt.Fprintf(b, " %q ", k)
			if !writeValue(b, v[k]) {
				return false
			}
		}
	default:
		var text strings.Builder
		if !writeIdentity(&text, v, 0) {
			return false
		}
		b.WriteString(text.String())
	}
	return true
}
