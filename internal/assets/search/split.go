package search

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// longest is the number of characters of a word that count.
const longest = 32

// Words yields the words of a folded text: runs of letters, numbers, and marks, similar to Unicode's word boundaries
// (https://unicode.org/reports/tr29/). Text in a script without spaces between words is yielded as pairs of characters,
// and the last character of each run by itself, so a query of one character finds all of them by prefix.
func Words(folded string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(folded); {
			r, n := rune(folded[i]), 1
			if r >= utf8.RuneSelf {
				r, n = utf8.DecodeRuneInString(folded[i:])
			}
			switch classOf(r) {
			case spaced:
				end := i + wordEnd(folded[i:])
				if !yield(cut(folded[i:end])) {
					return
				}
				i = end
			case unspaced:
				next := i + n
				second, m := utf8.DecodeRuneInString(folded[next:])
				end := next
				if m > 0 && classOf(second) == unspaced {
					end += m
				}
				if !yield(folded[i:end]) {
					return
				}
				i = next
			default:
				i += n
			}
		}
	}
}

func wordEnd(s string) int {
	for i, r := range s {
		if classOf(r) != spaced {
			return i
		}
	}
	return len(s)
}

func cut(word string) string {
	if len(word) <= longest {
		return word
	}
	n := 0
	for i := range word {
		if n == longest {
			return word[:i]
		}
		n++
	}
	return word
}

type class uint8

const (
	between  class = iota // belongs to no word
	spaced                // belongs to a word that ends at a space
	unspaced              // in a script without spaces
)

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' {
			return spaced
		}
		return between
	case r >= 0x4e00 && r <= 0x9fff, r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fa, r >= 0xac00 && r <= 0xd7a3:
		return unspaced // most of Chinese, Japanese, and Korean, without a table lookup
	case !unicode.In(r, unicode.L, unicode.N, unicode.M):
		return between
	case r >= 0xe00 && (r == 0x30fc || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)):
		return unspaced
	}
	return spaced
}
