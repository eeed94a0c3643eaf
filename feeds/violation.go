package feeds

import "unicode/utf8"

// Violation is something that a rule forbids. A Writer reports it and leaves the value out; Validate
// finds it in a document.
type Violation struct {
	Rule  string // id of the rule: "A1"
	Entry string // URL or id of the item, "" for the feed itself
	Field string
	Value string

	// Of Validate only.
	Message string // what is wrong, where the words of the rule say too little
	Line    int    // counted from 1; 0 when not known
	Warning bool   // readers cope with it
}

// Error returns a sentence that names field, value, item and rule.
func (v Violation) Error() string {
	s := v.Field
	if v.Value != "" || v.Message == "" {
		s += " " + quote(v.Value)
	}
	if v.Entry != "" && v.Entry != v.Value {
		s += " of " + quote(v.Entry)
	}
	s += " breaks rule " + v.Rule + ": "
	if v.Message != "" {
		return s + v.Message
	}
	return s + rules[v.Rule]
}

// quote shows the beginning of s, at most 200 characters.
func quote(s string) string {
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
	"A1": "an Atom feed and its entries have a date",
	"A2": "an Atom entry has an author, or the feed has one",
	"A3": "an entry has content, or a link to its page and a summary",
	"A4": "alternate links differ in type and language, and there is one self link",
	"A5": "an Atom id is an absolute IRI",
	"A6": "an item stands in a feed once",
	"A7": "a feed is as new as its newest item",
	"B1": "a feed has a title and an address",
	"B2": "a date has a year of four digits",
	"B3": "a feed names its own address",
	"B4": "an item has an id or an address",
	"B5": "an author is written as mail (Name)",
	"B6": "an enclosure has address, length and type",
	"B7": "an address is absolute",
	"B8": "the image of a feed has the title and address of the feed",
	"C1": "a language is a tag of BCP 47",
	"E1": "a document is well-formed",
	"E5": "a document is RSS, Atom or JSON Feed",
	"J1": "a JSON feed and its items have what version 1.1 requires",
	"J2": "a value of a JSON feed has the type that version 1.1 gives it",
	"P1": "a complete feed has one document",
	"P2": "an archive document names the current one",
	"U3": "a feed is in UTF-8",
	"U4": "only characters of XML 1.0, in UTF-8",
}
