package search

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
)

// mostRelated limits the related words (with the same stem) that the index lists per term.
const mostRelated = 8

// stemmer returns the stemmer of a language by its tag (pt-BR); nil if there is none. The algorithms are those of
// https://snowballstem.org/algorithms/.
func stemmer(language string) func(*snowballstem.Env) bool {
	code, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch code {
	case "da":
		return danish.Stem
	case "de":
		return german.Stem
	case "en":
		return english.Stem
	case "es", "gl":
		return spanish.Stem
	case "fi":
		return finnish.Stem
	case "fr":
		return french.Stem
	case "hu":
		return hungarian.Stem
	case "it":
		return italian.Stem
	case "nb", "nn", "no":
		return norwegian.Stem
	case "nl":
		return dutch.Stem
	case "pt":
		return portuguese.Stem
	case "ro":
		return romanian.Stem
	case "ru":
		return russian.Stem
	case "sv":
		return swedish.Stem
	case "ta":
		return tamil.Stem
	case "tr":
		return turkish.Stem
	}
	return nil
}

// related returns the related words of each term, by index, as a browser reads them: after ~, for each one how many
// characters to remove from the end of the term, and what to append. bake has "~0d,1ing" for baked and baking. So a
// browser needs no other knowledge of the language.
func (x *Index) related(language string) map[int]string {
	stem := stemmer(language)
	if stem == nil {
		return nil
	}
	env := snowballstem.NewEnv("")
	families := map[string][]int{}
	for i, t := range x.terms {
		if utf8.RuneCountInString(t.word) < 3 || strings.ContainsAny(t.word, "#0123456789") {
			continue
		}
		env.SetCurrent(t.word)
		stem(env)
		families[env.Current()] = append(families[env.Current()], i)
	}
	out := map[int]string{}
	for _, family := range families {
		if len(family) < 2 {
			continue
		}
		// Keep the words that are in most pages, and of equal ones the first in the alphabet.
		slices.SortStableFunc(family, func(a, b int) int { return x.terms[b].pages - x.terms[a].pages })
		for _, i := range family {
			out[i] = x.others(i, family)
		}
	}
	return out
}

// others writes the terms of a family except one, in the form that related describes.
func (x *Index) others(one int, family []int) string {
	var b strings.Builder
	word, n := x.terms[one].word, 0
	for _, i := range family {
		if i == one || n == mostRelated {
			continue
		}
		b.WriteByte("~,"[min(n, 1)])
		other := x.terms[i].word
		same := shared(word, other)
		for !utf8.RuneStart((word + " ")[same]) || !utf8.RuneStart((other + " ")[same]) {
			same--
		}
		b.WriteString(strconv.Itoa(utf16Length(word[same:])) + other[same:])
		n++
	}
	return b.String()
}

// utf16Length returns the length of a string as browsers count it.
func utf16Length(s string) (n int) {
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}
