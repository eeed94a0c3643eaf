package inflect

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed rules.txt
var source string

// rules are what rules.txt says.
type rules struct {
	plurals, singulars map[string]string // of whole words
	pluralEnds         []ending
	singularEnds       []ending
	acronyms           map[string]bool
}

// ending replaces the end of a word. The first one of a list that fits is used.
type ending struct{ from, to string }

// read reads the rules once. What rules.txt has later goes first for words, which go before the ends, and a word that
// has the form already is kept.
var read = sync.OnceValue(func() *rules {
	r := &rules{plurals: map[string]string{}, singulars: map[string]string{}, acronyms: map[string]bool{}}
	var plurals, singulars []ending // of words, the last first
	for line := range strings.Lines(source) {
		f := strings.Fields(line)
		switch f[0] {
		case "end":
			r.pluralEnds = append(r.pluralEnds, ending{f[2], f[2]}, ending{f[1], f[2]})
			r.singularEnds = append(r.singularEnds, ending{f[1], f[1]}, ending{f[2], f[1]})
		case "acronym":
			r.acronyms[f[1]] = true
		case "word", "word1", "plural":
			one := f[1]
			r.plurals[one] = f[2]
			if f[0] != "word1" {
				plurals = append(plurals, ending{one, f[2]}, ending{f[2], f[2]})
			}
			if f[0] == "plural" {
				continue
			}
			for _, many := range f[2:] {
				r.singulars[many] = one
				if f[0] == "word" {
					singulars = append(singulars, ending{many, one}, ending{one, one})
				}
			}
		}
	}
	slices.Reverse(plurals)
	slices.Reverse(singulars)
	r.pluralEnds = append(plurals, r.pluralEnds...)
	r.singularEnds = append(singulars, r.singularEnds...)
	return r
})
