package post

import "context"

// Feed is a feed of some of the pages.
type Feed struct {
	Glob string // of files, or of addresses below the root // required
}

// feedPlan is a feed that will be written.
type feedPlan struct {
	file  string  // slash path in the folder
	pages []int32 // of the set
}

func (r *run) planFeeds(context.Context) error { return nil }

func (r *run) writeFeeds(context.Context) error { return nil }

// siteTitle is what the site is called.
func (r *run) siteTitle() string { return "" }
