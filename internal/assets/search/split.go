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
//
// Words that hyphens, underscores, or dots join, such as data-dir, ETCDCTL_API, and os.ReadFile, are yielded one by one,
// and then together, as datadir, etcdctlapi, and osreadfile, with their number in joined, which is 0 for other words. So
// a search for such a name finds the pages with the name before those with its words.
func Words(folded string) iter.Seq2[string, int] {
	return func(yield func(word string, joined int) bool) {
		chain, number := 0, 0 // where the words begin that were joined so far, and their number
		for i := 0; i < len(folded); {
			r, n := rune(folded[i]), 1
			if r >= utf8.RuneSelf {
				r, n = utf8.DecodeRuneInString(folded[i:])
			}
			switch classOf(r) {
			case spaced:
				end := i + wordEnd(folded[i:])
				if !yield(cut(folded[i:end]), 0) {
					return
				}
				if number == 0 {
					chain = i
				}
				number++
				if !joins(folded[end:]) {
					if number > 1 && !yield(cut(join(folded[chain:end])), number) {
						return
					}
					number = 0
				}
				i = end
			case unspaced:
				next := i + n
				second, m := utf8.DecodeRuneInString(folded[next:])
				end := next
				if m > 0 && classOf(second) == unspaced {
					end += m
				}
				if !yield(folded[i:end], 0) {
					return
				}
				i = next
			default:
				i += n
			}
		}
	}
}

// joins reports whether the text after a word begins with a character that joins it to another one.
func joins(rest string) bool {
	if len(rest) < 2 || rest[0] != '-' && rest[0] != '_' && rest[0] != '.' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest[1:])
	return classOf(next) == spaced
}

// join removes what joins the words of a name, except dots before digits: v3.5 is not v35.
func join(name string) string {
	out := make([]byte, 0, len(name))
	for i := range len(name) {
		switch c := name[i]; {
		case c == '-' || c == '_':
		case c == '.' && (name[i+1] < '0' || name[i+1] > '9'):
		default:
			out = append(out, c)
		}
	}
	return string(out)
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
