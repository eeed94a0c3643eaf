package config

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
)

// dateAliases maps front matter keys to their aliases: https://gohugo.io/configuration/front-matter/#aliases
var dateAliases = map[string][]string{
	"lastmod":     {"modified"},
	"publishdate": {"pubdate", "published"},
	"expirydate":  {"unpublishdate"},
}

func readHandlers(r reader) content.DateHandlers {
	h := content.DefaultDateHandlers()
	for _, f := range []struct {
		key  string
		into *[]string
	}{{"date", &h.Date}, {"lastmod", &h.Lastmod}, {"publishdate", &h.PublishDate}, {"expirydate", &h.ExpiryDate}} {
		if !r.has(f.key) {
			continue
		}
		var given []string
		r.list(f.key, &given)
		var out []string
		for _, name := range given {
			name = strings.ToLower(name)
			if name == ":default" {
				out = append(out, *f.into...)
				continue
			}
			out = append(append(out, name), dateAliases[name]...)
		}
		*f.into = unique(out)
	}
	return h
}

// unique removes repetitions and keeps the first occurrence.
func unique(in []string) []string {
	var out []string
	for _, s := range in {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
