package witness

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/percent"
)

// hostRules contains the rules in the host's files.
type hostRules struct {
	noIndex, redirected, disallowed []*regexp.Regexp
}

// readRules reads _headers, _redirects and robots.txt of a host.
func readRules(files map[string]string) (r hostRules) {
	path := ""
	for line := range strings.Lines(files["_headers"]) {
		switch name, value, _ := strings.Cut(line, ":"); {
		case strings.HasPrefix(line, "/"):
			path = strings.TrimSpace(line)
		case strings.EqualFold(strings.TrimSpace(name), "X-Robots-Tag") && strings.Contains(value, "noindex"):
			r.noIndex = append(r.noIndex, starred(path))
		}
	}
	for line := range strings.Lines(files["_redirects"]) {
		if f := strings.Fields(line); len(f) > 1 && (!strings.Contains(f[0], "*") || strings.HasSuffix(f[len(f)-1], "!")) {
			r.redirected = append(r.redirected, starred(f[0]))
		}
	}
	every := false
	for line := range strings.Lines(files["robots.txt"]) {
		switch name, value, _ := strings.Cut(strings.TrimSpace(line), ":"); strings.ToLower(name) {
		case "user-agent":
			every = strings.TrimSpace(value) == "*"
		case "disallow":
			if value = strings.TrimSpace(value); every && value != "" {
				r.disallowed = append(r.disallowed, regexp.MustCompile("^"+regexp.QuoteMeta(percent.Unescape(value))))
			}
		}
	}
	return r
}

// starred compiles the path of a rule: a star at the end matches everything, and the slash before it is
// optional.
func starred(path string) *regexp.Regexp {
	path, all := strings.CutSuffix(percent.Unescape(path), "/*")
	if all {
		return regexp.MustCompile("^" + regexp.QuoteMeta(path) + "(/|$)")
	}
	return regexp.MustCompile("^" + regexp.QuoteMeta(strings.TrimSuffix(path, "/")) + "/?$")
}

// closed returns the host rule that excludes a URL from lists, or "".
func (w *world) closed(loc string) string {
	h := w.host(loc)
	if h == nil {
		return ""
	}
	u, err := url.Parse(loc)
	if err != nil {
		return ""
	}
	matches := func(rules []*regexp.Regexp) bool {
		return slices.ContainsFunc(rules, func(r *regexp.Regexp) bool { return r.MatchString(u.Path) })
	}
	switch rules := w.rules[h.Base]; {
	case matches(rules.redirected):
		return "which the host redirects"
	case matches(rules.noIndex) || slices.ContainsFunc(rules.noIndex, func(r *regexp.Regexp) bool {
		return r.MatchString(strings.TrimSuffix(u.Path, "index.html"))
	}):
		return "which the host says not to index"
	case matches(rules.disallowed):
		return "which robots.txt forbids to read"
	}
	return ""
}

// hostFiles writes host rules for some pages, and for paths that are not pages.
func (p *Project) hostFiles() {
	root := ""
	if u, err := url.Parse(p.base); err == nil && len(p.hosts) == 0 {
		root = strings.TrimSuffix(u.Path, "/")
	}
	pick := func() string {
		lang := p.one("", "", "/"+p.langs[0], "/"+p.langs[len(p.langs)-1])
		path := lang + p.one("/posts/", "/posts/deep/", "/notes/", "/tags/", "/tags/go/", "/docs/", "/nothing/",
			"/größe-more/")
		if len(p.fixed) > 0 && p.chance(50) {
			path = p.one(p.fixed...)
		}
		if p.chance(30) {
			path += "*"
		}
		return root + path
	}
	escape := func(path string) string { return strings.ReplaceAll((&url.URL{Path: path}).EscapedPath(), "%2A", "*") }
	if p.chance(30) {
		p.Files["static/_headers"] = fmt.Sprintf("%s\n  X-Robots-Tag: noindex\n%s\n  X-Robots-Tag: noindex, nofollow\n",
			escape(pick()), pick())
	}
	if p.chance(30) {
		p.Files["static/_redirects"] = fmt.Sprintf("/old /\n%s %s/ 301!\n", escape(pick()), root)
	}
	if p.chance(30) {
		p.Files["static/robots.txt"] = fmt.Sprintf("User-agent: Other\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\nDisallow: %s\n", escape(strings.TrimSuffix(pick(), "*")))
	}
}
