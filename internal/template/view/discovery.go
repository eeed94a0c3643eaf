package view

import (
	"cmp"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/emit/sitemaps"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Discovery has the values in the head of a page for search engines and feed readers, from the same Listing as the
// sitemaps and feeds. It exists only in sitegen, not in Hugo.
type Discovery struct {
	Canonical  string              // absolute; "" without a base URL (rule L10)
	Alternates []listing.Alternate // hreflang links, including itself and x-default (rules H1 to H5)
	Feeds      []listing.FeedLink  // feeds for link elements
	Markdown   string              // absolute URL of the text of the page in Markdown (discovery.markdown); "" for none
	// The build is a preview, or the page shows a text that must not be indexed (fallbackPages). It then has no
	// canonical URL.
	NoIndex bool
	Number  int // number of the page in a paginated list, from 1

	page *Page
}

// Modified is when the page last changed, as in sitemaps and feeds; zero if not known, or in the future (rules M2, M3).
// It is not available in texts of pages, since the ledger detects changes by the output of layouts.
func (d Discovery) Modified(c *Call) (time.Time, error) {
	if c.InBody {
		return time.Time{},
			errors.New("the date of the last change is not known yet while texts of pages are rendered: call .Discovery.Modified in a layout")
	}
	t := c.Views.o.Listing.LastMod(d.page.p).Shown()
	c.Ask(trace.Modified, d.page.p.Key, ModifiedAnswer(t))
	return t, nil
}

// ModifiedAnswer returns the answer to a question for a date of change.
func ModifiedAnswer(t time.Time) uint64 {
	if t.IsZero() {
		return 0
	}
	return trace.HashString(t.Format(time.RFC3339Nano))
}

// Discovery returns the page's canonical URL, language alternates, and feeds. Later pages of a paginated list are
// canonical themselves and have no alternates, since translations are split differently. The 404 page has neither.
func (p *Page) Discovery(c *Call) Discovery {
	d := p.head(c)
	d.Number = 1
	switch {
	case p.p.Apart() && p.p.Kind != site.HTMLSitemap:
		d.Canonical, d.Alternates = "", nil
	case c.Page == p && c.Number > 1:
		d.Number, d.Alternates = c.Number, nil
		if d.Canonical != "" {
			d.Canonical = c.Views.o.Listing.AddressOf(p.p, site.PagerURL(p.p, c.Target, c.Number))
		}
	}
	return d
}

// head returns the values from metadata or, after the listing is sealed, also from the rendered pages. Texts of pages
// are rendered once and see only the former.
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
	_, d.Markdown = l.MarkdownCopy(p.p)
	if d.NoIndex = l.Site.Config.Preview() || l.Closed(p.p); !d.NoIndex {
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
	if d.Markdown != "" {
		all = append(all, "markdown", d.Markdown)
	}
	return trace.HashStrings(all...)
}

// HeadAnswers returns the answers to questions for heads that differ between the sealed and the declared listing.
func HeadAnswers(sealed, declared *listing.Listing) []trace.Step {
	var out []trace.Step
	for _, p := range listing.Reheaded(sealed, declared) {
		d := headOf(sealed, &Page{p: p})
		out = append(out, trace.Step{Question: trace.Question{Kind: trace.Head, Key: p.Key}, Answer: d.answer()})
	}
	return out
}

// Video is a video in the front matter of a page, as in the video sitemap.
type Video struct {
	Title, Description         string // those of the page if the video has none
	Thumbnail, Content, Player string // absolute; "" for none
	Published, Expires         time.Time
	Duration                   string   // ISO 8601, as "PT12M30S"; "" if not known
	Files                      []string // paths of the thumbnail and the content that are on the host of the page
}

// Videos returns the videos in the front matter of the page, including expired ones ([]Video).
func (d Discovery) Videos(c *Call) []Video {
	for _, facet := range []trace.Kind{trace.PageCard, trace.PageParams, trace.Resources} {
		d.page.record(c, facet)
	}
	own, _ := url.Parse(c.Views.o.Listing.Permalink(d.page.p)) // its host is in punycode, as those of videos
	var out []Video
	for _, v := range sitemaps.Videos(c.Views.o.Listing, d.page.p) {
		w := Video{v.Title, v.Description, v.Thumbnail, v.Content, v.Player, v.Published, v.Expires, "", nil}
		for _, file := range []string{v.Thumbnail, v.Content} {
			if u, err := url.Parse(file); err == nil && u.Host != "" && own != nil && u.Host == own.Host {
				w.Files = append(w.Files, u.Path)
			}
		}
		if v.Duration > 0 {
			w.Duration = "PT" + strings.ToUpper(v.Duration.Truncate(time.Second).String())
		}
		out = append(out, w)
	}
	return out
}

// SitemapAbsURL returns the absolute URL of the sitemap of the language for the project's sitemapindex.xml (string), or
// that of the site if languages share a sitemap.
func (s *Site) SitemapAbsURL(c *Call) (string, error) {
	own, err := c.Renderer.OwnSitemap(s.e)
	if err != nil {
		return "", err
	}
	address := sitemaps.URL(c.Views.o.Listing, s.e, own)
	c.Recorder.Ask(trace.Projection, "sitemap "+s.e.Language.Lower, trace.HashStrings(address))
	return address, nil
}
