package feeds

import "time"

// Feed is what a feed says of itself.
type Feed struct {
	Title       string // plain text // required
	Description string // plain text; RSS has to have one and takes Title instead
	Home        string // absolute URL of the page that the feed follows // required
	Self        string // absolute URL of the feed // required
	ID          string // permanent IRI of an Atom feed; Self by default (rule A5)
	Language    string // BCP 47 tag, "" when not known
	Copyright   string // plain text
	Generator   string // name of the program

	Authors      []Person
	Contributors []Person // Atom, and RSS by dc:contributor
	Categories   []Category

	Logo Image  // RSS image if it is GIF, JPEG or PNG, Atom logo, JSON Feed icon: the larger picture
	Icon string // URL of a small square picture: Atom icon, JSON Feed favicon

	Hubs    []string // URLs of WebSub hubs, announced in all three formats (rule Y1)
	Expired bool     // nothing will ever be added; only JSON Feed can say so
	Paging  Paging   // the place of this document in a longer feed

	// Namespaces are those of Extensions, of the feed and its items.
	Namespaces []Namespace
	Extensions []Element // in RSS and Atom, before the items

	// Updated is the newest date of the items; Atom has to have one. Never the time of the build
	// (rules A7, B2): Newest finds it.
	Updated time.Time
}

// Person is an author or a contributor. One of the fields is enough.
type Person struct {
	Name  string
	Email string // JSON Feed has no place for it
	URL   string // RSS has no place for it
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

// Category is a term that a feed or an item is filed under.
type Category struct {
	Term   string // required
	Scheme string // IRI of the vocabulary that the term is from: Atom scheme, RSS domain
	Label  string // text to show instead of Term; only Atom has both
}

// label is the text to show.
func (c Category) label() string {
	if c.Label != "" {
		return c.Label
	}
	return c.Term
}

// Terms makes categories of plain terms.
func Terms(terms ...string) []Category {
	out := make([]Category, len(terms))
	for i, t := range terms {
		out[i].Term = t
	}
	return out
}

// Image is a picture. Width and Height are in pixels, 0 when they are not known.
type Image struct {
	URL           string // absolute
	Width, Height int
}

// Paging is the place of a document in a feed of several documents (RFC 5005). The zero value is a
// feed of one document that may leave old items out. All URLs are absolute.
type Paging struct {
	// Complete: the document contains every existing item, so a reader forgets those that have
	// gone. It excludes all that follows (rule P1).
	Complete bool

	// Archive: this is an archive document, which will not change. Current is then the URL of the
	// document that people subscribe to (rules P2, P3).
	Archive     bool
	Current     string
	PrevArchive string // the next older archive document; the document that people subscribe to has it too
	NextArchive string // the next newer one

	// The pages of a paged feed, which may change at any time (rule P4).
	First, Previous, Next, Last string
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
