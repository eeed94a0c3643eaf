package config

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// permalinkKinds are the page kinds with permalink patterns.
var permalinkKinds = []string{"home", "page", "section", "taxonomy", "term"}

// readPermalinks reads the three forms of permalinks: by kind and section, the old flat one (section: pattern,
// for pages and terms), and the list with targets (https://gohugo.io/configuration/permalinks/).
func readPermalinks(r reader) []Permalink {
	var out []Permalink
	if _, list := r.value("permalinks").([]any); list {
		for _, t := range r.tables("permalinks") {
			p := Permalink{Key: "permalinks"}
			t.str("pattern", &p.Pattern)
			target := Target{}
			if v := t.value("target"); v != nil {
				var err error
				if target, err = ParseTarget(v); err != nil {
					t.problem("target", diag.Error, err.Error())
				}
			}
			p.Target = &target
			out = append(out, p)
		}
		return out
	}
	all := r.sub("permalinks")
	for _, key := range all.keys() {
		if _, ok := all.value(key).(map[string]any); !ok {
			var pattern string
			all.str(key, &pattern)
			// The flat form applies to pages of a section, and to terms of a taxonomy of that name.
			for _, kind := range []string{"page", "term"} {
				out = append(out, Permalink{Kind: kind, Section: strings.Trim(key, "/"), Pattern: pattern, Key: "permalinks." +
					key})
			}
			continue
		}
		if !contains(permalinkKinds, key) {
			d := all.problem(key, diag.Error, "permalinks."+key+" is not a page kind with a permalink pattern")
			d.Hint = "use one of " + strings.Join(permalinkKinds, ", ")
			continue
		}
		kind := all.sub(key)
		for _, section := range kind.keys() {
			var pattern string
			kind.str(section, &pattern)
			out = append(out, Permalink{Kind: key, Section: strings.Trim(section, "/"), Pattern: pattern, Key: "permalinks." +
				key + "." + section})
		}
	}
	return out
}
