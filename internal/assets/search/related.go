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

// kin finds related words.
type kin struct {
	of     *Index
	family []*family // of each term; nil: it has no other words
}

// family has the numbers of terms with the same stem, those in most pages first, and of equal ones the first in the
// alphabet.
type family struct {
	terms  []int
	moved  bool // pages got or lost one of them
	sorted bool
}

// kinOf finds the families of all terms.
func (x *Index) kinOf(language string) kin {
	k := kin{of: x}
	stem := stemmer(language)
	if stem == nil {
		return k
	}
	env := snowballstem.NewEnv("")
	families := map[string]*family{}
	of := func(word string) *family {
		if utf8.RuneCountInString(word) < 3 || strings.ContainsAny(word, "#0123456789") {
			return nil
		}
		env.SetCurrent(word)
		stem(env)
		f := families[env.Current()]
		if f == nil {
			f = &family{}
			families[env.Current()] = f
		}
		return f
	}
	k.family = make([]*family, len(x.terms))
	for i, t := range x.terms {
		if f := of(t.word); f != nil {
			f.terms = append(f.terms, i)
			k.family[i] = f
		}
	}
	for word := range x.moved {
		if f := of(word); f != nil {
			f.moved = true
		}
	}
	return k
}

// touches reports whether the related words of some terms may be others than before.
func (k *kin) touches(from, to int) bool {
	return k.family != nil &&
		slices.ContainsFunc(k.family[from:to], func(f *family) bool { return f != nil && f.moved })
}

// related returns the related words of a term as a browser reads them: after ~, for each one how many characters to
// remove from the end of the term, and what to append. bake has "~0d,1ing" for baked and baking. So a browser needs no
// other knowledge of the language.
func (k *kin) related(i int) string {
	if k.family == nil || k.family[i] == nil || len(k.family[i].terms) < 2 {
		return ""
	}
	f := k.family[i]
	if !f.sorted {
		f.sorted = true
		slices.SortStableFunc(f.terms, func(a, b int) int { return k.of.terms[b].pages - k.of.terms[a].pages })
	}
	return k.of.others(i, f.terms)
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
