// Package words has the rules of written words: title case, English plurals, file names as text, and the order
// of words in a language.
//
// Titles of sections and terms and the template functions title, humanize, pluralize, singularize, and sort
// share it, so the automatic title of a section and {{ title }} always agree.
package words

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/words/inflect"
)

// FirstUpper capitalizes the first letter of s.
func FirstUpper(s string) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// FirstLower converts the first letter of s to lower case.
func FirstLower(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// Pluralize returns the plural of an English word: "cat" gives "cats", "person" "people".
func Pluralize(s string) string { return inflect.Plural(s) }

// Singularize returns the singular of an English word: "children" gives "child".
func Singularize(s string) string { return inflect.Singular(s) }

// Humanize converts a name to text: "my-first_post" gives "My first post", "myCamelPost" "My camel post", and
// an integer its ordinal ("103" gives "103rd"). https://gohugo.io/functions/inflect/humanize/
func Humanize(s string) string {
	if s == "" {
		return ""
	}
	if _, err := strconv.Atoi(s); err == nil {
		return inflect.Ordinal(s)
	}
	s = inflect.Text(strings.ToLower(inflect.Text(s)))
	// A capital after a quotation mark begins a word, so there is a space between them.
	return afterQuote.ReplaceAllString(s, "$1")
}

var afterQuote = regexp.MustCompile("([„‚“‘«‹\"']) ")

// OneLine replaces control characters and invalid UTF-8, because names of files and feeds may contain anything.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
}
