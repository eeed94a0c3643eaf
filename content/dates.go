package content

import "time"

// Dates are the four dates of a page; the zero time means "not known".
// https://gohugo.io/configuration/front-matter/#dates
type Dates struct {
	Date, Lastmod, PublishDate, ExpiryDate time.Time
	// Where each came from: a front matter key in lower case, ":git", ":filename", ":filemodtime",
	// "" for none; the site adds "descendants" for dates rolled up.
	DateFrom, LastmodFrom, PublishDateFrom, ExpiryDateFrom string
	// Slug is the rest of the file name when :filename gave the date (Hugo: then it becomes the slug
	// of a page that has none).
	Slug string
}
