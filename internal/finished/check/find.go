package check

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/sitemap"
)

// SitemapsWith returns the names of the sitemaps that list a URL. text returns the content of a sitemap.
func SitemapsWith(address string, names []string, text func(name string) string) []string {
	loc, err := sitemap.Normalize(address)
	if err != nil {
		loc = address
	}
	escaped := "<loc>" + strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&apos;", `"`,
		"&quot;").Replace(loc) + "</loc>"
	var out []string
	for _, name := range names {
		switch s := text(name); {
		case strings.HasSuffix(name, ".txt"):
			if slices.Contains(strings.Split(s, "\n"), loc) {
				out = append(out, name)
			}
		case strings.Contains(s, "<url>"+escaped):
			out = append(out, name)
		}
	}
	return out
}
