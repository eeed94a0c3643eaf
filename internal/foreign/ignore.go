package foreign

import (
	"slices"
	"strings"
)

// Excluded converts the patterns of a .gitignore, one per line, to glob patterns. A later line with "!" removes those
// that are the same. https://git-scm.com/docs/gitignore
func Excluded(patterns string) (globs []string) {
	for line := range strings.Lines(patterns) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		line, back := strings.CutPrefix(line, "!")
		folder := strings.HasSuffix(line, "/")
		line = strings.TrimSuffix(line, "/")
		if rest, fixed := strings.CutPrefix(line, "/"); fixed {
			line = rest
		} else if !strings.Contains(line, "/") {
			line = "**/" + line
		}
		list := []string{line + "/**"}
		if !folder {
			list = append([]string{line}, list...)
		}
		again := func(glob string) bool { return slices.Contains(list, glob) }
		if back {
			globs = slices.DeleteFunc(globs, again)
		} else {
			globs = append(globs, list...)
		}
	}
	return globs
}
