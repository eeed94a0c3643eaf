// Package hosting answers what a static host does with a request beyond sending a file: the redirects
// and rewrites of a `_redirects` file and the headers of a `_headers` file, in Netlify's format, which
// other hosts read too.
//
// Think of it as the host's configuration, compiled: Parse… once for each build, then ask for each
// request. Nothing here reads files or touches the network.
//
// Formats: https://docs.netlify.com/routing/redirects/, https://docs.netlify.com/routing/headers/
package hosting

import (
	"net/url"
	"strings"
)

// segments splits a path at its slashes, decoded; a slash at the end makes no segment of its own, for a
// rule concerns a path with and without it.
func segments(escaped string) []string {
	escaped = strings.Trim(escaped, "/")
	if escaped == "" {
		return nil
	}
	parts := strings.Split(escaped, "/")
	for i, p := range parts {
		if plain, err := url.PathUnescape(p); err == nil {
			parts[i] = plain
		}
	}
	return parts
}
