package config

import (
	_ "embed"
	"strconv"
	"strings"
)

// Change is a behavior of Hugo that a release changed, and that a project can keep by the name of an older release.
type Change struct {
	Since Release // 166 for Hugo 0.166
	Says  string  // one or two sentences in Markdown, with the old behavior where it is not obvious
}

//go:embed hugo_changes.txt
var changes string

// Changes returns the changes by release. The table in docs/hugo-differences/versions.md has the same rows.
func Changes() (out []Change) {
	for line := range strings.Lines(changes) {
		if since, says, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); since != "#" {
			n, _ := strconv.Atoi(since)
			out = append(out, Change{Release(n), says})
		}
	}
	return out
}

// ChangesBetween returns the changes between the behaviors of two versions of Hugo, in either order.
func ChangesBetween(a, b string) (out []Change) {
	if NewerVersion(a, b) {
		a, b = b, a
	}
	for _, c := range Changes() {
		if v := c.Since.Version(); NewerVersion(v, a) && !NewerVersion(v, b) {
			out = append(out, c)
		}
	}
	return out
}
