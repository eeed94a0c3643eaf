package foreign

import (
	"slices"
	"strings"
)

// Excluded converts the patterns of a .gitignore, one per line, to glob patterns. kept are patterns of the files,
// including hidden ones, that a later line with "!" includes again. https://git-scm.com/docs/gitignore
func Excluded(patterns string) (globs, kept []string) {
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
			globs, kept = slices.DeleteFunc(globs, again), append(kept, list...)
		} else {
			globs, kept = append(globs, list...), slices.DeleteFunc(kept, again)
		}
	}
	return globs, kept
}
