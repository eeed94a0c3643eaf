package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold makes words equal that people take for the same: it drops case and the marks of Latin, Greek, Cyrillic,
// Hebrew and Arabic letters, and takes compatibility forms (ﬁ, ２, ﾊ) for what they stand for. The vowel signs
// of other scripts stay. The browser's script does the same.
func Fold(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFKD.String(s) {
		if dropped(r) {
			continue
		}
		r = unicode.ToLower(r)
		if r >= 0xdf {
			if as, ok := plain(r); ok {
				b.WriteString(as)
				continue
			}
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String()) // syllables of Hangul, voiced kana
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// dropped reports whether a character does not count: combining marks, points, tatweel, and characters that
// nobody sees.
func dropped(r rune) bool {
	switch {
	case r < 0x300:
		return r == 0xad
	case r <= 0x36f, r >= 0x483 && r <= 0x489,
		r >= 0x591 && r <= 0x5bd, r == 0x5bf, r >= 0x5c1 && r <= 0x5c7,
		r >= 0x610 && r <= 0x61a, r == 0x640, r >= 0x64b && r <= 0x65f, r == 0x670, r >= 0x6d6 && r <= 0x6ed,
		r == 0x711, r >= 0x730 && r <= 0x74a,
		r >= 0x1ab0 && r <= 0x1aff, r >= 0x1dc0 && r <= 0x1dff,
		r >= 0x200b && r <= 0x200f, r == 0x2060, r >= 0x20d0 && r <= 0x20ff,
		r >= 0xfe00 && r <= 0xfe0f, r >= 0xfe20 && r <= 0xfe2f, r == 0xfeff:
		return true
	}
	return false
}

// plain returns how a letter is written that no decomposition of Unicode leads away from.
func plain(r rune) (as string, ok bool) {
	switch r {
	case 'ß':
		return "ss", true
	case 'æ':
		return "ae", true
	case 'œ':
		return "oe", true
	case 'þ':
		return "th", true
	case 'ø':
		return "o", true
	case 'đ', 'ð':
		return "d", true
	case 'ł':
		return "l", true
	case 'ħ':
		return "h", true
	case 'ı':
		return "i", true // the dot of İ is a mark
	case 'ς':
		return "σ", true
	case 'ى', 'ی':
		return "ي", true
	case 'ک':
		return "ك", true
	case 'ة':
		return "ه", true
	}
	return "", false
}
