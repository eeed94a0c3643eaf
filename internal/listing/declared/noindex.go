package declared

import (
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
)

// NoIndex reads the keys by which authors say noindex in themes: `noindex: true`, `robotsNoIndex: true`, `robots:
// noindex`, or `robots: [noindex, nofollow]`. It returns the reason, for people, and the key; "" if none says so.
// Cascaded values count.
func NoIndex(params map[string]any) (why, key string) {
	for _, key := range []string{"noindex", "robotsnoindex"} {
		if Truth(params[key]) {
			return "its front matter says " + key, key
		}
	}
	robots, _ := params["robots"].(string)
	if list, ok := params["robots"].([]string); ok {
		robots = strings.Join(list, ", ")
	}
	if html.NoIndex(robots) {
		return "its front matter says robots: " + robots, "robots"
	}
	return "", ""
}

// Truth reports whether a value of front matter means yes: true, or "true" in any case.
func Truth(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case string:
		return strings.EqualFold(v, "true")
	}
	return false
}
