package listing

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
)

// GivenFeed is a feed of chosen pages instead of a list of the site. The name of its file determines its format.
type GivenFeed struct {
	File               string // slash path in the output // required
	Title, Description string // required
	Author             string
	Home               *site.Page   // page whose URL and language the feed has // required
	Pages              []*site.Page // the feed has those that may be listed, newest first
	Limit              int          // items; 0: all
}

// WithFeeds returns the sealed listing with these feeds and no others. It leaves out feeds without a dated page that
// may be listed.
func (l *Listing) WithFeeds(list []GivenFeed) *Listing {
	out := *l
	out.editions = slices.Clone(l.editions)
	e := &out.editions[0]
	e.sets, e.feeds = nil, nil
	for i := range list {
		f := &list[i]
		s := &FeedSet{
			FeedSet: config.FeedSet{
				Limit:   f.Limit,
				Content: "full",
			}, edition: e.Edition, List: f.Home, dir: f.File, title: f.Title,
			Author: f.Author, pages: f.Pages, Key: e.Language.Lower + ":file:" + f.File, given: f,
		}
		s.Feeds = []Feed{{FeedSet: s, Format: formatOfFile(f.File), File: f.File, URL: e.Base.At(f.File)}}
		if s.anyDated(&out) {
			e.sets, e.feeds = append(e.sets, s), append(e.feeds, s.Feeds...)
		}
	}
	return &out
}

// formatOfFile returns the format of a feed by the name of its file.
func formatOfFile(file string) feeds.Format {
	switch base := path.Base(file); {
	case strings.HasSuffix(base, ".json"):
		return feeds.JSON
	case strings.Contains(base, "rss") || base == "index.xml":
		return feeds.RSS
	}
	return feeds.Atom
}
