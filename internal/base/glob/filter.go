package glob

import (
	"path"
	"strings"
)

// Filter selects files of a folder by patterns in Hugo's notation. A pattern that begins with "! " excludes
// files. The first matching pattern decides; a file that matches none is included only if all patterns are
// exclusions. The zero Filter includes everything. https://gohugo.io/configuration/module/#files
type Filter struct {
	rules   []rule
	chooses bool // a pattern takes files in: the others stay out
}

// rule is a pattern of a Filter.
type rule struct {
	*Pattern
	out bool
	way bool // matches a folder that leads to files that the pattern includes
}

// NewFilter parses the patterns.
func NewFilter(patterns []string) (Filter, error) {
	var f Filter
	for _, s := range patterns {
		s, out := strings.CutPrefix(s, "! ")
		if !strings.HasPrefix(s, "/") {
			s = "/" + s
		}
		p, err := ParsePattern(s)
		if err != nil {
			return Filter{}, err
		}
		f.rules = append(f.rules, rule{p, out, false})
		if out {
			continue
		}
		f.chooses = true
		for dir := path.Dir(s); dir != "/"; dir = path.Dir(dir) {
			if p, err := ParsePattern(dir); err == nil { // a brace may be open there
				f.rules = append(f.rules, rule{p, false, true})
			}
		}
	}
	return f, nil
}

// Match reports whether a file or folder is included; name is a slash path relative to the folder.
func (f Filter) Match(name string, dir bool) bool {
	if len(f.rules) == 0 || name == "" || name == "." {
		return true
	}
	name = "/" + strings.TrimPrefix(name, "/")
	for _, r := range f.rules {
		if (dir || !r.way) && r.Pattern.Match(name) {
			return !r.out
		}
	}
	return !f.chooses
}
