package hosting

import (
	"fmt"
	"slices"
	"strings"
)

// Reader describes how a host reads a `_redirects` file, a format that several hosts share.
type Reader struct {
	// Force marks rules that win over a file (Netlify's exclamation mark). Other hosts consider such a line
	// invalid; their rules win always (Cloudflare) or never (GitLab).
	Force bool
	// Exact means that paths with and without a final slash are different.
	Exact bool
	// Errors means that rules may answer with a page and the status of an error (404 or 410). Cloudflare and GitLab
	// accept only redirects and 200: https://developers.cloudflare.com/pages/configuration/redirects/,
	// https://docs.gitlab.com/user/project/pages/redirects/. Netlify accepts any status:
	// https://docs.netlify.com/routing/redirects/redirect-options/; that 410 works is confirmed in
	// https://github.com/netlify/netlify-playground/issues/22.
	Errors bool
}

// WriteRedirects returns a `_redirects` file: our rules, then the project's own, which may include one that
// matches everything. For paths that have a rule of the project, ours are omitted.
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
	if r.Errors {
		for _, p := range s.gone(text) {
			page, from := s.errorPage(p), escapePath(p)
			if page != "" && !theirs[trimmed(from)] && rulable(Move{From: p, To: page}) {
				line(from, page, "410")
			}
		}
		for _, dir := range slices.Backward(s.NotFound) {
			if at := escapePath(s.Prefix + "/" + dir); dir != "" && !theirs[at+"/*"] {
				line(at+"/*", at+"/404.html", "404")
			}
		}
	}
	return merge(block(b.String()), text)
}

// takenBy returns the paths that the rules of a file match, without a final slash.
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

// rulable reports whether `_redirects` can express a redirect: its parts contain no characters with a special
// meaning.
func rulable(m Move) bool {
	return lineSafe(m.From) && lineSafe(m.To) && !slices.ContainsFunc(segments(m.From), isPlaceholder) &&
		!strings.Contains(m.From, "*") &&
		!strings.Contains(m.To, "/:")
}
