package glob

import (
	"fmt"

	"github.com/bmatcuk/doublestar/v4"
)

// Set is a list of patterns in the doublestar notation, sitegen's own: * and ? stand for characters
// of one path segment, ** for any number of whole segments (drafts/** matches drafts too), [a-z] and
// [!a-z] for one of a set, {a,b} for alternatives. Matching heeds case. The zero Set matches nothing.
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

// Match reports whether a slash path fits one of the patterns.
func (s Set) Match(path string) bool {
	for _, p := range s.patterns {
		if doublestar.MatchUnvalidated(p, path) {
			return true
		}
	}
	return false
}
