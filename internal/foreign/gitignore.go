package foreign

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Patterns are the patterns of a .gitignore, as the Python package pathspec reads them: MkDocs compares only paths of
// files with them, so a file in an ignored folder can be taken back. https://git-scm.com/docs/gitignore
type Patterns []gitPattern

type gitPattern struct {
	match *regexp.Regexp // its group is not empty if a folder above the file matches
	back  bool           // files that match are taken back
}

// ParsePatterns reads patterns, one in a line. With an error, it returns those that are valid.
func ParsePatterns(text string) (out Patterns, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		if strings.HasSuffix(line, `\ `) {
			trimmed = strings.TrimLeft(line, " \t")
		}
		if trimmed == "" || trimmed[0] == '#' || trimmed == "/" {
			continue
		}
		pattern, back := strings.CutPrefix(trimmed, "!")
		expr, ok := gitExpression(pattern)
		re, wrong := regexp.Compile(expr)
		if !ok || wrong != nil {
			err = fmt.Errorf("%q is not a pattern of a .gitignore", trimmed)
			continue
		}
		out = append(out, gitPattern{match: re, back: back})
	}
	return out, err
}

// Match reports whether a file matches. The last pattern counts, but a pattern for the file itself counts more than one
// that takes a folder back.
func (p Patterns) Match(file string) (ignored bool) {
	whole := false // the pattern that counts is for the file itself
	for _, pattern := range p {
		m := pattern.match.FindStringSubmatch(file)
		if m == nil {
			continue
		}
		if inside := m[1] != ""; !inside || !whole || !pattern.back {
			ignored, whole = !pattern.back, !inside
		}
	}
	return ignored
}

// Prunes reports whether everything in a folder is ignored.
func (p Patterns) Prunes(dir string) bool {
	return !slices.ContainsFunc(p, func(one gitPattern) bool { return one.back }) && p.Match(dir+"/x")
}

// gitExpression returns a pattern as a regular expression; false if it is not valid.
func gitExpression(pattern string) (expr string, ok bool) {
	segments := strings.Split(pattern, "/")
	segments = slices.CompactFunc(segments, func(a, b string) bool { return a == "**" && b == "**" })
	below := segments[len(segments)-1] == "" // only what is in a folder
	switch {
	case len(segments) == 2 && segments[0] == "**" && below:
		return `^.+(/).*$`, true
	case segments[0] == "" && len(segments) == 1:
		return "", false
	case segments[0] == "":
		segments = segments[1:]
	case (len(segments) == 1 || len(segments) == 2 && below) && segments[0] != "**":
		segments = append([]string{"**"}, segments...)
	}
	if below && len(segments) > 1 {
		segments[len(segments)-1] = "**"
	}
	var out strings.Builder
	out.WriteString("^")
	slash := false
	for i, s := range segments {
		last := i == len(segments)-1
		switch {
		case s == "**" && i == 0 && last:
			out.WriteString(`[^/]+(?:/.*)?()`)
		case s == "**" && i == 0:
			out.WriteString(`(?:.+/)?`)
		case s == "**" && last:
			out.WriteString(map[bool]string{true: `(/).*`, false: `()/.*`}[below])
		case s == "**":
			out.WriteString(`(?:/.+)?`)
			slash = true
		default:
			if slash {
				out.WriteString("/")
			}
			part, valid := gitSegment(s)
			if !valid {
				return "", false
			}
			if out.WriteString(part); last {
				out.WriteString(`(?:(/).*)?`)
			}
			slash = true
		}
	}
	return out.String() + "$", true
}

// gitSegment returns the part of a pattern between slashes as a regular expression; false if it ends in a backslash.
func gitSegment(s string) (expr string, ok bool) {
	if s == "*" {
		return "[^/]+", true
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			if i++; i == len(s) {
				return "", false
			}
			out.WriteString(regexp.QuoteMeta(s[i : i+1]))
		case '*':
			out.WriteString("[^/]*")
		case '?':
			out.WriteString("[^/]")
		case '[':
			set := gitSet.FindStringSubmatch(s[i:])
			if set == nil {
				out.WriteString(`\[`)
				continue
			}
			i += len(set[0]) - 1
			out.WriteString("[" + map[bool]string{true: "^"}[set[1] != ""] +
				strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`).Replace(set[2]) + "]")
		default:
			out.WriteString(regexp.QuoteMeta(s[i : i+1]))
		}
	}
	return out.String(), true
}

// gitSet matches a set of characters.
var gitSet = regexp.MustCompile(`^\[([!^]?)(\]?[^\]]*)\]`)
