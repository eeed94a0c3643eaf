package funcs

import (
	"cmp"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Version is a version such as "0.165.0" or "0.120.0-DEV". lt, ge, and so on compare it with other versions part by
// part, so 0.165.0 comes after 0.55: https://gohugo.io/functions/hugo/version/
type Version string

// String returns the version as written.
func (v Version) String() string { return string(v) }

// Eq reports whether other is the same text.
func (v Version) Eq(other any) bool {
	s, err := str("eq", other)
	return err == nil && s == string(v)
}

// Compare orders versions by their numbers; one with a suffix comes before the release. A number means major and minor
// version: 0.55 is 0.55, and 0.5 is 0.50.
func (v Version) Compare(other any) int {
	a := parseVersion(string(v))
	if rv := reflect.ValueOf(other); isNumber(rv.Kind()) {
		major, rest := math.Modf(numberOf(rv))
		return cmp.Or(cmp.Compare(a.parts[0], int(major)), cmp.Compare(a.parts[1], int(rest*100)))
	}
	s, err := str("compare", other)
	if err != nil {
		return 1
	}
	b := parseVersion(s)
	for i := range a.parts {
		if c := cmp.Compare(a.parts[i], b.parts[i]); c != 0 {
			return c
		}
	}
	return strings.Compare(b.suffix, a.suffix) // 1.0.0-DEV is before 1.0.0
}

type versionParts struct {
	parts  [3]int
	suffix string
}

func parseVersion(s string) versionParts {
	var v versionParts
	s = strings.TrimPrefix(strings.TrimSpace(s), "v")
	s, v.suffix, _ = strings.Cut(s, "-")
	for i, p := range strings.SplitN(s, ".", 4) {
		if i < len(v.parts) {
			v.parts[i], _ = strconv.Atoi(p)
		}
	}
	return v
}
