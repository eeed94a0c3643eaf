// Package naming makes the names of the files that sitemaps and feeds are divided into, and addresses as they have them.
package naming

import (
	"cmp"
	"net/url"
	"path"
	"strings"
)

// Beside is a name with a part before its extension: "sitemap-posts.xml".
func Beside(name, part string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + part + ext
}

// Fill puts values into a pattern such as "{section}-{year}"; value returns that of a placeholder.
func Fill(pattern string, value func(name string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, rest, _ := strings.Cut(rest, "}")
		b.WriteString(FileSafe(value(name)))
		pattern = rest
	}
}

// FileSafe makes a word fit for a file name.
func FileSafe(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case '/', '\\', ' ', '?', '#', '%', ':':
			return '-'
		}
		return r
	}, strings.Trim(strings.ToLower(s), "/"))
	return cmp.Or(s, "pages")
}

// MediaType is the media type of a sitemap by its name.
func MediaType(name string) string {
	switch path.Ext(name) {
	case ".txt":
		return "text/plain"
	case ".gz":
		return "application/gzip"
	}
	return "application/xml"
}

// InLists is an absolute address as lists have it. In a head html/template encodes three characters more than a URL needs,
// and leaves two that no path may hold; lists have them all encoded, so that the canonical link is the address that they have.
func InLists(abs string) string {
	scheme, rest, _ := strings.Cut(abs, "://")
	if host, path, ok := strings.Cut(rest, "/"); ok && strings.ContainsAny(path, "'()[]") {
		return scheme + "://" + host + "/" + encodedInHeads.Replace(path)
	}
	return abs
}

var encodedInHeads = strings.NewReplacer("'", "%27", "(", "%28", ")", "%29", "[", "%5B", "]", "%5D")

// Absolute reports whether a base URL has a scheme and a host.
func Absolute(base string) bool {
	u, err := url.Parse(base)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// ASCII reports whether a host needs no punycode.
func ASCII(s string) bool { return !strings.ContainsFunc(s, func(r rune) bool { return r > '~' }) }
