package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folding has buffers for folding one text after the other.
type folding struct{ parts, kept, made []byte }

// fold makes words equal that people consider the same. It drops case and the marks of Latin, Greek, Cyrillic, Hebrew,
// and Arabic letters, and replaces compatibility forms (ﬁ, ２, ﾊ). The vowel signs of other scripts stay. The browser's
// script does the same.
func (f *folding) fold(s string) string {
	if asciiLength(s) == len(s) {
		return strings.ToLower(s)
	}
	f.made = f.made[:0]
	if !utf8.ValidString(s) {
		f.other(s)
		return string(f.made)
	}
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			f.made = append(f.made, c)
			i++
			continue
		}
		if as, n := latin(s[i:]); n > 0 {
			f.made = append(f.made, as...)
			i += n
			continue
		}
		n := otherLength(s[i:])
		if i > 0 && s[i-1] < utf8.RuneSelf { // marks belong to the character before them
			i, n = i-1, n+1
			f.made = f.made[:len(f.made)-1]
		}
		f.other(s[i : i+n])
		i += n
	}
	return string(f.made)
}

// latin folds the first character of s if it is a common Latin one without marks after it. n is its size, 0 for others.
func latin(s string) (as string, n int) {
	r, n := utf8.DecodeRuneInString(s)
	if r >= rune(len(latinLetters)) {
		return "", 0
	}
	if next, _ := utf8.DecodeRuneInString(s[n:]); next >= firstMark {
		return "", 0
	}
	return latinLetters[r], n
}

// firstMark is the first character that may combine with the one before it.
const firstMark = 0x300

// latinLetters are the characters of Latin-1 and Latin Extended-A, folded.
var latinLetters = func() (list [0x180]string) {
	for r := range list {
		var f folding
		f.other(string(rune(r)))
		list[r] = string(f.made)
	}
	return list
}()

// other folds a run of non-ASCII characters with the ASCII character before it. In all forms of Unicode, characters
// after an ASCII character do not combine with anything before it.
func (f *folding) other(s string) {
	f.parts, f.kept = norm.NFKD.AppendString(f.parts[:0], s), f.kept[:0]
	for _, r := range string(f.parts) {
		if dropped(r) {
			continue
		}
		r = unicode.ToLower(r)
		if r >= 0xdf {
			if as, ok := baseLetter(r); ok {
				f.kept = append(f.kept, as...)
				continue
			}
		}
		f.kept = utf8.AppendRune(f.kept, r)
	}
	f.made = norm.NFC.Append(f.made, f.kept...) // syllables of Hangul, voiced kana
}

// asciiLength returns the number of ASCII bytes at the start of s.
func asciiLength(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return i
		}
	}
	return len(s)
}

// otherLength returns the number of non-ASCII bytes at the start of s.
func otherLength(s string) int {
	for i := range len(s) {
		if s[i] < utf8.RuneSelf {
			return i
		}
	}
	return len(s)
}

// dropped reports whether a character is ignored: Hebrew, Arabic, and common marks, tatweel, and invisible characters.
func dropped(r rune) bool {
	switch {
	case r < 0x300:
		return r == 0xad
	case r >= 0x3400 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3:
		return false // most of Chinese and Korean, without a table lookup
	case r == 0x640, r >= 0x200b && r <= 0x200f, r == 0x2060, r == 0xfeff:
		return true
	case r == 0x3099, r == 0x309a:
		return false // voiced kana
	}
	return unicode.Is(unicode.M, r) && unicode.In(r, unicode.Inherited, unicode.Hebrew, unicode.Arabic)
}

// baseLetter returns the base form of a letter that Unicode does not decompose.
func baseLetter(r rune) (as string, ok bool) {
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
