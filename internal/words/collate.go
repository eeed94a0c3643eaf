package words

import (
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Collator orders strings as a language does. It is not safe for concurrent use.
type Collator struct {
	full  *collate.Collator
	ascii *[128]uint16 // primary weights of ASCII; nil when the language treats ASCII in its own way
}

// NewCollator returns the order of a language by its key or BCP 47 tag; of English for an unknown one.
func NewCollator(lang string) *Collator {
	tag, err := language.Parse(lang)
	if err != nil {
		tag = language.English
	}
	c := &Collator{full: collate.New(tag)}
	switch base, _ := tag.Base(); base.String() {
	case "en", "de", "fr", "it", "pt", "es", "nl", "pl", "ru", "uk", "fi", "ja", "zh", "ko", "he":
		// These languages leave ASCII as it is in the root order: no digraphs, no moved letters.
		c.ascii = c.weights()
	}
	return c
}

// weights finds the order of the ASCII characters by asking the full collator. Control characters
// have no weight of their own; a string with one goes the long way.
func (c *Collator) weights() *[128]uint16 {
	var w [128]uint16
	rank := func(r int) uint16 {
		lower := strings.ToLower(string(rune(r)))
		n := uint16(1)
		for o := 32; o < 127; o++ {
			if ('A' <= o && o <= 'Z') || strings.ToLower(string(rune(o))) == lower {
				continue
			}
			if c.full.CompareString(string(rune(o)), lower) < 0 {
				n++
			}
		}
		return n
	}
	for r := 32; r < 127; r++ {
		w[r] = rank(r)
	}
	return &w
}

// Compare returns -1, 0 or 1; 0 also for different strings that the language does not tell apart.
func (c *Collator) Compare(a, b string) int {
	if a == b {
		return 0
	}
	if c.ascii != nil {
		if n, ok := c.compareASCII(a, b); ok {
			return n
		}
	}
	return c.full.CompareString(a, b)
}

// compareASCII compares letters first, and only then case: lower case comes before upper case.
func (c *Collator) compareASCII(a, b string) (n int, ok bool) {
	primary, cased := 0, 0
	for i := 0; i < len(a) || i < len(b); i++ {
		var x, y byte
		var wx, wy uint16
		if i < len(a) {
			if x = a[i]; x >= 127 {
				return 0, false
			}
			if wx = c.ascii[x]; wx == 0 {
				return 0, false
			}
		}
		if i < len(b) {
			if y = b[i]; y >= 127 {
				return 0, false
			}
			if wy = c.ascii[y]; wy == 0 {
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
