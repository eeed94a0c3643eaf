package sitemaps

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/emit/xmlstyle"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// inSitemaps reports whether the sitemaps include an edition.
func (x *host) inSitemaps(e *site.Edition) bool {
	return x.l.HasBase(e) && !e.Language.DisableKinds["sitemap"]
}

// entries makes the sitemap entries of pages.
type entries struct {
	l         *listing.Listing
	addresses []string // URLs of translated pages, by ID: each is named in every version
	current   sitemap.Entry
	media     *media // nil: without media and news
}

func newEntries(l *listing.Listing) *entries {
	return &entries{l: l, addresses: make([]string, len(l.Site.Pages))}
}

func (w *entries) address(p *site.Page) string {
	if w.addresses[p.ID] == "" {
		w.addresses[p.ID] = w.l.Address(p)
	}
	return w.addresses[p.ID]
}

// entry returns the entry of p. The next call overwrites it.
func (w *entries) entry(p *site.Page) *sitemap.Entry {
	last := w.l.LastMod(p)
	web := w.l.Facts(p).Web
	w.current = sitemap.Entry{
		LastMod: last.At, DateOnly: web != nil && web.Modified.DayOnly &&
			web.Modified.From == last.From, ChangeFreq: p.Sitemap.ChangeFreq,
		Priority: p.Sitemap.Priority, HasPriority: p.Sitemap.Priority >= 0,
		Alternates: w.current.Alternates[:0], Images: w.current.Images[:0], Videos: w.current.Videos[:0],
	}
	if w.l.Versions(p) < 2 {
		w.current.Loc = w.l.Address(p)
		w.addMedia(p)
		return &w.current
	}
	w.current.Loc = w.address(p)
	w.addMedia(p)
	w.current.Alternates = w.l.AppendAlternates(w.current.Alternates, p, w.address, w.names)
	return &w.current
}

// names reports whether sitemaps name p as a language version: only if they list it (rule H5). In a Hugo project, they
// name all pages that may be indexed, as Hugo does.
func (w *entries) names(p *site.Page) bool {
	return w.l.Site.Config.Hugo || w.l.Listed(p) && !p.Edition.Language.DisableKinds["sitemap"]
}

func (w *entries) addMedia(p *site.Page) {
	if w.media != nil && (w.l.WantsMedia(p) || isArticle(w.l, p)) {
		w.media.add(&w.current, p)
	}
}

// writeSitemaps writes the sitemaps of a host and returns the absolute URLs to announce. index is the project's index;
// nil for the built-in one.
//
// All sitemaps are at the root, where they may list every page (rule L5), or at Hugo's URLs, /fr/sitemap.xml. Several
// groups have an index.
func (x *host) writeSitemaps(index []byte, create emission.Create, r *emission.Emitted) (roots []string, err error) {
	groups, several := x.groups()
	report := &diag.Reporter{}
	var current *site.Page
	o := x.sitemapOptions(groups)
	o.AlwaysIndex = several
	o.Create = func(name string) (io.WriteCloser, error) {
		if index != nil && name == o.Name { // several groups: this is the index
			return unwritten{}, nil
		}
		out, err := create(x.h.Dir+name, mediaType(name))
		if err != nil {
			return nil, err
		}
		r.Files = append(r.Files, x.h.Dir+name)
		return &hashed{out: out, into: &r.Hashes, name: x.h.Dir + name}, nil
	}
	o.Changed = func(f sitemap.File) time.Time { return x.fileChanged(x.h.Dir+f.Name, r.Hashes) }
	var ahead, odd []*diag.Diagnostic // dates in the future, and those before there were pages
	o.Report = func(v sitemap.Violation) {
		switch d := x.broken(v, current); v.Rule {
		case "M1":
			odd = append(odd, d)
		case "M3":
			ahead = append(ahead, d)
		default:
			report.Say(d)
		}
	}
	w, err := sitemap.NewWriter(o)
	if err != nil {
		return nil, err
	}
	entries := newEntries(x.l)
	entries.media = &media{l: x.l, report: report.Say, taken: x.o.Taken}
	if len(x.l.Site.Config.Discovery.News.Sections) > 0 && x.l.Site.Now.IsZero() {
		report.Add("N5", "", "no news sitemap is written: without a clock, sitegen can't tell which pages are news")
	}
	for _, g := range groups {
		if err := w.Group(g.name); err != nil {
			return nil, err
		}
		for _, current = range g.pages {
			if err := w.Add(entries.entry(current)); err != nil {
				return nil, err
			}
		}
		current = nil
		for i := range g.extra {
			if err := w.Add(&g.extra[i]); err != nil {
				return nil, err
			}
		}
	}
	res, err := w.Close()
	if err != nil {
		return nil, err
	}
	r.URLs += res.URLs
	r.Found = slices.Concat(r.Found, report.List(), together(odd), together(ahead))
	for _, name := range res.Roots {
		roots = append(roots, x.h.Editions[0].Base.At(name).Abs())
	}
	if index == nil || len(roots) == 0 {
		return roots, nil
	}
	var files []indexed
	for _, f := range res.Files {
		if !f.Index && !f.Text {
			files = append(files, indexed{x.h.Editions[0].Base.At(f.Name).Abs(), f.LastMod})
		}
	}
	roots = x.checkIndex(index, files, r)
	return roots, writeFile(x.h.Dir+o.Name, index, create, r)
}

// together merges problems of the same kind into one message.
func together(list []*diag.Diagnostic) diag.List {
	if len(list) == 0 {
		return nil
	}
	d := *list[0]
	if n := len(list) - 1; n > 0 {
		d.Message += fmt.Sprintf(" (and %s like it)", words.Count(n, "more date"))
	}
	return diag.List{&d}
}

// broken reports a rule that an entry breaks, with the file of its page (nil: none) or the line of the configuration
// that names the URL.
func (x *host) broken(v sitemap.Violation, p *site.Page) *diag.Diagnostic {
	d := &diag.Diagnostic{Rule: v.Rule, Severity: diag.Warning, File: x.l.Source(p), Message: v.Error()}
	c := x.l.Site.Config.Discovery
	switch {
	case p != nil && strings.HasPrefix(v.Rule, "V"):
		d.About = "videos"
	case p != nil:
	case slices.Contains(c.Sitemaps, v.Entry):
		d.File, d.Line = listing.Origin(x.l.Site.Config, "discovery.sitemaps")
	case slices.ContainsFunc(c.URLs, func(u config.SitemapURL) bool { return further(x.h, u) == v.Entry }):
		d.File, d.Line = listing.Origin(x.l.Site.Config, "discovery.urls")
	}
	return d
}

// unwritten discards a file that should not be written.
type unwritten struct{}

// Write discards the bytes.
func (unwritten) Write(b []byte) (int, error) { return len(b), nil }

// Close does nothing.
func (unwritten) Close() error { return nil }

// sitemapOptions returns the settings of a host's sitemaps.
func (x *host) sitemapOptions(groups []group) sitemap.Options {
	d := x.l.Site.Config.Discovery
	o := sitemap.Options{
		Base: x.h.Base, Name: listing.SitemapName(x.h.First()), MaxURLs: d.SitemapURLs, MaxBytes: d.SitemapBytes,
		Now: x.l.Site.Now, Stylesheet: xmlstyle.Sitemaps(x.l, x.h),
		Images: placement(d.Images), Videos: placement(d.Videos), Gzip: d.Gzip,
		AnyDirectory: x.hugoAddresses() || d.Scope == "host",
		Stable:       d.Stable && x.crowded(groups, d.SitemapURLs, d.SitemapBytes),
	}
	if name := listing.TextName(o.Name); d.TextSitemap && !x.o.Taken(x.h.Dir+name) {
		o.Text = name
	}
	if x.h.Dir == "" || x.h.First().Language.Default {
		for _, s := range d.Sitemaps {
			o.Extra = append(o.Extra, sitemap.IndexEntry{Loc: s})
		}
	}
	o.Extra = append(o.Extra, x.updatesInIndex()...)
	return o
}

// hugoAddresses reports whether each language has its sitemap in its own folder, as in Hugo.
func (x *host) hugoAddresses() bool {
	return len(x.l.Site.Editions) > 1 && x.h.Dir == "" && x.l.Site.Config.Discovery.SitemapAddresses == "hugo"
}
