package sitemaps

import (
	"bytes"
	"math/bits"
	"slices"
	"time"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// Explain answers for the sitemap, its text form, and the images, videos, and news of the page.
func Explain(q emission.Question) []emission.Answer {
	d, host := q.Listing.Site.Config.Discovery, hostOf(q)
	xml := inSitemap(q, host)
	as := func(emitter string) emission.Answer {
		a := xml
		a.Emitter = emitter
		return a
	}
	text := as(listing.TextName(listing.SitemapName(host.First())))
	if xml.In && !d.TextSitemap {
		text = q.Configured(text.Emitter, "T1", "the configuration has no text sitemap", "discovery.textsitemap")
	}
	out := []emission.Answer{xml, text}
	if listing.Wanted(d.Images, q.Page) {
		out = append(out, withMedia(q, as("images")))
	}
	if listing.Wanted(d.Videos, q.Page) {
		out = append(out, withMedia(q, as("videos")))
	}
	if len(d.News.Sections) > 0 {
		out = append(out, asNews(q, as("news")))
	}
	return out
}

func hostOf(q emission.Question) listing.Host {
	for _, h := range q.Listing.Hosts() {
		if slices.Contains(h.Editions, q.Page.Edition) {
			return h
		}
	}
	return listing.Host{Editions: []*site.Edition{q.Page.Edition}}
}

// inSitemap reports whether the sitemap contains the page.
func inSitemap(q emission.Question, h listing.Host) emission.Answer {
	l, p := q.Listing, q.Page
	a := emission.Answer{Emitter: "sitemap", In: l.Listed(p)}
	file := h.Dir + listing.SitemapName(h.First())
	switch {
	case p.Owner != nil:
		a.Why = "it is a resource of the bundle " + p.Owner.Path
	case !l.HasBase(p.Edition):
		a.In, a.Rule, a.Why = false, "L10", "the site has no absolute base URL"
	case !a.In:
		return q.Excluded(a)
	case p.Edition.Language.DisableKinds["sitemap"]:
		return q.Configured(a.Emitter, "disableKinds", "the configuration disables sitemaps", "disablekinds")
	case l.Site.Config.Preview():
		return q.Configured(a.Emitter, "X7", "the environment "+l.Site.Config.Environment+" is for previews", "environment")
	case q.Options.Taken != nil && q.Options.Taken(file):
		a.In, a.Why = false, "the project has its own file "+file
	case !slices.Contains(p.Edition.Listable(), p):
		a.In, a.Rule, a.Why = false, "build.list", "it is in no list"
	}
	return a
}

// withMedia counts the images or videos of a listed page in the sitemap.
func withMedia(q emission.Question, a emission.Answer) emission.Answer {
	if !a.In {
		return a
	}
	w := newEntries(q.Listing)
	w.media = &media{l: q.Listing, taken: q.Options.Taken, report: func(d *diag.Diagnostic) {
		if d.Rule == "V1" && a.Emitter == "videos" {
			a.Rule, a.Why = d.Rule, d.Message
		}
	}}
	e := w.entry(q.Page)
	n, what := len(e.Images), "image"
	if a.Emitter == "videos" {
		n, what = len(e.Videos), "video"
	}
	switch a.In = n > 0; {
	case a.In && a.Why == "":
		a.Why = words.Count(n, what)
	case a.Why == "":
		a.Why = "the page shows none"
	}
	if a.Rule != "" {
		a.File = q.Listing.Source(q.Page)
	}
	return a
}

// asNews reports whether the page is currently a news article.
func asNews(q emission.Question, a emission.Answer) emission.Answer {
	if !a.In {
		return a
	}
	p, now := q.Page, q.Listing.Site.Now
	t := listing.Published(p)
	switch {
	case p.Kind != site.Regular:
		a.In, a.Why = false, "it is not an article: its kind is "+string(p.Kind)
	case !slices.Contains(q.Listing.Site.Config.Discovery.News.Sections, p.SectionPath):
		return q.Configured(a.Emitter, "discovery.news", "it is in no section of news", "discovery.news.sections")
	case t.IsZero():
		a.In, a.Rule, a.Why = false, "N3", "it has no date of publication"
	case now.IsZero():
		a.In, a.Rule, a.Why = false, "N5", "without a clock, sitegen can't tell which pages are news"
	case t.After(now):
		a.In, a.Rule, a.Why = false, "N3", "its date of publication is in the future: "+t.Format(time.RFC3339)
	case !(&sitemap.News{Published: t}).Fresh(now):
		a.In, a.Rule, a.Why = false, "N5", "an article is news for two days, and it was published at "+t.Format(time.RFC3339)
	}
	if a.Rule != "" {
		a.Key = p.Dates.PublishDateFrom
		a.File, a.Line = q.Said(a.Key)
	}
	return a
}

// ExplainRobots reports whether crawlers may read the page, and which line of robots.txt decides.
func ExplainRobots(q emission.Question) []emission.Answer {
	if q.Page.URL.IsZero() {
		return nil
	}
	a := emission.Answer{Emitter: "robots.txt", In: true}
	if q.Listing.Site.Config.Preview() {
		return []emission.Answer{q.Configured(a.Emitter, "X7",
			"the environment "+q.Listing.Site.Config.Environment+" is for previews: crawlers may read nothing", "environment")}
	}
	if rule, ok := sitemap.ParseRobots(q.Options.RobotsOf(q.Page.Edition)).Match("*", q.Listing.Path(q.Page)); ok {
		a.In, a.File, a.Line = rule.Allow, q.Options.RobotsFile, rule.Line
		a.Why = "Allow: " + rule.Pattern
		if !rule.Allow {
			a.Rule, a.Why = "X2", "Disallow: "+rule.Pattern
		}
	}
	return append([]emission.Answer{a}, readers(q)...)
}

// uses are the keys of discovery.crawlers, in the order of the bits of sitemap.Uses.
var uses = [...]string{"search", "answers", "training"}

// readers lists the known crawlers that may read the page, by use, and those that may not, by what says so.
func readers(q emission.Question) (out []emission.Answer) {
	cfg, own := q.Listing.Site.Config, q.Options.RobotsOf(q.Page.Edition)
	policy := sitemap.CrawlerPolicy(cfg.Discovery.Crawlers)
	if !cfg.Discovery.Robots {
		policy = sitemap.CrawlerPolicy{}
	}
	lines := 0
	if len(bytes.TrimSpace(own)) > 0 {
		lines = len(bytes.Split(own, []byte("\n")))
	}
	rules := sitemap.ParseRobots(sitemap.MergeRobots(own, policy))
	for i, use := range uses {
		list := []emission.Answer{{Emitter: use, In: true}}
		for _, c := range sitemap.Crawlers() {
			if c.Uses&(1<<i) == 0 {
				continue
			}
			name, a := c.Token, emission.Answer{Emitter: use, In: true}
			if rule, ok := rules.Match(c.Token, q.Listing.Path(q.Page)); ok && !rule.Allow {
				if a.In = false; c.Deaf {
					name += " (may ignore robots.txt)"
				}
				if rule.Line <= lines {
					a.Rule, a.File, a.Line = "X2", q.Options.RobotsFile, rule.Line
				} else {
					forbidden := bits.TrailingZeros8(uint8(c.Uses & policy.Forbids()))
					a = q.Configured(use, "discovery.crawlers", "", "discovery.crawlers."+uses[forbidden])
				}
			}
			at := slices.IndexFunc(list, func(o emission.Answer) bool {
				return o.In == a.In && o.File == a.File && o.Line == a.Line
			})
			if at < 0 {
				list, at = append(list, a), len(list)
			}
			if list[at].Why != "" {
				name = list[at].Why + ", " + name
			}
			list[at].Why = name
		}
		out = append(out, slices.DeleteFunc(list, func(a emission.Answer) bool { return a.Why == "" })...)
	}
	return out
}
