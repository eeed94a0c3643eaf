// Package naming makes the names of the files that sitemaps and feeds are divided into.
package naming

import (
	"cmp"
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
