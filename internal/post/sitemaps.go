package post

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/glob"
	"github.com/sitegen/sitegen/internal/webpage"
	"github.com/sitegen/sitegen/sitemap"
)

// SitemapOptions says what sitemaps hold.
type SitemapOptions struct {
	None bool   // writes no sitemaps
	Name string // of the file to announce; default "sitemap.xml"
	// Split is the pattern by which pages share a file: words, "-" and {language}, {section}, {year}, {month};
	// "" is one file, "auto" {language} where pages in several languages name each other.
	Split             string
	NoText            bool // leaves out the text sitemap
	Gzip              bool // compresses the sitemaps of pages (rule U9)
	Stable            bool // numbers files by a hash of the address (rule U10), where one is not enough
	MaxURLs, MaxBytes int  // of one file; 0: those of the protocol
	Images, Videos    sitemap.Placement

	URLs     []sitemap.Entry      // further addresses, that are no pages of the folder
	Sitemaps []sitemap.IndexEntry // further sitemaps for the index (rule I9)

	News        []string // globs of the files that are articles of a news publication; empty: none
	Publication string   // its name; default: what the home page is called
}

// group is what stands in one sitemap, before the limits divide it.
type group struct {
	name  string
	pages []int32 // of the set
}

// writeSitemaps writes the sitemaps of all pages that lists may name.
func (r *run) writeSitemaps(context.Context) error {
	o := r.o.Sitemaps
	if o.None {
		return nil
	}
	groups, several := r.groups()
	news, err := glob.NewSet(o.News)
	if err != nil {
		return err
	}
	name := r.sitemapName()
	var current *webpage.Page
	text := strings.TrimSuffix(name, path.Ext(name)) + ".txt"
	if o.NoText {
		text = ""
	}
	files := map[string]*outFile{}
	w, err := sitemap.NewWriter(sitemap.Options{
		Base: r.tree.Base(), Name: name, Text: text, MaxURLs: o.MaxURLs, MaxBytes: o.MaxBytes, Gzip: o.Gzip, Now: r.o.Now,
		Images: o.Images, Videos: o.Videos, AlwaysIndex: several, Extra: o.Sitemaps,
		Stable: o.Stable && r.crowded(groups),
		Create: func(name string) (io.WriteCloser, error) {
			files[name] = r.out.create(name)
			return files[name], nil
		},
		Changed: func(f sitemap.File) time.Time { return r.fileChanged(f.Name, files[f.Name]) },
		Report: func(v sitemap.Violation) {
			d := &diag.Diagnostic{Rule: v.Rule, Severity: diag.Warning, Message: v.Error()}
			if current != nil {
				d.File = current.Path
			}
			r.report.Say(d)
		},
	})
	if err != nil {
		return err
	}
	for _, g := range groups {
		if several {
			if err := w.Group(g.name); err != nil {
				return err
			}
		}
		for _, i := range g.pages {
			current = &r.pages.Pages[i]
			if err := w.Add(r.entry(i, news)); err != nil {
				return err
			}
		}
		current = nil
	}
	if several && len(o.URLs) > 0 {
		if err := w.Group(emit.Beside(name, "other")); err != nil {
			return err
		}
	}
	for i := range o.URLs {
		if err := w.Add(&o.URLs[i]); err != nil {
			return err
		}
	}
	res, err := w.Close()
	if err != nil {
		return err
	}
	r.res.URLs = res.URLs
	for _, name := range res.Roots {
		r.roots = append(r.roots, r.address(name))
	}
	if res.URLs == 0 {
		r.report.Add("I7", "", "no sitemap is written: of "+count(r.res.Pages, "page")+" none may be listed")
	}
	return nil
}

func (r *run) sitemapName() string { return cmp.Or(r.o.Sitemaps.Name, "sitemap.xml") }

// address is the absolute address of a file of the root.
func (r *run) address(name string) string {
	u, err := url.Parse(r.tree.Base())
	if err != nil {
		return ""
	}
	u.Path += name
	return u.String()
}

// entry is what a sitemap says of a page.
func (r *run) entry(i int32, news glob.Set) *sitemap.Entry {
	p := &r.pages.Pages[i]
	e := &sitemap.Entry{Loc: p.URL, LastMod: r.dates[i].Time, DateOnly: r.dates[i].DayOnly, Alternates: p.Alternates, Videos: p.Videos}
	for _, loc := range p.Images {
		e.Images = append(e.Images, sitemap.Image{Loc: loc})
	}
	if len(r.o.Sitemaps.News) > 0 && news.Match(p.Path) {
		e.News = r.news(p)
	}
	return e
}

// news makes an article of a page, nil when it is none now.
func (r *run) news(p *webpage.Page) *sitemap.News {
	n := &sitemap.News{
		Publication: cmp.Or(r.o.Sitemaps.Publication, r.siteTitle()), Language: cmp.Or(p.Lang, "en"),
		Published: p.Published.Time, DateOnly: p.Published.DayOnly, Title: p.Title,
	}
	if n.Published.IsZero() || r.o.Now.IsZero() || !n.Fresh(r.o.Now) {
		return nil
	}
	if a, err := r.pages.Article(p); err == nil {
		n.Title = a.Title // that of the page may end with the name of the site (rule N3)
	}
	return n
}

// groups divides the pages by the pattern; several says that there is an index over them.
func (r *run) groups() (list []group, several bool) {
	pattern := r.o.Sitemaps.Split
	if pattern == "auto" {
		pattern = ""
		if r.multilingual() {
			pattern = "{language}"
		}
	}
	name := r.sitemapName()
	at := map[string]int{}
	for i := range r.pages.Pages {
		p := &r.pages.Pages[i]
		if !p.Listed() {
			continue
		}
		file := name
		if pattern != "" {
			file = emit.Beside(name, r.unreserved(emit.Fill(pattern, func(part string) string { return r.partOf(part, p) })))
		}
		k, there := at[file]
		if !there {
			k = len(list)
			at[file] = k
			list = append(list, group{name: file})
		}
		list[k].pages = append(list[k].pages, int32(i))
	}
	slices.SortStableFunc(list, func(a, b group) int { return cmp.Compare(a.name, b.name) })
	return list, pattern != ""
}

// unreserved keeps a group from the names that media and news have.
func (r *run) unreserved(part string) string {
	switch part {
	case "images", "videos", "news", "other":
		return part + "-pages"
	}
	return part
}

// multilingual reports whether pages of this site name versions in other languages on it.
func (r *run) multilingual() bool {
	for i := range r.pages.Pages {
		p := &r.pages.Pages[i]
		for _, a := range p.Alternates {
			if a.Lang != "x-default" && a.Href != p.URL && below(a.Href, r.tree.Base()) {
				return true
			}
		}
	}
	return false
}

// partOf returns the value of a placeholder.
func (r *run) partOf(name string, p *webpage.Page) string {
	switch name {
	case "language":
		return cmp.Or(p.Lang, "unknown")
	case "section":
		section, _, nested := strings.Cut(p.Path, "/")
		if !nested {
			return "pages"
		}
		return section
	case "type":
		return "page"
	}
	switch t := p.Published.Time; {
	case t.IsZero():
		return "undated"
	case name == "year":
		return t.Format("2006")
	case name == "month":
		return t.Format("2006-01")
	}
	return name
}

// crowded reports whether a group will hardly fit into one file.
func (r *run) crowded(groups []group) bool {
	o := r.o.Sitemaps
	for _, g := range groups {
		bytes := 0
		for _, i := range g.pages {
			p := &r.pages.Pages[i]
			bytes += len(p.URL) + 150
			for _, a := range p.Alternates {
				bytes += len(a.Href) + 80
			}
		}
		if len(g.pages) > cmp.Or(o.MaxURLs, sitemap.MaxURLs) || bytes > cmp.Or(o.MaxBytes, sitemap.MaxBytes) {
			return true
		}
	}
	return false
}

// below reports whether an address lies below a base.
func below(loc, base string) bool { return len(loc) >= len(base) && loc[:len(base)] == base }

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
