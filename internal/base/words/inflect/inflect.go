// Package inflect forms plurals and singulars of English words, and turns names into text, with the results of
// github.com/gobuffalo/flect, which Hugo uses. That package cannot be used itself: when a program starts, it reads
// inflections.json and acronyms.json in the working directory, so that results would depend on the folder. This one
// has its rules, which tools/inflections writes to rules.txt, and reads them on first use. A test there compares the
// results of both.
package inflect

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Plural returns the plural of an English word: "cat" gives "cats", "person" "people". Of several words, the last
// changes.
func Plural(s string) string {
	r := read()
	last := r.last(s)
	if last == "" {
		return ""
	}
	if many, ok := r.plurals[s]; ok {
		return many
	}
	lower := strings.ToLower(last)
	if r.singulars[s] != "" || r.singulars[lower] != "" {
		return s
	}
	if many, ok := r.plurals[lower]; ok {
		return replace(s, last, likeFirst(last, many))
	}
	for _, e := range r.pluralEnds {
		if start, ok := strings.CutSuffix(last, e.from); ok {
			return replace(s, last, start+e.to)
		}
	}
	if strings.HasSuffix(lower, "s") {
		return s
	}
	return s + "s"
}

// Singular returns the singular of an English word: "children" gives "child". Of several words, the last changes.
func Singular(s string) string {
	r := read()
	last := r.last(s)
	if last == "" {
		return s
	}
	if one, ok := r.singulars[s]; ok {
		return one
	}
	if r.plurals[s] != "" {
		return s
	}
	lower := strings.ToLower(last)
	if one, ok := r.singulars[lower]; ok {
		return replace(s, last, likeFirst(last, one))
	}
	if r.plurals[lower] != "" {
		return s
	}
	for _, e := range r.singularEnds {
		if start, ok := strings.CutSuffix(last, e.from); ok {
			return replace(s, last, start+e.to)
		}
	}
	if strings.HasSuffix(last, "s") {
		return strings.TrimSuffix(s, "s")
	}
	return s
}

// replace replaces the last word, which can be an acronym that s does not have in capitals: then it is added, as in
// Hugo.
func replace(s, last, by string) string { return strings.TrimSuffix(s, last) + by }

// likeFirst capitalizes the first letter of a word if that of another one is a capital.
func likeFirst(other, word string) string {
	if other == title(other) {
		return title(word)
	}
	return word
}

// title capitalizes the first letter.
func title(s string) string {
	letters := []rune(s)
	if len(letters) > 0 {
		letters[0] = unicode.ToTitle(letters[0])
	}
	return string(letters)
}

// Text turns a name into text: "first_name" gives "First name", "employeeId" "Employee ID". A text without a letter,
// a digit, or punctuation stays as it is.
func Text(s string) string {
	r := read()
	parts := r.parts(s)
	if len(parts) == 0 {
		return s
	}
	first := r.parts(parts[0])
	for i, p := range first {
		first[i] = title(p)
	}
	return strings.Join(r.add(nil, append([]string{strings.Join(first, " ")}, parts[1:]...)...), " ")
}

// Ordinal turns a number into an ordinal: "42" gives "42nd". Other texts stay as they are.
func Ordinal(s string) string {
	n, err := strconv.Atoi(s)
	if err != nil {
		return s
	}
	end := "th"
	if i := max(n%100, -(n % 100)); i < 11 || i > 13 {
		switch i % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}

// separators are the characters between words, next to white space.
var separators = []rune{'_', ' ', ':', '-', '/'}

func separates(c rune) bool { return slices.Contains(separators, c) || unicode.IsSpace(c) }

// last returns the last word of a text; "" for none.
func (r *rules) last(s string) string {
	parts := r.parts(s)
	if len(parts) == 0 {
		return ""
	}
	return parts[len(parts)-1]
}

// parts splits a text at separators, before capitals that follow something else or an acronym, and at symbols, which
// are left out. Acronyms are in capitals.
func (r *rules) parts(s string) []string {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil
	}
	if upper, ok := r.acronym(s); ok {
		return []string{upper}
	}
	var parts []string
	var part strings.Builder
	var before rune
	for _, c := range s {
		upper := unicode.IsUpper(c)
		begins := separates(c) || upper && !unicode.IsUpper(before)
		if !begins && upper {
			_, begins = r.acronym(part.String())
		}
		before = c
		switch {
		case begins:
			parts = r.add(parts, part.String())
			part.Reset()
			part.WriteRune(c)
		case unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsPunct(c) || c == '`':
			part.WriteRune(c)
		default:
			parts = r.add(parts, part.String())
			part.Reset()
		}
	}
	return r.add(parts, part.String())
}

// add adds words to a list, without separators around them, and acronyms in capitals.
func (r *rules) add(list []string, words ...string) []string {
	for _, w := range words {
		w = strings.TrimSpace(w)
		for _, c := range separators {
			w = strings.Trim(w, string(c))
		}
		if upper, ok := r.acronym(w); ok {
			w = upper
		}
		if w != "" {
			list = append(list, w)
		}
	}
	return list
}

// longestAcronym limits what is compared with acronyms: it is longer than each of them in letters of four bytes, so
// that a long text in capitals does not take quadratic time.
const longestAcronym = 32

// acronym returns a word in capitals, and reports whether it is an acronym.
func (r *rules) acronym(word string) (string, bool) {
	if len(word) > longestAcronym {
		return "", false
	}
	upper := strings.ToUpper(word)
	return upper, r.acronyms[upper]
}
