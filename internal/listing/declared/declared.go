// Package declared reads front matter for sitemaps and feeds: images, videos, files to download and authors, each in
// the forms in which authors write them.
package declared

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/frontmatter"
)

// Images returns the images that front matter names, by the keys that Hugo's own templates and themes read: images,
// image, and cover or featured_image.
func Images(params map[string]any) []string {
	var out []string
	for _, key := range []string{"images", "image", "cover", "featured_image"} {
		switch v := params[key].(type) {
		case string:
			out = append(out, v)
		case []string:
			out = append(out, v...)
		case []any:
			for _, e := range v {
				if s, ok := e.(string); ok {
					out = append(out, s)
				}
			}
		case map[string]any:
			for _, k := range []string{"image", "src", "url"} {
				if s, ok := v[k].(string); ok && s != "" {
					out = append(out, s)
					break
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return strings.TrimSpace(s) == "" })
}

// People reads the authors of a page or of the site's parameters (rule A2): `author` or `authors`, a
// name, a map with name, email and url, or a list of either.
func People(params map[string]any) []feeds.Person {
	if list := persons(params["authors"]); len(list) > 0 {
		return list
	}
	return persons(params["author"])
}

func persons(v any) []feeds.Person {
	switch v := v.(type) {
	case string:
		if v = strings.TrimSpace(v); v != "" {
			return []feeds.Person{{Name: v}}
		}
	case map[string]any:
		p := feeds.Person{Name: Text(v["name"]), Email: Text(v["email"]), URL: Text(v["url"])}
		if p != (feeds.Person{}) {
			return []feeds.Person{p}
		}
	case []any:
		var all []feeds.Person
		for _, one := range v {
			all = append(all, persons(one)...)
		}
		return all
	case []string:
		var all []feeds.Person
		for _, one := range v {
			all = append(all, persons(one)...)
		}
		return all
	}
	return nil
}

// Text returns a string without surrounding white space; "" for other values.
func Text(v any) string {
	s, _ := v.(string)
	return strings.TrimSpace(s)
}

// Values returns the elements of a list, or a single value as a list.
func Values(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	case []string:
		out := make([]any, len(v))
		for i, s := range v {
			out[i] = s
		}
		return out
	}
	return []any{v}
}

// FirstText returns the text of the first of some keys of a table that has one.
func FirstText(t map[string]any, keys ...string) string {
	for _, key := range keys {
		if s := Text(t[key]); s != "" {
			return s
		}
	}
	return ""
}

// Number returns an integer of a table, by the first of some keys that has one; 0 if none has.
func Number(t map[string]any, keys ...string) int64 {
	for _, key := range keys {
		switch v := t[key].(type) {
		case int, int64, uint64:
			n, _ := frontmatter.Int(v)
			return int64(n)
		case float64:
			return int64(v)
		case string:
			if n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64); err == nil {
				return n
			}
		}
	}
	return 0
}

// Seconds returns the duration of some seconds.
func Seconds(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }
