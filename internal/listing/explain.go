package listing

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// Explanation says for one page what machines see of it, and why.
type Explanation struct {
	URL      string   // absolute, "" without a base URL
	Emitters []Answer // the sitemaps first, then the feeds that could list the page, then robots.txt

	LastMod Date // zero when the sitemap says none

	Alternates []Alternate
	ID         string // by which feeds know it, when that is not its address
	Seen       time.Time
	Changed    time.Time // as the ledger knows; zero: no change was seen
}

// Answer says whether one emitter lists a page, and by which rule it does not.
type Answer struct {
	Emitter   string // "sitemap", "images", "news", or a file: "sitemap.txt", "posts/index.xml", "robots.txt"
	In        bool
	Rule, Why string // what keeps it out, or lets it in when that is not plain; "" when nothing does
	File      string // where that is said; "" when no file says it
	Line      int    // from 1; 0: not known
	Key       string // of the front matter that says it; "" when none does
}

// ExplainOptions is what the listing cannot know by itself.
type ExplainOptions struct {
	EmitOptions
	// RobotsFile is the file whose lines Robots holds, for people: "static/robots.txt".
	RobotsFile string
	// Rendered finds where the rendered page says what keeps it out by a rule (L8, L9): a template, or the
	// output. nil: nobody looks.
	Rendered func(p *site.Page, rule string) (file string, line int)
}

// Explain tells about p.
func (l *Listing) Explain(p *site.Page, o ExplainOptions) Explanation {
	e := l.edition(p)
	x := Explanation{Alternates: l.Alternates(p)}
	if !p.URL.IsZero() && e.known {
		x.URL = l.address(p)
	}
	c := &explanation{l, p, o}
	x.Emitters = append(x.Emitters, c.sitemaps()...)
	for i := range e.feeds {
		f := &e.feeds[i]
		if slices.Contains(f.members(), p) {
			x.Emitters = append(x.Emitters, c.feed(f))
		}
	}
	if !p.URL.IsZero() {
		x.Emitters = append(x.Emitters, c.robots())
	}
	x.LastMod = c.date()
	if entry, ok := l.remembered(p); ok {
		x.Seen, x.Changed = entry.Seen, entry.Changed
		if entry.ID != x.URL {
			x.ID = entry.ID
		}
	}
	return x
}

// explanation is the explanation of one page while it is made.
type explanation struct {
	l *Listing
	p *site.Page
	o ExplainOptions
}

// sitemaps answers for the sitemap, its text form, and what of the page it could list beside: images,
// videos, news.
func (c *explanation) sitemaps() []Answer {
	d := c.l.Site.Config.Discovery
	xml := c.sitemap()
	as := func(emitter string) Answer {
		a := xml
		a.Emitter = emitter
		return a
	}
	text := as(textName(mapName(c.host().first())))
	if xml.In && !d.TextSitemap {
		text = c.configured(text.Emitter, "T1", "the configuration has no text sitemap", "discovery.textsitemap")
	}
	out := []Answer{xml, text}
	if wanted(d.Images, c.p) {
		out = append(out, c.media(as("images")))
	}
	if wanted(d.Videos, c.p) {
		out = append(out, c.media(as("videos")))
	}
	if len(d.News.Sections) > 0 {
		out = append(out, c.news(as("news")))
	}
	return out
}

// sitemap says whether the sitemap has the page.
func (c *explanation) sitemap() Answer {
	l, p := c.l, c.p
	a := Answer{Emitter: "sitemap", In: l.Listed(p)}
	e := l.edition(p)
	h := c.host()
	file := h.dir + mapName(h.first())
	switch {
	case p.Owner != nil:
		a.Why = "it is a resource of the bundle " + p.Owner.Path
	case !e.known:
		a.In, a.Rule, a.Why = false, "L10", "the site has no absolute base URL"
	case !a.In:
		return c.excluded(a)
	case e.Language.DisableKinds["sitemap"]:
		return c.configured(a.Emitter, "disableKinds", "the configuration disables sitemaps", "disablekinds")
	case l.Preview():
		return c.configured(a.Emitter, "X7", "the environment "+l.Site.Config.Environment+" is for previews", "environment")
	case c.o.Taken != nil && c.o.Taken(file):
		a.In, a.Why = false, "the project has its own file "+file
	case !slices.Contains(e.Listable(), p):
		a.In, a.Rule, a.Why = false, "build.list", "it is in no list"
	}
	return a
}

func (c *explanation) host() host {
	e := c.l.edition(c.p)
	for _, h := range c.l.hosts() {
		if slices.Contains(h.editions, e) {
			return h
		}
	}
	return host{editions: []*edition{e}}
}

// media tells how many images or videos of a listed page are in the sitemap.
func (c *explanation) media(a Answer) Answer {
	if !a.In {
		return a
	}
	w := c.l.entries()
	w.media = &media{l: c.l, taken: c.o.Taken, report: func(d *diag.Diagnostic) {
		if d.Rule == "V1" && a.Emitter == "videos" {
			a.Rule, a.Why = d.Rule, d.Message
		}
	}}
	e := w.entry(c.p)
	n, what := len(e.Images), "image"
	if a.Emitter == "videos" {
		n, what = len(e.Videos), "video"
	}
	switch a.In = n > 0; {
	case a.In && a.Why == "":
		a.Why = count(n, what)
	case a.Why == "":
		a.Why = "the page shows none"
	}
	if a.Rule != "" {
		a.File = c.l.fileOf(c.p)
	}
	return a
}

// news tells whether the page is an article that is news now.
func (c *explanation) news(a Answer) Answer {
	if !a.In {
		return a
	}
	p, now := c.p, c.l.Site.Now
	t := Published(p)
	switch {
	case p.Kind != site.Regular:
		a.In, a.Why = false, "it is not an article: its kind is "+string(p.Kind)
	case !slices.Contains(c.l.Site.Config.Discovery.News.Sections, p.SectionPath):
		return c.configured(a.Emitter, "discovery.news", "it is in no section of news", "discovery.news.sections")
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
		a.File, a.Line = c.said(a.Key)
	}
	return a
}

// feed says whether a feed has the page, which is one of those of its list.
func (c *explanation) feed(f *plan) Answer {
	l, p := c.l, c.p
	a := Answer{Emitter: f.file}
	if !l.InFeeds(p) {
		return c.excluded(a)
	}
	if c.o.Own != nil && f.target.Format != nil && c.o.Own(f.page, f.target) {
		a.In, a.Why = true, "if the project's own template lists it"
		return a
	}
	if !l.feedReader().allows(f, p) {
		return c.notInFeed(a)
	}
	pages := l.feedReader().choose(f)
	switch {
	case slices.Contains(pages, p):
		a.In = true
	case f.format == feeds.Atom && feedDate(p).IsZero():
		a.Rule, a.Why = "A1", "it has no date, which Atom requires"
	case f.updates:
		return c.configured(f.file, "F1", fmt.Sprintf("the feed has room for %s", count(len(pages), "change")), "feeds.updates")
	default:
		key := "feeds.limit"
		if f.target.Format != nil && l.feedReader().limit(f) != f.Limit {
			key = "services.rss.limit"
		}
		return c.configured(f.file, key, fmt.Sprintf("the feed has room for %s", count(len(pages), "item")), key)
	}
	return a
}

// notInFeed says why a feed may not hold a page that others hold.
func (c *explanation) notInFeed(a Answer) Answer {
	if c.l.pageFeeds[c.p.ID].off {
		a.Rule, a.Why, a.Key = "feeds", "its front matter excludes it from feeds", "feeds"
		a.File, a.Line = c.said("feeds")
		return a
	}
	return c.excluded(a)
}

// robots says whether crawlers may read the page, and which line decides.
func (c *explanation) robots() Answer {
	a := Answer{Emitter: "robots.txt", In: true}
	if c.l.Preview() {
		return c.configured(a.Emitter, "X7", "the environment "+c.l.Site.Config.Environment+" is for previews: crawlers may read nothing", "environment")
	}
	rule, ok := sitemap.ParseRobots(c.o.Robots).Match("*", c.p.URL.Rel())
	if !ok {
		return a
	}
	a.In, a.File, a.Line = rule.Allow, c.o.RobotsFile, rule.Line
	a.Why = "Allow: " + rule.Pattern
	if !rule.Allow {
		a.Rule, a.Why = "X2", "Disallow: "+rule.Pattern
	}
	return a
}

// configured is an answer that the configuration gives.
func (c *explanation) configured(emitter, rule, why, key string) Answer {
	a := Answer{Emitter: emitter, Rule: rule, Why: why}
	a.File, a.Line = c.l.origin(key)
	return a
}

// excluded says which rule keeps the page out of all lists.
func (c *explanation) excluded(a Answer) Answer {
	for _, ex := range c.l.Unlisted {
		if ex.Page != c.p {
			continue
		}
		a.Rule, a.Why = ex.Rule, ex.Why
		switch {
		case ex.Robots.Line > 0:
			a.File, a.Line = c.o.RobotsFile, ex.Robots.Line
		case ex.rendered && c.o.Rendered != nil:
			a.File, a.Line = c.o.Rendered(c.p, ex.Rule)
		default:
			a.Key = ex.Key
			a.File, a.Line = c.said(ex.Key)
		}
	}
	return a
}

// said returns where a value of the page is set: in its own front matter, in that of the page which
// cascades it, or in the configuration.
func (c *explanation) said(key string) (file string, line int) {
	p := c.p
	if key == "" {
		return "", 0
	}
	if p.Doc != nil && p.Doc.Front != nil && p.Doc.Front.Lines[key] > 0 {
		return p.Doc.File, p.Doc.Front.Lines[key]
	}
	from, configured := site.CascadedFrom(p, key, c.l.Site.Config.Environment)
	switch {
	case from != nil:
		return from.Doc.File, from.Doc.Front.Lines["cascade"]
	case configured:
		return c.l.origin("cascade."+key, "cascade.params."+key, "cascade")
	case key == "sitemap":
		return c.l.origin("sitemap.disable")
	case key == "params.versions":
		return c.l.origin(key)
	}
	return "", 0
}

// origin returns where the configuration sets the first of several keys that it sets.
func (l *Listing) origin(keys ...string) (file string, line int) {
	for _, key := range keys {
		file, number, found := strings.Cut(l.Site.Config.Origin[key], ":")
		if !found || strings.ContainsAny(file, " ") {
			continue
		}
		if _, err := fmt.Sscanf(number, "%d", &line); err == nil {
			return file, line
		}
	}
	return "", 0
}

// textName is the name of the text sitemap beside a sitemap, which ends in .txt (rule T2).
func textName(name string) string { return strings.TrimSuffix(name, path.Ext(name)) + ".txt" }
