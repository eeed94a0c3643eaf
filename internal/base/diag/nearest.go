package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Nearest returns the candidate that a person most likely meant by name, or "" if none is close. Close means an
// edit distance of at most a third of the name's length (at least 1), ignoring case; the first of equally close
// candidates wins.
func Nearest(name string, candidates []string) string {
	return within(max(1, utf8.RuneCountInString(name)/3), name, candidates)
}

// DidYouMean returns a hint that names the candidate most like name, or otherwise if none is similar.
func DidYouMean(name string, candidates []string, otherwise string) string {
	if near := Nearest(name, candidates); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return otherwise
}

// Mistyped is Nearest with an edit distance of 1: name has one letter too many or too few, a wrong one, or two in the
// wrong order.
func Mistyped(name string, candidates []string) string { return within(1, name, candidates) }

func within(limit int, name string, candidates []string) string {
	if len(name) > 1000 {
		return "" // no name is like it, and to find that out takes long
	}
	want := []rune(strings.ToLower(name))
	best, bestDist := "", limit+1
	for _, c := range candidates {
		if d := distance(want, []rune(strings.ToLower(c)), bestDist); d < bestDist {
			best, bestDist = c, d
		}
	}
	return best
}

// distance is the optimal string alignment distance of a and b, or limit if it is at least that.
func distance(a, b []rune, limit int) int {
	if diff := len(a) - len(b); diff >= limit || -diff >= limit {
		return limit
	}
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	leastBefore := 0 // of the row before
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
			least = min(least, cur[j])
		}
		if least >= limit && leastBefore+1 >= limit {
			// later rows derive from these two, and from the row before them by a transposition, which costs
			// one
			return limit
		}
		leastBefore = least
		before, prev, cur = prev, cur, before
	}
	return min(prev[len(b)], limit)
}
