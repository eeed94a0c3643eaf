package words

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Title returns s in title case. style is Hugo's titleCaseStyle, in any case of letters: "ap" (also
// the meaning of "" and of unknown names), "chicago", "go" (every word), "firstupper" or "none".
// https://gohugo.io/configuration/all/#title-case-style
func Title(style, s string) string {
	switch strings.ToLower(style) {
	case "none":
		return s
	case "firstupper":
		return FirstUpper(s)
	case "go":
		//lint:ignore SA1019 the setting is documented as "the words of Go's strings.Title"
		return strings.Title(s)
	case "chicago":
		return headline(s, func(w string) bool { return isSmall(w) || slices.Contains(prepositions, w) })
	}
	return headline(s, isSmall)
}

// Articles, conjunctions and short prepositions that the AP stylebook writes small inside a title.
var smallWords = []string{
	"a", "an", "and", "as", "at", "but", "by", "en", "for", "if", "in", "nor", "of", "on", "or",
	"per", "the", "to", "v", "v.", "via", "vs", "vs.",
}

// Longer prepositions that the Chicago manual writes small too.
var prepositions = []string{
	"about", "above", "across", "after", "against", "along", "among", "around", "before", "between",
	"beyond", "concerning", "despite", "down", "during", "following", "from", "including", "into",
	"near", "over", "since", "through", "throughout", "towards", "under", "until", "upon", "with",
	"within", "without",
}

func isSmall(w string) bool { return slices.Contains(smallWords, w) }

// A word of a title starts with letters or digits and ends before a space, a hyphen or a slash.
var titleWord = regexp.MustCompile(`[\p{N}\p{L}]+[^\s/-]*`)

// Typographic marks count as what a typewriter has when a word's neighbours are looked at.
var plainMarks = strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'", "–", "-", "—", "-", "…", "...")

// headline capitalises all words except small ones in the middle.
//
// Where a word stands is found by searching for it in the text with plain marks, counting
// characters of the words before it as bytes. That is exact for ASCII and a little off elsewhere,
// and is kept because Hugo's titles come out of the same count
// (https://github.com/jdkato/prose, transform.TitleConverter).
func headline(s string, small func(lower string) bool) string {
	plain := plainMarks.Replace(s)
	at := func(i int) byte {
		if i < 0 || i >= len(plain) {
			return plain[0]
		}
		return plain[i]
	}
	next := 0
	return titleWord.ReplaceAllStringFunc(s, func(word string) string {
		pos := next + strings.Index(plain[next:], word)
		next = pos + utf8.RuneCountInString(word)
		lower := strings.ToLower(word)
		if pos != 0 && next != len(plain) && small(lower) {
			before, after := at(pos-1), at(next)
			separate := before == ' ' || before == '-' || before == '/'
			fresh := at(pos-2) == ':' || at(pos-2) == '-' // after "Part 1: " a title begins anew
			joined := after == '-' && before != '-'       // "the on-ramp" is one word, "step-by-step" three
			if separate && !fresh && !joined {
				return lower
			}
		}
		r, n := utf8.DecodeRuneInString(word)
		return string(unicode.ToTitle(r)) + word[n:]
	})
}
