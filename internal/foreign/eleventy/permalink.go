package eleventy

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/port"
)

// end returns the slash at the end of a URL, or "".
func end(url string) string {
	if strings.HasSuffix(url, "/") && url != "/" {
		return "/"
	}
	return ""
}

var (
	placeholder = pattern.New(`\{\{-?\s*([\w.]+)\s*((?:\|\s*\w+\s*(?:(?::|\()[^|}]*)?)*)-?\}\}`)
	dateFormat  = pattern.New(`["']([^"']+)["']`)
)

// expand fills in the known placeholders of a permalink: https://www.11ty.dev/docs/permalinks/
func expand(permalink, slug, rel string, v map[string]any) string {
	return placeholder.ReplaceAllStringFunc(permalink, func(s string) string {
		m := placeholder.FindStringSubmatch(s)
		name := strings.TrimPrefix(m[1], "page.")
		value, ok := "", true
		switch name {
		case "fileSlug":
			value = slug
		case "filePathStem":
			value = "/" + foreign.Stem(rel) // including the date
		case "date":
			day, format := fmt.Sprint(v["date"]), dateFormat.FindStringSubmatch(m[2])
			if format == nil || len(day) < 10 {
				return s
			}
			return strings.NewReplacer("%Y", day[:4], "%m", day[5:7], "%d", day[8:10], "yyyy", day[:4], "MM", day[5:7], "dd",
				day[8:10]).Replace(format[1])
		default:
			value, ok = v[strings.ToLower(name)].(string)
		}
		if !ok {
			return s
		}
		if strings.Contains(m[2], "slug") {
			value = port.Slug(value)
		}
		return value
	})
}
