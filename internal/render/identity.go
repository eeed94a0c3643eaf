package render

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/tmpl"
)

// writeIdentity writes what tells v from other values; false when v is not such a value.
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
	case *Page:
		if v == nil {
			b.WriteString("no page")
		} else {
			fmt.Fprintf(b, "page %s", v.p.Key)
		}
	case *Site:
		fmt.Fprintf(b, "site %s", v.e.Language.Lower)
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
	for _, k := range sortedKeys(m) {
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
