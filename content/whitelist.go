package content

import (
	"regexp"
	"strings"
)

// whitelist is a list of regular expressions that allow names; expressions after "! " forbid names. A list that only
// forbids allows all other names; an empty list allows none.
type whitelist struct{ allow, deny []*regexp.Regexp }

// newWhitelist compiles the patterns. It ignores invalid patterns, which the configuration has reported. "none" allows
// nothing.
func newWhitelist(patterns []string) whitelist {
	var w whitelist
	for _, p := range patterns {
		p = strings.TrimSpace(p)
		if p == "none" {
			return whitelist{}
		}
		list := &w.allow
		if rest, deny := strings.CutPrefix(p, "! "); deny {
			p, list = rest, &w.deny
		}
		if re, err := regexp.Compile(p); err == nil && p != "" {
			*list = append(*list, re)
		}
	}
	return w
}

func (w whitelist) accept(name string) bool {
	for _, re := range w.deny {
		if re.MatchString(name) {
			return false
		}
	}
	for _, re := range w.allow {
		if re.MatchString(name) {
			return true
		}
	}
	return len(w.allow) == 0 && len(w.deny) > 0
}
