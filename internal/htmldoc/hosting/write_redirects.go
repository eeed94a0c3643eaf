package hosting

import (
	"fmt"
	"slices"
	"strings"
)

// Reader says what a host makes of a `_redirects` file that several hosts read.
type Reader struct {
	// Force marks rules that win over a file (Netlify's exclamation mark). The other hosts take such a line for
	// broken, and let rules win always (Cloudflare) or never (GitLab).
	Force bool
	// Exact says that a path with a slash at its end and one without are two.
	Exact bool
	// NotFound lets rules say which page a folder answers with where nothing is.
	NotFound bool
}

// WriteRedirects returns a `_redirects` file: our rules, then the project's own, which may hold one for
// everything. A path that has a rule of its own there has none of ours.
func (s *Site) WriteRedirects(own []byte, r Reader) []byte {
	text := string(WithoutBlock(own))
	theirs := takenBy(text)
	force := ""
	if r.Force {
		force = "!"
	}
	var b strings.Builder
	line := func(from, to, status string) { fmt.Fprintf(&b, "%s %s %s\n", from, to, status) }
	for _, m := range s.Redirects {
		from := escapePath(m.From)
		if theirs[trimmed(from)] || !rulable(m) {
			continue
		}
		line(from, m.To, s.status(m)+force)
		if other := trimmed(from); r.Exact && other != from && other != "" {
			line(other, m.To, s.status(m)+force)
		}
	}
	if r.NotFound {
		for _, dir := range slices.Backward(s.NotFound) {
			if at := escapePath(s.Prefix + "/" + dir); dir != "" && !theirs[at+"/*"] {
				line(at+"/*", at+"/404.html", "404")
			}
		}
	}
	return merge(block(b.String()), text)
}

// takenBy returns the paths that rules of a file are for, without a slash at their end.
func takenBy(text string) map[string]bool {
	rules, _ := ParseRedirects("_redirects", text)
	out := map[string]bool{}
	for _, r := range rules.rules {
		if r.host == "" && len(r.query) == 0 && len(r.conditions) == 0 {
			out[trimmed(escapePath("/"+strings.Join(r.from, "/")))] = true
		}
	}
	return out
}

func trimmed(path string) string { return strings.TrimSuffix(path, "/") }

// rulable reports whether a redirect can be said in a `_redirects` file: its parts would not stand for others.
func rulable(m Move) bool {
	return plain(m.From) && plain(m.To) && !slices.ContainsFunc(segments(m.From), isPlaceholder) &&
		!strings.Contains(m.From, "*") &&
		!strings.Contains(m.To, "/:")
}
