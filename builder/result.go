package builder

import "time"

// Result is what a build did.
type Result struct {
	Destination string // absolute output folder
	Pages       int    // pages that have an address
	Written     int    // files that are new or changed
	Unchanged   int    // files that stayed as they were
	Removed     int    // files of the build before that are gone
	SitemapURLs int    // over all sitemaps
	FeedItems   int    // over all feeds
	Left        []Left // content that was not built: drafts, future and expired pages, by file
	Stages      []Timing
	Diagnostics Diagnostics // warnings, in the order of the stages
}

// Left is a content file that was not built.
type Left struct {
	File   string    // slash path relative to the project
	Reason string    // "draft", "future", "expired"
	Date   time.Time // when a future page goes live, or an expired one ended; else zero
}

// Timing is how long a stage took.
type Timing struct {
	Stage string
	Took  time.Duration
}
