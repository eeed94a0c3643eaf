package feeds

import "time"

// Item is one entry of a feed.
type Item struct {
	// ID never changes, even if title and URL do: readers use it to recognize items (rules B4, A5). The default
	// is URL. Atom requires an IRI.
	ID          string
	URL         string // absolute // required
	ExternalURL string // absolute URL of the page that the item is about: Atom related, JSON Feed external_url
	Title       string // plain text
	Summary     string // HTML
	Content     string // HTML of the full text; "" if the feed contains only summaries

	// Published and Updated are zero if unknown: Atom cannot contain such an item (rule A1), RSS and JSON Feed
	// leave the date out (B2). In RSS, atom:updated shows a change after publication (F3).
	Published, Updated time.Time

	Authors      []Person
	Contributors []Person // Atom, and RSS by dc:contributor
	Categories   []Category
	Language     string // BCP 47 tag, where it is not the feed's
	Rights       string // plain text; JSON Feed has no place for it
	Image        Image  // the main image of the item: JSON Feed image, else media:thumbnail

	// Enclosures are files to download with the item, as in podcasts. Each has URL, Type, and Length (rule B6).
	// RSS uses the first; the others follow as media:content.
	Enclosures []Media
	Media      []Media // images, audio, and videos of the item: media:content, JSON Feed attachments

	Extensions []Element // in RSS and Atom, of Feed.Namespaces

	Source *Source // the feed that the item was copied from; not in JSON Feed
}

// Media is a file that belongs to an item.
type Media struct {
	URL           string        // absolute // required
	Type          string        // media type: audio/mpeg; required in enclosures and JSON Feed
	Medium        string        // image, audio, video, document, or executable; default: the beginning of Type
	Length        int64         // bytes, 0 if unknown; required in enclosures
	Width, Height int           // pixels, 0 when not known
	Duration      time.Duration // 0 when not known
	Title         string        // plain text
	Language      string        // BCP 47 tag
	Thumbnail     Image         // an image that represents the file
}

// Source describes the feed that an item was copied from.
type Source struct {
	Title   string // plain text // required in RSS
	Self    string // absolute URL of the feed // required in RSS
	Home    string // absolute URL of its page
	ID      string // its Atom id
	Updated time.Time
}
