package eleventy

import (
	"fmt"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words/ascii"
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

// slugOf returns the name of a page without its date, or that of its folder: fileSlug in
// https://www.11ty.dev/docs/data-eleventy-supplied/#page-variable. rel is its path in the input folder.
func slugOf(rel string) string {
	_, slug := port.Date(path.Base(foreign.Stem(rel)))
	if slug == "index" {
		_, slug = port.Date(path.Base(path.Join("/", path.Dir(rel))))
	}
	return strings.Trim(slug, "/")
}

// stemOf returns the path of a page without the date in its name, with a slash in front: filePathStem.
func stemOf(rel string) string {
	_, base := port.Date(path.Base(foreign.Stem(rel)))
	return path.Join("/", path.Dir(rel), base)
}

// slugify is the filter of this name: https://github.com/sindresorhus/slugify
func slugify(s string) string {
	return ascii.Slug(spelled.Replace(shortened.ReplaceAllString(s, "$1$2$3")))
}

var (
	shortened = pattern.New(`([A-Za-z\d])'([ts])(\s|$)`) // don't
	spelled   = strings.NewReplacer(
		"ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue",
		"&", " and ", "♥", " love ", "🦄", " unicorn ",
	)
)

// expand fills in the known placeholders of a permalink: https://www.11ty.dev/docs/permalinks/
func expand(permalink, rel string, v map[string]any) string {
	return placeholder.ReplaceAllStringFunc(permalink, func(s string) string {
		m := placeholder.FindStringSubmatch(s)
		name := strings.TrimPrefix(m[1], "page.")
		value, ok := "", true
		switch name {
		case "fileSlug":
			value = slugOf(rel)
		case "filePathStem":
			value = stemOf(rel)
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
			value = slugify(value)
		}
		return value
	})
}
