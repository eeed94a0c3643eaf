package words

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Title returns s in title case. style is Hugo's titleCaseStyle in any case: "ap" (also used for "" and unknown
// names), "chicago", "go" (every word), "firstupper", or "none".
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

// Articles, conjunctions, and short prepositions that are lower case inside a title in AP style.
var smallWords = []string{
	"a", "an", "and", "as", "at", "but", "by", "en", "for", "if", "in", "nor", "of", "on", "or",
	"per", "the", "to", "v", "v.", "via", "vs", "vs.",
}

// Longer prepositions that are lower case in Chicago style, too.
var prepositions = []string{
	"about", "above", "across", "after", "against", "along", "among", "around", "before", "between",
	"beyond", "concerning", "despite", "down", "during", "following", "from", "including", "into",
	"near", "over", "since", "through", "throughout", "towards", "under", "until", "upon", "with",
	"within", "without",
}

func isSmall(w string) bool { return slices.Contains(smallWords, w) }

// A word of a title begins with letters or digits and ends before a space, a hyphen, or a slash.
var titleWord = regexp.MustCompile(`[\p{N}\p{L}]+[^\s/-]*`)

// Typographic marks count as their ASCII forms when the neighbors of a word are examined.
var plainMarks = strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'", "–", "-", "—", "-", "…", "...")

// headline capitalizes all words except small ones in the middle.
//
// The position of a word is found by searching in the text with ASCII marks, counting the characters of the
// words before it as bytes. That is exact for ASCII and slightly off for other text. It stays this way because
// Hugo's titles result from the same count (https://github.com/jdkato/prose, transform.TitleConverter).
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
			fresh := at(pos-2) == ':' || at(pos-2) == '-' // after "Part 1: " a new title begins
			// "the on-ramp" has one joined word, "step-by-step" three words
			joined := after == '-' && before != '-'
			if separate && !fresh && !joined {
				return lower
			}
		}
		r, n := utf8.DecodeRuneInString(word)
		return string(unicode.ToTitle(r)) + word[n:]
	})
}
