package post

import (
	"cmp"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// unknownLanguage names the language of pages that have none.
const unknownLanguage = "unknown"

// assemble makes a site from the pages and returns the facts of each page. All pages are in one edition, in path order,
// whatever their language; only the page's sitemap and feed depend on the language.
func (r *run) assemble() []*listing.PageFacts {
	pages := r.pages.Pages
	base := site.NewBase(r.tree.Base())
	root := base.Origin() + base.Prefix()
	all, facts := make([]site.Page, len(pages)), make([]*listing.PageFacts, len(pages))
	written := []site.Target{{}} // any target will do, because no page is rendered
	title, editions := r.siteTitle(), map[string]*site.Edition{}
	local := config.DefaultLocal()
	edition := func(lang string) *site.Edition {
		e := editions[lang]
		if e == nil {
			e = &site.Edition{Base: base, Language: &config.Language{
				Key: lang, Lower: strings.ToLower(cmp.Or(lang, unknownLanguage)), Title: title, Default: true, Local: &local,
				Sitemap: config.Sitemap{Filename: cmp.Or(r.o.Sitemap, "sitemap.xml")}, DisableKinds: map[string]bool{"rss": true},
			}}
			editions[lang] = e
		}
		return e
	}
	whole := *edition("")
	r.site = &site.Site{Config: r.config(), Editions: []*site.Edition{&whole}, Now: r.o.Now}
	for i := range pages {
		all[i] = site.Bare(site.Regular)
		w, p, hints := &pages[i], &all[i], r.hints(i)
		p.ID, p.Edition, p.Targets, p.Sitemap = i, edition(w.Lang), written, &hints
		p.URL = base.At(strings.TrimPrefix(w.URL, root))
		p.Title, p.Description = w.Title, w.Description
		if w.NotFound {
			p.Kind = site.NotFound
		}
		if section, _, nested := strings.Cut(w.Path, "/"); nested {
			p.SectionPath = section
		}
		if s := r.sources.Of(i); s != nil {
			p.Key, p.CardHash = s.Path, s.Hash
		}
		w.Modified, w.Published = r.dates(i)
		p.Dates = content.Dates{PublishDate: w.Published.Time, Lastmod: w.Modified.Time, LastmodFrom: w.Modified.From}
		if w.Article && r.fresh(w) {
			if a, err := r.pages.Article(w); err == nil {
				p.Title = a.Title // the page's title may end with the name of the site (rule N3)
			}
		}
		r.site.Pages = append(r.site.Pages, p)
		switch s := r.sources.Of(i); {
		case s != nil && s.Unlisted != "":
			w.LeftOut = "its source " + s.Path + " says " + s.Unlisted
		case r.evidence.out[w.Path]:
			w.LeftOut = "the sitemap that was replaced leaves it out"
		}
		facts[i] = &listing.PageFacts{Canonical: w.Canonical, Main: w.Main, Web: w}
	}
	whole.Pages, whole.RegularPages = r.site.Pages, r.site.Pages
	return facts
}

func (r *run) fresh(w *webpage.Page) bool {
	return !r.o.Now.IsZero() && (&sitemap.News{Published: w.Published.Time}).Fresh(r.o.Now)
}

// config returns the configuration of the site.
func (r *run) config() *config.Config {
	d := *r.o.Discovery
	d.SitemapAddresses, d.LastMod, d.News.Sections = "root", []string{":page", listing.FromLedger}, r.o.News
	d.URLs = r.assets()
	d.Feeds = config.Feeds{MaxBytes: d.Feeds.MaxBytes, Stylesheet: d.Feeds.Stylesheet}
	if d.Split == "auto" {
		d.Split = ""
		if r.multilingual() {
			d.Split = "{language}"
		}
	}
	if r.tree.Prefix() != "/" && r.robots == nil || r.o.Repair {
		d.Robots = false // crawlers read only the robots.txt at the root of the host (rule X1)
	}
	return &config.Config{Discovery: d}
}

// multilingual reports whether pages name versions in other languages on this site.
func (r *run) multilingual() bool {
	for i := range r.pages.Pages {
		for _, v := range r.pages.Pages[i].Versions {
			if v.Lang != "x-default" && v.Page != webpage.Elsewhere && int(v.Page) != i {
				return true
			}
		}
	}
	return false
}

// dates returns the dates of a page's last change and publication: from the page, else from its source; for the last
// change also from git, else from the replaced sitemap. File times and the clock are never used (rule M2).
func (r *run) dates(i int) (modified, published webpage.Date) {
	w := &r.pages.Pages[i]
	modified, published = w.Modified, w.Published
	if s := r.sources.Of(i); s != nil {
		for _, d := range []webpage.Date{s.Modified, s.Git} {
			if modified.Time.IsZero() {
				modified = r.past(d)
			}
		}
		if published.Time.IsZero() {
			published = r.past(s.Published)
		}
	}
	if modified.Time.IsZero() {
		modified = r.past(r.evidence.date(w.Path))
	}
	return modified, published
}

// past drops a date that is in the future (rule M3).
func (r *run) past(d webpage.Date) webpage.Date {
	if !r.o.Now.IsZero() && d.Time.After(r.o.Now) {
		return webpage.Date{}
	}
	return d
}

// dateText returns a date as text, or "" if it is unknown.
func dateText(d webpage.Date) string {
	switch {
	case d.Time.IsZero():
		return ""
	case d.DayOnly:
		return d.Time.Format("2006-01-02")
	}
	return d.Time.Format(time.RFC3339)
}
