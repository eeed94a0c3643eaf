package feedfiles

import (
	"fmt"
	"slices"
	"time"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
)

// Explain answers for each feed whose list has the page.
func Explain(q emission.Question) (out []emission.Answer) {
	for _, s := range q.Listing.Sets() {
		if s.List.Edition != q.Page.Edition || !slices.Contains(s.Members(), q.Page) {
			continue
		}
		for i := range s.Feeds {
			out = append(out, inFeed(q, &s.Feeds[i]))
		}
	}
	return out
}

// inFeed reports whether a feed contains the page, which is in the list of the feed.
func inFeed(q emission.Question, f *listing.Feed) emission.Answer {
	l, p := q.Listing, q.Page
	a := emission.Answer{Emitter: f.File}
	if !l.InFeeds(p) {
		return q.Excluded(a)
	}
	if q.Options.Own != nil && f.Target.Format != nil && q.Options.Own(f.List, f.Target) {
		a.In, a.Why = true, "if the project's own template lists it"
		return a
	}
	contents := l.Contents(f.FeedSet)
	if !contents.Allows(f, p) {
		return notInFeed(q, a)
	}
	pages := contents.Pages(f)
	switch {
	case slices.Contains(pages, p):
		a.In = true
	case f.Format == feeds.Atom && listing.FeedDate(p).IsZero():
		a.Rule, a.Why = "A1", "it has no date, which Atom requires"
	case f.Updates:
		return q.Configured(f.File, "F1", fmt.Sprintf("the feed lists only %s", words.Count(len(pages), "change")),
			"feeds.updates")
	default:
		key := "feeds.limit"
		if f.Target.Format != nil && contents.MostItems(f) != f.Limit {
			key = "services.rss.limit"
		}
		return q.Configured(f.File, key, fmt.Sprintf("the feed lists only %s", words.Count(len(pages), "item")), key)
	}
	return a
}

// notInFeed gives the reason why a page is excluded from feeds.
func notInFeed(q emission.Question, a emission.Answer) emission.Answer {
	switch {
	case q.Listing.OutOfFeeds(q.Page):
	case q.Listing.Listed(q.Page):
		a.Rule, a.Why = "M3", "its date is in the future: "+listing.Published(q.Page).Format(time.DateOnly)
		return a
	default:
		return q.Excluded(a)
	}
	a.Rule, a.Why, a.Key = "feeds", "its front matter excludes it from feeds", "feeds"
	a.File, a.Line = q.Said("feeds")
	return a
}
