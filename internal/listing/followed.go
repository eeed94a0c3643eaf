package listing

import (
	"slices"

	"github.com/sitegen/sitegen/internal/site"
)

// Followed is something that readers can subscribe to: the pages of a list, of an author, or of several lists together.
type Followed struct {
	Title, Description string
	List               *site.Page // the home page if the set has no list
	Links              []FeedLink // one for each format, those that outputs ask for first
	Pages              []*site.Page
}

// Followed returns what readers can subscribe to in a language, home first and without feeds of changes; nil if the
// base URL is unknown (rule L10). Pages are those of the first link, as many as it has.
func (l *Listing) Followed(se *site.Edition) []Followed {
	var out []Followed
	for _, s := range l.editions[se.Language.Index].sets {
		i := slices.IndexFunc(s.Feeds, func(f Feed) bool { return !f.Updates })
		if i < 0 {
			continue
		}
		first := &s.Feeds[i]
		f := Followed{
			Title: first.Title(), Description: first.Description(), List: s.List,
			Pages: l.Contents(s).newest(first),
		}
		for i := range s.Feeds {
			if !s.Feeds[i].Updates {
				f.Links = append(f.Links, s.Feeds[i].link(l))
			}
		}
		if len(f.Pages) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// newest returns the pages of the document to subscribe to, newest first, whatever the order of the feed is.
func (c *Contents) newest(f *Feed) []*site.Page {
	var pages []*site.Page
	for _, p := range f.Members() {
		if c.Allows(f, p) {
			pages = append(pages, p)
		}
	}
	byDate(pages)
	if limit := c.MostItems(f); limit > 0 && len(pages) > limit {
		pages = pages[:limit]
	}
	return pages
}
