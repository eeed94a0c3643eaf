package mkdocs

import "strings"

// Excluded returns glob patterns of the files that exclude_docs or draft_docs names, which are patterns of .gitignore, one
// per line. A pattern that takes files back ("!") has no effect.
//
// https://www.mkdocs.org/user-guide/configuration/#exclude_docs
func Excluded(patterns string) (globs []string) {
	for line := range strings.Lines(patterns) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == '!' {
			continue
		}
		folder := strings.HasSuffix(line, "/")
		line = strings.TrimSuffix(line, "/")
		if rest, fixed := strings.CutPrefix(line, "/"); fixed {
			line = rest
		} else if !strings.Contains(line, "/") {
			line = "**/" + line
		}
		if !folder {
			globs = append(globs, line)
		}
		globs = append(globs, line+"/**")
	}
	return globs
}
