package markup

import (
	"regexp"
	"strings"
)

// styles are the properties that color and space a text without moving it; validators warn about others.
var styles = Set(`background background-color border border-bottom border-bottom-color border-bottom-style
	border-bottom-width border-collapse border-color border-left border-left-color border-left-style border-left-width
	border-right border-right-color border-right-style border-right-width border-spacing border-style border-top
	border-top-color border-top-style border-top-width border-width clear color direction display float font font-family
	font-size font-style font-variant font-weight height letter-spacing line-height list-style-type margin margin-bottom
	margin-left margin-right margin-top overflow padding padding-bottom padding-left padding-right padding-top text-align
	text-decoration text-indent unicode-bidi vertical-align white-space width`)

// keywords and sizes are the values of backgrounds, borders, margins, and padding that validators accept: words
// found in a survey of feeds, numeric colors, and short lengths.
var (
	keywords = Set(`aqua auto black block blue bold both bottom brown center collapse dashed dotted fuchsia gray green
		!important italic left lime maroon medium none navy normal nowrap olive pointer purple red right solid silver teal
		top transparent underline white yellow`)
	sizes = regexp.MustCompile(`^(#[0-9a-f]+|rgb\([0-9]+%?,[0-9]*%?,?[0-9]*%?\)?|[0-9]?\.?[0-9]?[0-9](cm|em|ex|in|mm|pc|pt|px|%|,|\))?)$`)
	// plainStyle matches a style without URLs, escapes, comments, and functions except rgb().
	plainStyle = regexp.MustCompile(`^([:,;#%.\s0-9A-Za-z!]|\w-\w|'[\s\w]+'|"[\s\w]+"|\([0-9,\s]+\))*$`)
)

// safeStyle returns the declarations of a style attribute that a reader can keep, or "" (rule S2). It accepts
// what the W3C validator does.
func safeStyle(s string) string {
	var out []string
	parts := strings.Split(s, ";")
	all := true
	for i, part := range parts {
		switch {
		case strings.TrimSpace(part) == "":
			all = all && i == len(parts)-1
		case safeDeclaration(part):
			out = append(out, strings.TrimSpace(part))
		default:
			all = false
		}
	}
	if all {
		return s
	}
	return strings.Join(out, ";")
}

// safeDeclaration reports whether "property: value" has a harmless property and value.
func safeDeclaration(s string) bool {
	if len(s) > maxDeclaration || !plainStyle.MatchString(s) {
		return false
	}
	property, value, ok := strings.Cut(strings.ToLower(s), ":")
	property = strings.TrimSpace(property)
	if !ok || !styles[property] || strings.TrimSpace(value) == "" || strings.Contains(value, ":") {
		return false
	}
	switch family, _, _ := strings.Cut(property, "-"); family {
	case "background", "border", "margin", "padding":
		for word := range strings.FieldsSeq(value) {
			if !keywords[word] && !sizes.MatchString(word) {
				return false
			}
		}
	}
	return true
}

// maxDeclaration limits the length of a declaration, and so the time for it; real ones are shorter.
const maxDeclaration = 1000

// dangerousStyle reports whether a style does more than color and space a text.
func dangerousStyle(s string) bool { return safeStyle(s) != s }
