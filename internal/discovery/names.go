package discovery

import (
	"cmp"
	"path"
	"strings"
)

// beside is a name with a part before its extension: "sitemap-posts.xml".
func beside(name, part string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + part + ext
}

// fill puts values into a pattern such as "{section}-{year}"; value returns that of a placeholder.
func fill(pattern string, value func(name string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, rest, _ := strings.Cut(rest, "}")
		b.WriteString(fileSafe(value(name)))
		pattern = rest
	}
}

// fileSafe makes a word fit for a file name.
func fileSafe(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case '/', '\\', ' ', '?', '#', '%', ':':
			return '-'
		}
		return r
	}, strings.Trim(strings.ToLower(s), "/"))
	return cmp.Or(s, "pages")
}

// sitemapType is the media type of a sitemap by its name.
func sitemapType(name string) string {
	switch path.Ext(name) {
	case ".txt":
		return "text/plain"
	case ".gz":
		return "application/gzip"
	}
	return "application/xml"
}
