package glob

import (
	"fmt"
	"slices"

	"github.com/bmatcuk/doublestar/v4"
)

// Set is a list of patterns in the doublestar notation, which sitegen's own settings use: * and ? match
// characters within one path segment, ** any number of segments (drafts/** also matches drafts), [a-z] and
// [!a-z] one character of a set, {a,b} alternatives. Matching is case-sensitive. The zero Set matches nothing.
type Set struct{ patterns []string }

// NewSet checks the patterns.
func NewSet(patterns []string) (Set, error) {
	for _, p := range patterns {
		if !doublestar.ValidatePattern(p) {
			return Set{}, fmt.Errorf("pattern %q: a bracket or brace is not closed, or it ends with a backslash", p)
		}
	}
	return Set{patterns}, nil
}

// Empty reports whether s has no pattern.
func (s Set) Empty() bool { return len(s.patterns) == 0 }

// Match reports whether a slash path matches one of the patterns.
func (s Set) Match(path string) bool {
	return slices.ContainsFunc(s.patterns, func(p string) bool { return doublestar.MatchUnvalidated(p, path) })
}
