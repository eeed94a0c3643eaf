package words

import (
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Collator orders strings as a language does. It is not safe for concurrent use.
type Collator struct {
	tag   language.Tag
	full  *collate.Collator // nil until it is needed: it is expensive to make
	plain bool              // ASCII stands in the root order
}

// NewCollator returns the order of a language by its key or BCP 47 tag; of English for an unknown one.
func NewCollator(lang string) *Collator {
	tag, err := language.Parse(lang)
	if err != nil {
		tag = language.English
	}
	base, _ := tag.Base()
	return &Collator{tag: tag, plain: slices.Contains(plainLanguages[:], base.String())}
}

// plainLanguages leave ASCII as it is in the root order: no digraphs, no moved letters.
var plainLanguages = [...]string{
	"en", "de", "fr", "it", "pt", "es", "nl", "pl", "ru", "uk", "fi", "ja", "zh", "ko",
	"he",
}

// rootASCII are the ASCII characters in the root order of CLDR, without capitals, which stand with their
// letters (https://www.unicode.org/reports/tr35/tr35-collation.html#Root_Collation). Control characters have no
// weight of their own there.
const rootASCII = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"

// weights are the places of ASCII characters in rootASCII, from 1; 0: a string with one goes the long way.
var weights = func() (w [128]uint8) {
	for i := range len(rootASCII) {
		w[rootASCII[i]] = uint8(i + 1)
	}
	for c := 'a'; c <= 'z'; c++ {
		w[c-'a'+'A'] = w[c]
	}
	return w
}()

// Compare returns -1, 0 or 1; 0 also for different strings that the language does not tell apart.
func (c *Collator) Compare(a, b string) int {
	if a == b {
		return 0
	}
	if c.plain {
		if n, ok := compareASCII(a, b); ok {
			return n
		}
	}
	if c.full == nil {
		c.full = collate.New(c.tag)
	}
	return c.full.CompareString(a, b)
}

// compareASCII compares letters first, and only then case: lower case comes before upper case.
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
