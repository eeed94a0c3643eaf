package words

import (
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Collator sorts strings by the rules of a language. It is not safe for concurrent use.
type Collator struct {
	tag       language.Tag
	full      *collate.Collator // nil until needed, because it is expensive to create
	rootOrder bool              // the language sorts ASCII in the root order
}

// NewCollator returns the collator of a language by its key or BCP 47 tag; an unknown one sorts like English.
func NewCollator(lang string) *Collator {
	tag, err := language.Parse(lang)
	if err != nil {
		tag = language.English
	}
	base, _ := tag.Base()
	return &Collator{tag: tag, rootOrder: slices.Contains(rootOrderLanguages[:], base.String())}
}

// rootOrderLanguages sort ASCII in the root order: they have no digraphs and no moved letters.
var rootOrderLanguages = [...]string{
	"en", "de", "fr", "it", "pt", "es", "nl", "pl", "ru", "uk", "fi", "ja", "zh", "ko",
	"he",
}

// rootASCII are the ASCII characters in the root order of CLDR, without capitals, which sort with their
// lower-case letters (https://www.unicode.org/reports/tr35/tr35-collation.html#Root_Collation). Control
// characters have no weight of their own.
const rootASCII = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"

// weights are the positions of ASCII characters in rootASCII, from 1; strings with a character of weight 0 need
// the full collator.
var weights = func() (w [128]uint8) {
	for i := range len(rootASCII) {
		w[rootASCII[i]] = uint8(i + 1)
	}
	for c := 'a'; c <= 'z'; c++ {
		w[c-'a'+'A'] = w[c]
	}
	return w
}()

// Compare returns -1, 0, or 1. It also returns 0 for different strings that the language considers equal.
func (c *Collator) Compare(a, b string) int {
	if a == b {
		return 0
	}
	if c.rootOrder {
		if n, ok := compareASCII(a, b); ok {
			return n
		}
	}
	if c.full == nil {
		c.full = collate.New(c.tag)
	}
	return c.full.CompareString(a, b)
}

// compareASCII compares letters first, and case only if they are equal: lower case sorts before upper case.
func compareASCII(a, b string) (n int, ok bool) {
	primary, cased := 0, 0
	for i := 0; i < len(a) || i < len(b); i++ {
		var x, y byte
		var wx, wy uint8
		if i < len(a) {
			if x = a[i]; x >= 127 {
				return 0, false
			}
			if wx = weights[x]; wx == 0 {
				return 0, false
			}
		}
		if i < len(b) {
			if y = b[i]; y >= 127 {
				return 0, false
			}
			if wy = weights[y]; wy == 0 {
				return 0, false
			}
		}
		switch {
		case primary == 0 && wx != wy:
			primary = 1
			if wx < wy {
				primary = -1
			}
		case cased == 0 && x != y:
			cased = 1
			if x > y { // lower case has the greater byte and comes first
				cased = -1
			}
		}
	}
	if primary != 0 {
		return primary, true
	}
	return cased, true
}
