package feeds

import "time"

// Item is one entry of a feed.
type Item struct {
	// ID never changes, whatever happens to title and URL: readers know by it what they have
	// shown (rules B4, A5). URL by default. Atom needs an IRI.
	ID          string
	URL         string // absolute // required
	ExternalURL string // absolute URL of the page that the item is about: Atom related, JSON Feed external_url
	Title       string // plain text
	Summary     string // HTML
	Content     string // HTML of the whole text; "" when the feed has summaries only

	// Published and Updated are zero when they are not known: Atom cannot carry such an item (rule A1),
	// RSS and JSON Feed leave the date out (B2). RSS says by atom:updated when an item was changed
	// after its publication (F3).
	Published, Updated time.Time

	Authors      []Person
	Contributors []Person // Atom, and RSS by dc:contributor
	Categories   []Category
	Language     string // BCP 47 tag, where it is not the feed's
	Rights       string // plain text; JSON Feed has no place for it
	Image        Image  // the picture that stands for the item: JSON Feed image, else media:thumbnail

	// Enclosures are files to download with the item, as podcasts have. Each has URL, Type and Length
	// (rule B6). RSS takes the first; the others follow as media:content.
	Enclosures []Media
	Media      []Media // pictures, sound and films of the item: media:content, JSON Feed attachments

	Extensions []Element // in RSS and Atom, of Feed.Namespaces

	Source *Source // the feed that the item was taken from; JSON Feed has no place for it
}

// Media is a file that belongs to an item.
type Media struct {
	URL           string        // absolute // required
	Type          string        // media type: audio/mpeg; required in enclosures and JSON Feed
	Medium        string        // image, audio, video, document or executable; by default what Type begins with
	Length        int64         // bytes, 0 when not known; required in enclosures
	Width, Height int           // pixels, 0 when not known
	Duration      time.Duration // 0 when not known
	Title         string        // plain text
	Language      string        // BCP 47 tag
	Thumbnail     Image         // a picture that stands for the file
}

// Source describes the feed that an item was taken from.
type Source struct {
	Title   string // plain text // required in RSS
	Self    string // absolute URL of the feed // required in RSS
	Home    string // absolute URL of its page
	ID      string // its Atom id
	Updated time.Time
}
