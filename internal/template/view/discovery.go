package view

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/emit/sitemaps"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Discovery is what the head of a page tells search engines and feed readers, from the same Listing
// that the sitemaps and feeds are written from. sitegen's own: Hugo has no such method.
type Discovery struct {
	Canonical  string              // absolute; "" without a base URL (rule L10)
	Alternates []listing.Alternate // hreflang set, itself and x-default included (rules H1 to H5)
	Feeds      []listing.FeedLink  // feeds to announce
	// the build is a preview, or it has the text of a page that may not be indexed (fallbackPages); then it has no
	// canonical address
	NoIndex bool
	Number  int // which page of a paginated list this is, from 1

	page *Page
}

// Modified is when the page last changed, the same as in sitemaps and feeds; zero when nobody knows, or that lies in
// the future (rules M2, M3). The ledger may see a change only by what layouts print, so texts of pages cannot ask.
func (d Discovery) Modified(c *Call) (time.Time, error) {
	if c.InBody {
		return time.Time{},
			errors.New("the date of the last change is not known yet while texts of pages are rendered: call .Discovery.Modified in a layout")
	}
	t := c.Views.o.Listing.Modified(d.page.p)
	c.Ask(trace.Modified, d.page.p.Key, ModifiedAnswer(t))
	return t, nil
}

// ModifiedAnswer is the answer to a question for a date of change.
func ModifiedAnswer(t time.Time) uint64 {
	if t.IsZero() {
		return 0
	}
	return trace.HashString(t.Format(time.RFC3339Nano))
}

// Discovery returns the page's canonical address, language alternates and feeds. A further page of a
// paginated list is canonical itself and has no alternates: its translations divide otherwise. The page
// for what is not found has neither.
func (p *Page) Discovery(c *Call) Discovery {
	d := p.head(c)
	d.Number = 1
	switch {
	case p.p.Apart() && p.p.Kind != site.HTMLSitemap:
		d.Canonical, d.Alternates = "", nil
	case c.Page == p && c.Number > 1:
		d.Number, d.Alternates = c.Number, nil
		if d.Canonical != "" {
			d.Canonical = site.PagerURL(p.p, c.Target, c.Number).Abs()
		}
	}
	return d
}

// head is what the head of a page says by metadata, or once the listing is sealed, by what the rendered pages say, too.
// Texts of pages are rendered once and see the former.
func (p *Page) head(c *Call) Discovery {
	o := &c.Views.o
	declared := cmp.Or(o.Declared, o.Listing)
	d := headOf(declared, p)
	answer := d.answer()
	c.Recorder.Ask(trace.Projection, p.p.Key, answer)
	if declared == o.Listing || c.InBody {
		return d
	}
	sealed := headOf(o.Listing, p)
	if now := sealed.answer(); now != answer {
		c.Recorder.Ask(trace.Head, p.p.Key, now)
	}
	return sealed
}

func headOf(l *listing.Listing, p *Page) Discovery {
	d := Discovery{Alternates: l.Alternates(p.p), Feeds: l.FeedLinks(p.p), page: p}
	if d.NoIndex = l.Preview() || l.Closed(p.p); !d.NoIndex {
		d.Canonical = l.Canonical(p.p)
	}
	return d
}

func (d *Discovery) answer() uint64 {
	all := []string{d.Canonical}
	if d.NoIndex {
		all = append(all, "noindex")
	}
	for _, a := range d.Alternates {
		all = append(all, a.Lang, a.Href)
	}
	for _, f := range d.Feeds {
		all = append(all, f.Title, f.MediaType, f.Href)
	}
	return trace.HashStrings(all...)
}

// HeadAnswers are the answers to the questions for the heads that a sealed listing knows better than the declared one.
func HeadAnswers(sealed, declared *listing.Listing) []trace.Step {
	var out []trace.Step
	for _, p := range sealed.Reheaded(declared) {
		d := headOf(sealed, &Page{p: p})
		out = append(out, trace.Step{Question: trace.Question{Kind: trace.Head, Key: p.Key}, Answer: d.answer()})
	}
	return out
}

// Video is one that the front matter of a page declares, as the video sitemap has it.
type Video struct {
	Title, Description         string // of the page where the video has none
	Thumbnail, Content, Player string // absolute; "" for none
	Published, Expires         time.Time
	Duration                   string // ISO 8601, as "PT12M30S"; "" when nobody knows
}

// Videos are those that the front matter of the page declares, expired ones included ([]Video).
func (d Discovery) Videos(c *Call) []Video {
	for _, facet := range []trace.Kind{trace.PageCard, trace.PageParams, trace.Resources} {
		d.page.record(c, facet)
	}
	var out []Video
	for _, v := range sitemaps.Videos(c.Views.o.Listing, d.page.p) {
		w := Video{v.Title, v.Description, v.Thumbnail, v.Content, v.Player, v.Published, v.Expires, ""}
		if v.Duration > 0 {
			w.Duration = "PT" + strings.ToUpper(v.Duration.Truncate(time.Second).String())
		}
		out = append(out, w)
	}
	return out
}

// SitemapAbsURL is the absolute address of the sitemap of the language, which the project's sitemapindex.xml
// names (string); where several languages share a sitemap that of the site.
func (s *Site) SitemapAbsURL(c *Call) (string, error) {
	own, err := c.Renderer.OwnSitemap(s.e)
	if err != nil {
		return "", err
	}
	address := sitemaps.URL(c.Views.o.Listing, s.e, own)
	c.Recorder.Ask(trace.Projection, "sitemap "+s.e.Language.Lower, trace.HashStrings(address))
	return address, nil
}
