package feeds

import (
	"cmp"
	"time"
)

// Feed is the metadata of a feed.
type Feed struct {
	Title       string // plain text // required
	Description string // plain text; required in RSS, which uses Title instead if it is empty
	Home        string // absolute URL of the page that the feed belongs to // required
	Self        string // absolute URL of the feed // required
	ID          string // permanent IRI of an Atom feed; default Self (rule A5)
	Language    string // BCP 47 tag, "" when not known
	Copyright   string // plain text
	Generator   string // name of the program

	Authors      []Person
	Contributors []Person // Atom, and RSS by dc:contributor
	Categories   []Category

	Logo Image  // RSS image if it is GIF, JPEG, or PNG, Atom logo, JSON Feed icon: the larger image
	Icon string // URL of a small square image: Atom icon, JSON Feed favicon

	Hubs    []string // URLs of WebSub hubs, announced in all three formats (rule Y1)
	Expired bool     // nothing will ever be added; only JSON Feed can say so
	Paging  Paging   // the place of this document in a longer feed

	// Namespaces are the namespaces of Extensions in the feed and its items.
	Namespaces []Namespace
	Extensions []Element // in RSS and Atom, before the items

	// Updated is the newest date of the items; required in Atom. It must not be the time of the build (rules
	// A7, B2); use Newest to compute it.
	Updated time.Time
}

// Person is an author or a contributor. One of the fields is enough.
type Person struct {
	Name  string
	Email string // JSON Feed has no place for it
	URL   string // RSS has no place for it
}

// label returns the name to show.
func (p Person) label() string {
	switch {
	case p.Name != "":
		return p.Name
	case p.Email != "":
		return p.Email
	}
	return p.URL
}

// Category is a category of a feed or an item.
type Category struct {
	Term   string // required
	Scheme string // IRI of the vocabulary of the term: Atom scheme, RSS domain
	Label  string // text to show instead of Term; only Atom has both
}

// label returns the text to show.
func (c Category) label() string {
	return cmp.Or(c.Label, c.Term)
}

// Terms converts plain terms to categories.
func Terms(terms ...string) []Category {
	out := make([]Category, len(terms))
	for i, t := range terms {
		out[i].Term = t
	}
	return out
}

// Image is an image. Width and Height are in pixels, 0 if unknown.
type Image struct {
	URL           string // absolute
	Width, Height int
}

// Paging is the position of a document in a feed of several documents (RFC 5005). The zero value is a feed with
// one document that may leave out old items. All URLs are absolute.
type Paging struct {
	// Complete means that the document contains every existing item, so a reader forgets removed ones. It
	// excludes all of the following fields (rule P1).
	Complete bool

	// Archive marks an archive document, which will not change. Current is then the URL of the subscription
	// document (rules P2, P3).
	Archive     bool
	Current     string
	PrevArchive string // the next older archive document; the subscription document has it, too
	NextArchive string // the next newer one

	// The pages of a paged feed, which may change at any time (rule P4).
	First, Previous, Next, Last string
}

// Date returns the last date of an item: Updated, or Published if that is later or the only one.
func (i *Item) Date() time.Time {
	if i.Published.After(i.Updated) {
		return i.Published
	}
	return i.Updated
}

// Newest returns the later of two dates. Apply it to Item.Date of all items to compute Feed.Updated.
func Newest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
