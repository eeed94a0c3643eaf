package sitemap

import "time"

// Placement tells where the images or the videos of a page are written.
type Placement int

const (
	// Inline puts them into the entry of their page. It is the default.
	Inline Placement = iota
	// OwnFiles puts them into their own files, "sitemap-images.xml" and "sitemap-videos.xml", which
	// list the page again, with nothing but its media.
	OwnFiles
	// Omit does not write them.
	Omit
)

// Image is an image on a page. Only its URL is written: caption, geo_location, title, and license have had no
// effect since August 2022 (rule G3).
type Image struct {
	// Loc is its URL, absolute; another host is allowed (rules G1, G2). A data: URL is left
	// out without a report (rule G4). // required
	Loc string
}

// Video is a video on a page. A video that lacks a required field is left out (rule V1); an invalid optional
// field is left out by itself (rule V2). The deprecated tags (category, gallery_loc, price, tvshow, autoplay,
// allow_embed) are not supported (rule V3).
type Video struct {
	Thumbnail   string // URL of a still picture // required
	Title       string // plain text, truncated after a word, at most 100 characters // required
	Description string // plain text, truncated after a word, at most 2,048 characters // required
	Content     string // URL of the media file // required, or Player
	Player      string // URL of a player for this video // required, unless Content is set

	Duration  time.Duration // 1 second to 8 hours, written in whole seconds; 0 means unknown
	Expires   time.Time     // time after which the video is left out (rule V6); zero means never
	Rating    float64       // 0.0 to 5.0; without HasRating 0.0 writes nothing
	HasRating bool          // 0.0 is meant
	Views     int64         // how often it was seen; 0 writes nothing
	Published time.Time     // zero: unknown
	Tags      []string      // at most 32

	FamilyFriendly YesNo
	// Countries limits where it may be played, by codes of ISO 3166-1 ("DE").
	Countries Restriction
	// Platforms limits on what it may be played: "web", "mobile", "tv".
	Platforms            Restriction
	RequiresSubscription YesNo
	Uploader             string // name, at most 255 characters
	UploaderInfo         string // URL of a page about the uploader, on the page's host
	Live                 YesNo
}

// YesNo is yes, no, or not set.
type YesNo int8

const (
	Unsaid YesNo = iota // writes nothing
	Yes
	No
)

// Restriction allows something for a list, or denies it; the zero value restricts nothing.
type Restriction struct {
	Relationship string // "allow" or "deny"; "": no restriction
	Values       []string
}

// News makes an entry an article of a news publication. All fields are required except DateOnly (rule N1).
type News struct {
	Publication string // name of the newspaper, as readers know it
	Language    string // ISO 639 code; "en-US" is reduced to "en", Chinese to zh-cn or zh-tw (rule N2)
	// Published is when the article was first published (rule N3). Two days later it is left out, based on
	// Options.Now (rule N5).
	Published time.Time
	DateOnly  bool   // writes Published as a day
	Title     string // without author, publication and date
}
