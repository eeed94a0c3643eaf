// Package words knows how people write words: which letters of a title are capitals, what the plural
// of a word is, how a file name reads as text, and in which order a language puts its words.
//
// Titles of sections and terms and the template functions title, humanize, pluralize, singularize
// and sort share it, so that a section's automatic title and {{ title }} never disagree.
package words

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gobuffalo/flect"
)

// FirstUpper returns s with its first letter as a capital.
func FirstUpper(s string) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// Pluralize returns the plural of an English word: "cat" gives "cats", "person" "people".
func Pluralize(s string) string { return flect.Pluralize(s) }

// Singularize returns the singular of an English word: "children" gives "child".
func Singularize(s string) string { return flect.Singularize(s) }

// Humanize makes text of a name: "my-first_post" gives "My first post", "myCamelPost" "My camel
// post", a whole number its ordinal ("103" gives "103rd"), "" itself.
// https://gohugo.io/functions/inflect/humanize/
func Humanize(s string) string {
	if s == "" {
		return ""
	}
	if _, err := strconv.Atoi(s); err == nil {
		return flect.Ordinalize(s)
	}
	s = flect.Humanize(strings.ToLower(flect.Humanize(s)))
	// flect takes a quotation mark before a capital for the end of a word in camel case and sets a
	// space between them.
	return afterQuote.ReplaceAllString(s, "$1")
}

var afterQuote = regexp.MustCompile("([„‚“‘«‹\"']) ")
