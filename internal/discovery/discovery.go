// Package discovery turns a Site into what machines may see: who is listed and why not, with which
// dates and alternates; and from that one Listing the sitemap entries and the feed items.
//
// A page that is not listed for one emitter is not listed for any. Rules are named by their ids in
// docs/discovery-rules.md.
package discovery

import (
	"html/template"

	"github.com/sitegen/sitegen/content/site"
)

// Listing is the one answer to "may this page be listed, and why not". It is made by Declare from
// metadata, and made final by Seal from what the rendered pages say; both return frozen values.
type Listing struct {
	Site     *site.Site
	Unlisted []Exclusion
	listed   []bool // by site.Page.ID
}

// Exclusion is a page that no sitemap and no feed names, with the rule that keeps it out.
type Exclusion struct {
	Page *site.Page
	Rule string // "L8", "L9", …
	Why  string // for people: "robots meta says noindex"
}

// PageFacts is what a rendered page says of itself.
type PageFacts struct {
	NoIndex   bool   // a robots meta element with noindex or none
	Canonical string // href of link rel=canonical, "" when there is none
}

// Text gives the emitters the rendered text of a page; themes implements it.
type Text interface {
	// Content returns the body as HTML, Summary the summary as HTML.
	Content(*site.Page) (template.HTML, error)
	Summary(*site.Page) (template.HTML, error)
}

// Alternate is one version of a page for hreflang: rules H1 to H5.
type Alternate struct {
	Lang string // BCP 47 tag, or "x-default"
	Href string // absolute
}

// FeedLink is one link rel=alternate in a page's head.
type FeedLink struct{ Title, MediaType, Href string }

// Declare decides from metadata alone.
func Declare(s *site.Site) *Listing { return &Listing{Site: s, listed: make([]bool, len(s.Pages))} }

// Listed reports whether p may stand in sitemaps and feeds.
func (l *Listing) Listed(p *site.Page) bool { return l.listed[p.ID] }

// Alternates returns the hreflang set of p, itself and x-default included; nil for a group of one.
func (l *Listing) Alternates(p *site.Page) []Alternate { return nil }

// Canonical returns the absolute canonical URL of p, "" when no base URL is known (rule L10).
func (l *Listing) Canonical(p *site.Page) string { return "" }

// FeedLinks returns the feeds to announce in the head of p (rule F2, autodiscovery).
func (l *Listing) FeedLinks(p *site.Page) []FeedLink { return nil }
