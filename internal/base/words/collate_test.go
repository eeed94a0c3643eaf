package words

import (
	"testing"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// The fast comparison of ASCII gives the same order as the full tables of the language.
func TestCollatorOfASCII(t *testing.T) {
	texts := []string{"", "a b", "ab", "a-b", "A", "a", "aB", "Ab", "page 10", "page 2", "Zebra", "zoo", "tag-001", "(x)", "é", "e", "c", "č", "ch", "a\tb"}
	for r := rune(32); r < 127; r++ {
		texts = append(texts, string(r))
	}
	for _, lang := range append(rootOrderLanguages[:], "cs", "da", "sv", "tr", "no-such-language") {
		c := NewCollator(lang)
		tag, err := language.Parse(lang)
		if err != nil {
			tag = language.English
		}
		full := collate.New(tag)
		for _, a := range texts {
			for _, b := range texts {
				if got, want := c.Compare(a, b), full.CompareString(a, b); got != want {
					t.Errorf("%s: %q and %q compare as %d, want %d", lang, a, b, got, want)
				}
			}
		}
	}
}
