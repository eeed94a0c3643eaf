package themes

import (
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/trace"
)

// Discovery is what the head of a page tells search engines and feed readers, from the same Listing
// that the sitemaps and feeds are written from. sitegen's own: Hugo has no such method.
type Discovery struct {
	Canonical  string                // absolute; "" without a base URL (rule L10)
	Alternates []discovery.Alternate // hreflang set, itself and x-default included (rules H1 to H5)
	Feeds      []discovery.FeedLink  // feeds to announce
}

// Discovery returns the page's canonical address, language alternates and feeds.
func (p *Page) Discovery(c *Call) Discovery {
	l := p.run.o.Listing
	d := Discovery{Canonical: l.Canonical(p.p), Alternates: l.Alternates(p.p), Feeds: l.FeedLinks(p.p)}
	answer := []string{d.Canonical}
	for _, a := range d.Alternates {
		answer = append(answer, a.Lang, a.Href)
	}
	for _, f := range d.Feeds {
		answer = append(answer, f.Title, f.MediaType, f.Href)
	}
	c.rec.Ask(trace.Projection, "head "+p.p.Key, trace.HashStrings(answer...))
	return d
}
