package webpage

import (
	"path"
	"regexp"
	"strings"
)

// derived matches the suffix of the name of an image that was made from another one:
// sun_hu_0123456789abcdef.webp is made from sun.jpg.
var derived = regexp.MustCompile(`_hu_?[0-9a-f]{8,}[^/]*$`)

// SamePicture reports whether two URLs show the same image, possibly in another size or format.
func SamePicture(a, b string) bool {
	if a == b {
		return true
	}
	one, other := derived.FindStringIndex(a), derived.FindStringIndex(b)
	return (one != nil || other != nil) && stem(a, one) == stem(b, other)
}

func stem(loc string, derived []int) string {
	if derived != nil {
		return loc[:derived[0]]
	}
	return strings.TrimSuffix(loc, path.Ext(loc))
}
