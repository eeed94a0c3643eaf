package feeds

import (
	"cmp"
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

// Finding is a Violation in a document, as Validate or Read found it.
type Finding struct {
	Line    int  // of the document, from 1; 0 when not known
	Warning bool // feed readers cope with it
	Violation
	Message string // what is wrong, where the words of the rule say too little
}

// Error returns a sentence that names field, value, item and rule.
func (f Finding) Error() string { return f.sentence(f.Message) }

// wrong returns a Finding, unwise one that is a warning. The message may be empty: the rule says it all.
func wrong(rule, field, value, message string, line int) Finding {
	return Finding{Line: line, Violation: Violation{Rule: rule, Field: field, Value: value}, Message: message}
}

func unwise(rule, field, value, message string, line int) Finding {
	f := wrong(rule, field, value, message, line)
	f.Warning = true
	return f
}

// quote shows the beginning of s in one line, at most 200 characters.
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

// Rule returns in a few words what a rule asks for, "" for an unknown one.
func Rule(id string) string { return rules[id] }

// rules says in a few words what each rule asks for. It is read only.
var rules = map[string]string{
	"A1":  "an Atom feed and its entries have one id, one title and one date",
	"A2":  "an Atom entry has an author, or the feed has one",
	"A3":  "an entry has content, or a link to its page and a summary",
	"A4":  "alternate links differ in type and language, and there is one self link",
	"A5":  "an Atom id is an absolute IRI, a date is one of RFC 3339",
	"A6":  "an item is in a feed once, and its texts have the declared type",
	"A7":  "a feed is as new as its newest item",
	"B1":  "a feed has a title, a URL, and a description",
	"B2":  "a date is one of RFC 822, with a year of four digits and the right day",
	"B3":  "a feed names its own address",
	"B4":  "an item has an id or a URL",
	"B5":  "an author is written as mail (Name), once",
	"B6":  "an enclosure has address, length and type",
	"B7":  "a URL is absolute",
	"B8":  "the image of a feed has the title and address of the feed",
	"B9":  "content:encoded comes with a description",
	"B10": "ttl, skipHours, skipDays and cloud have the values that RSS gives them",
	"C1":  "a language is a tag of BCP 47",
	"D1":  "a date is plausible",
	"E1":  "a document is well-formed",
	"E2":  "namespaces are declared, and are those of the formats",
	"E3":  "only what the format knows, where it may stand",
	"E4":  "a feed has no document type",
	"E5":  "a document is RSS 2.0, Atom 1.0 or JSON Feed 1.1",
	"E6":  "what may stand once stands once",
	"E7":  "elements are not empty",
	"E8":  "a feed says what it is before its items",
	"E9":  "a document of RSS 1.0 has what that format asks for",
	"J1":  "a JSON feed and its items have what version 1.1 requires",
	"J2":  "a value of a JSON feed has the type that version 1.1 gives it",
	"M1":  "a file of Media RSS has a URL and possible values",
	"P1":  "a complete feed has one document",
	"P2":  "an archive document names the current one",
	"P4":  "the pages of a feed have their own URLs",
	"Q1":  "elements of Apple's podcast namespace have the values that Apple gives them",
	"R1":  "threads have the links and numbers of RFC 4685",
	"S1":  "no element that runs, frames or asks",
	"S2":  "no attribute that runs, and no style that leaves its place",
	"S3":  "no address that runs code",
	"S4":  "plain text holds no markup",
	"S5":  "HTML is of HTML's elements, opened and closed",
	"U3":  "a feed is in UTF-8",
	"U4":  "only characters of XML 1.0 that mean something",
	"Y1":  "an extension has the values that its specification gives it",
}
