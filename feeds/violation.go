package feeds

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Violation is a value that a rule forbids. A Writer reports it and leaves the value out.
type Violation struct {
	Rule  string // id of the rule: "A1"; Rule says what it asks for
	Entry string // URL or id of the item, "" for the feed itself
	Field string // "updated", "enclosure", …
	Value string // as it was given
}

// Error returns a sentence that names field, value, item and rule.
func (v Violation) Error() string { return v.sentence("") }

func (v Violation) sentence(message string) string {
	s := v.Field
	if v.Value != "" || message == "" {
		s += " " + quote(v.Value)
	}
	if v.Entry != "" && v.Entry != v.Value {
		s += " of " + quote(v.Entry)
	}
	return s + " breaks rule " + v.Rule + ": " + cmp.Or(message, rules[v.Rule])
}

// Finding is a Violation in a document, found by Validate or Read.
type Finding struct {
	Line    int  // of the document, from 1; 0 when not known
	Warning bool // feed readers cope with it
	Violation
	Message string // the problem, if the description of the rule is not specific enough
}

// Error returns a sentence that names field, value, item and rule.
func (f Finding) Error() string { return f.sentence(f.Message) }

// wrong returns a Finding, unwise one that is a warning. The message may be empty if the description of the
// rule is enough.
func wrong(rule, field, value, message string, line int) Finding {
	return Finding{Line: line, Violation: Violation{Rule: rule, Field: field, Value: value}, Message: message}
}

func unwise(rule, field, value, message string, line int) Finding {
	f := wrong(rule, field, value, message, line)
	f.Warning = true
	return f
}

// quote returns the beginning of s in one line, at most 200 characters.
func quote(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return ' '
		}
		return r
	}, s)
	for i, n := 0, 0; i < len(s); n++ {
		if n == 200 {
			return `"` + s[:i] + `…"`
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return `"` + s + `"`
}

// Rule returns a short description of a rule, or "" for an unknown one.
func Rule(id string) string { return rules[id] }

// Rules returns the IDs of all rules, sorted as strings.
func Rules() []string { return slices.Sorted(maps.Keys(rules)) }

// rules contains a short description of each rule.
var rules = map[string]string{
	"A1":  "an Atom feed and each entry have exactly one ID, title, and date",
	"A2":  "an Atom entry has an author, or the feed has one",
	"A3":  "an entry has content, or a link to its page and a summary",
	"A4":  "alternate links differ in type and language, and there is exactly one self link",
	"A5":  "an Atom ID is an absolute IRI, and a date follows RFC 3339",
	"A6":  "an item appears once, and its texts have the declared type",
	"A7":  "the date of a feed is not older than its newest item",
	"B1":  "a feed has a title, a URL, and a description",
	"B2":  "a date follows RFC 822, with a four-digit year and the right weekday",
	"B3":  "a feed names its own URL",
	"B4":  "an item has an ID or a URL",
	"B5":  "an author is written as mail (Name), once",
	"B6":  "an enclosure has a URL, a length, and a type",
	"B7":  "a URL is absolute",
	"B8":  "the image of a feed has the title and URL of the feed",
	"B9":  "content:encoded comes with a description",
	"B10": "ttl, skipHours, skipDays, and cloud have values that RSS allows",
	"C1":  "a language is a BCP 47 tag",
	"D1":  "a date is plausible",
	"E1":  "a document is well-formed",
	"E2":  "namespaces are declared, and are those of the formats",
	"E3":  "elements and attributes are known to the format and in the right place",
	"E4":  "a feed has no document type declaration",
	"E5":  "a document is RSS 2.0, Atom 1.0, or JSON Feed 1.1",
	"E6":  "elements that may appear once appear once",
	"E7":  "elements are not empty",
	"E8":  "the elements about the feed precede its items",
	"E9":  "a document of RSS 1.0 has what that format requires",
	"J1":  "a JSON feed and its items have what version 1.1 requires",
	"J2":  "a value of a JSON feed has the type that version 1.1 gives it",
	"M1":  "a Media RSS file has a URL and valid values",
	"P1":  "a complete feed has one document",
	"P2":  "an archive document names the current document",
	"P4":  "the pages of a feed have their own URLs",
	"Q1":  "elements of Apple's podcast namespace have values that Apple allows",
	"R1":  "threads have the links and numbers of RFC 4685",
	"S1":  "no element runs code, embeds a frame, or asks for input",
	"S2":  "no attribute runs code, and no style leaves its place",
	"S3":  "no URL runs code",
	"S4":  "plain text contains no markup",
	"S5":  "HTML consists of HTML elements that are opened and closed",
	"U3":  "a feed is in UTF-8",
	"U4":  "only XML 1.0 characters, without control characters and U+FFFD",
	"Y1":  "an extension has values that its specification allows",
}
