package view

import (
	"errors"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// SiteFeed is a feed to subscribe to: of the site, a section, a term, an author, or a configured set.
type SiteFeed struct {
	Title, Description string             // of the feed, as readers show them
	List               *Page              // the page of the feed; the home page if there is none
	Links              []listing.FeedLink // the feed in each format: Title, MediaType, Href
	Pages              Pages              // its items, the newest first
}

// errFeedsInBody says that the listing is final only after the layouts.
var errFeedsInBody = errors.New("which pages feeds hold is not known yet while texts of pages are rendered: call .Site.Feeds in a layout")

// feedsOf is the suffix of the key of the question for the feeds of a language.
const feedsOf = "\x00feeds"

// Feeds are the feeds of the language for readers, that of the home page first, without empty feeds and the feeds of
// changes, which are for crawlers ([]SiteFeed). It exists only in sitegen.
func (s *Site) Feeds(c *Call) ([]SiteFeed, error) {
	if c.InBody {
		return nil, errFeedsInBody
	}
	type key struct{ e *site.Edition }
	all := par.OnceFor(&c.Views.answers, key{s.e}, func() []SiteFeed {
		var out []SiteFeed
		for _, f := range c.Views.o.Listing.Followed(s.e) {
			out = append(out, SiteFeed{f.Title, f.Description, s.s.Page(f.List), f.Links, s.s.pageViews(f.Pages)})
		}
		return out
	})
	c.Ask(trace.Listed, s.e.Language.Lower+feedsOf, c.Views.feedsAnswer(s.e))
	return all, nil
}

// feedsAnswer returns the answer to the question for the feeds of a language.
func (v *Views) feedsAnswer(e *site.Edition) uint64 {
	type key struct{ e *site.Edition }
	return par.OnceFor(&v.answers, key{e}, func() uint64 { return feedsAnswer(v.o.Listing, e) })
}

func feedsAnswer(l *listing.Listing, e *site.Edition) uint64 {
	var all []string
	for _, f := range l.Followed(e) {
		all = append(all, "\x00feed", f.Title, f.Description, f.List.Key)
		for _, link := range f.Links {
			all = append(all, "\x00link", link.Title, link.MediaType, link.Href)
		}
		for _, p := range f.Pages {
			all = append(all, p.Key)
		}
	}
	return trace.HashStrings(all...)
}

// ListedAnswers returns the answers to the questions that depend on the listing of a language.
func ListedAnswers(l *listing.Listing, e *site.Edition) []trace.Step {
	lang := e.Language.Lower
	return []trace.Step{
		{Question: trace.Question{Kind: trace.Listed, Key: lang}, Answer: listedAnswer(l, e)},
		{Question: trace.Question{Kind: trace.Listed, Key: lang + feedsOf}, Answer: feedsAnswer(l, e)},
	}
}

// FeedPage is the page about the feeds, nil if the language has none (Page). It exists only in sitegen.
func (s *Site) FeedPage(c *Call) *Page { return s.single(c, "FeedPage", s.e.FeedPage) }
