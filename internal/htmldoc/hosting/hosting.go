// Package hosting computes what a static host does with a request apart from sending a file: the redirects and
// rewrites of a `_redirects` file and the headers of a `_headers` file, in Netlify's format, which other hosts
// read, too.
//
// The rules are parsed once per build, then evaluated for each request. This package reads no files and does
// not use the network.
//
// Formats: https://docs.netlify.com/routing/redirects/, https://docs.netlify.com/routing/headers/
package hosting

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/percent"
)

// segments splits a path at its slashes and decodes the parts. A final slash makes no segment, because a rule
// applies to a path with and without it.
func segments(escaped string) []string {
	escaped = strings.Trim(escaped, "/")
	if escaped == "" {
		return nil
	}
	parts := strings.Split(escaped, "/")
	for i, p := range parts {
		parts[i] = percent.Unescape(p)
	}
	return parts
}
