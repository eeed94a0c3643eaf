package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// CompareFold compares strings without regard to case, letter by letter by code point; equal ones by their
// bytes. It is the order of menu entries and of terms by count.
func CompareFold(a, b string) int {
	s, t := a, b
	for s != "" && t != "" {
		x, n := utf8.DecodeRuneInString(s)
		y, m := utf8.DecodeRuneInString(t)
		s, t = s[n:], t[m:]
		if x == y {
			continue
		}
		if x, y = foldKey(x), foldKey(y); x != y {
			if x < y {
				return -1
			}
			return 1
		}
	}
	switch {
	case s == "" && t == "":
		return strings.Compare(a, b)
	case s == "":
		return -1
	}
	return 1
}

// foldKey returns the lower-case letter among those that differ only in case, so "_" sorts before letters.
func foldKey(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(unicode.ToUpper(r))
}
