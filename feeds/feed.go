package feeds

import (
	"time"
)

// Feed is what a feed says of itself.
type Feed struct {
	Title       string // plain text // required
	Description string // plain text; RSS has to have one and takes Title instead
	Home        string // absolute address of the page that the feed follows // required
	Self        string // absolute address of the feed // required
	ID          string // permanent IRI of an Atom feed; Self by default (rule A5)
	Language    string // BCP 47 tag, "" when not known
	Copyright   string // plain text
	Generator   string // name of the program
	Authors     []Person

	// Updated is the newest date of the items; Atom has to have one. Never the time of the build
	// (rules A7, B2): Newest finds it.
	Updated time.Time
}

// Person is an author. One of the fields is enough.
type Person struct {
	Name  string
	Email string
	URL   string
}

// label is the name to show.
func (p Person) label() string {
	switch {
	case p.Name != "":
		return p.Name
	case p.Email != "":
		return p.Email
	}
	return p.URL
}

// Item is one entry of a feed.
type Item struct {
	// ID never changes, whatever happens to title and address: readers know by it what they have
	// shown (rules B4, A5). URL by default. Atom needs an IRI.
	ID      string
	URL     string // absolute // required
	Title   string // plain text
	Summary string // HTML
	Content string // HTML of the whole text; "" when the feed has summaries only

	// Published and Updated are zero when they are not known: Atom cannot carry such an item (rule A1),
	// RSS and JSON Feed leave the date out (B2).
	Published, Updated time.Time

	Authors    []Person
	Categories []string
}

// Date is the last date of an item: Updated, or Published when that is later or alone.
func (i *Item) Date() time.Time {
	if i.Published.After(i.Updated) {
		return i.Published
	}
	return i.Updated
}

// Newest returns the later of two dates: fold it over Item.Date to find Feed.Updated.
func Newest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Format is a feed format.
type Format int

const (
	RSS  Format = iota // RSS 2.0
	Atom               // Atom 1.0, RFC 4287
	JSON               // JSON Feed 1.1
)

// MediaType returns the type to serve and to announce the format with.
func (f Format) MediaType() string {
	switch f {
	case Atom:
		return "application/atom+xml"
	case JSON:
		return "application/feed+json"
	}
	return "application/rss+xml"
}

// Violation is a value that a rule forbids. It is reported, and left out of the output.
type Violation struct {
	Rule  string // id of the rule: "A1"
	Entry string // URL of the item, "" for the feed itself
	Field string
	Value string
}

// Error returns a sentence that names field, value, item and rule.
func (v Violation) Error() string {
	s := v.Field + " " + quote(v.Value)
	if v.Entry != "" && v.Entry != v.Value {
		s += " of " + quote(v.Entry)
	}
	return s + " breaks rule " + v.Rule + ": " + rules[v.Rule]
}

func quote(s string) string {
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200]) + "…"
	}
	return `"` + s + `"`
}

// rules says in a few words what each rule asks for.
var rules = map[string]string{
	"A1": "an Atom feed and its entries have a date",
	"A5": "an Atom id is an absolute IRI",
	"A6": "an item stands in a feed once",
	"B1": "a feed has a title and an address",
	"B2": "a date has a year of four digits",
	"B4": "an item has an id or an address",
	"B7": "an address is absolute",
	"U4": "only characters of XML 1.0, in UTF-8",
}
