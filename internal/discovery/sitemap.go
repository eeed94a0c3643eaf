package discovery

import (
	"io"
	"iter"
	"path"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/sitemap"
)

// SitemapEntries yields the entries of one language in Hugo's order, the default order of its pages. The
// entry is used again for the next page.
func (l *Listing) SitemapEntries(e *site.Edition) iter.Seq2[*site.Page, *sitemap.Entry] {
	addresses := make([]string, len(l.Site.Pages)) // of translated pages: each is named in each version
	address := func(p *site.Page) string {
		if addresses[p.ID] == "" {
			addresses[p.ID] = l.address(p)
		}
		return addresses[p.ID]
	}
	return func(yield func(*site.Page, *sitemap.Entry) bool) {
		if !l.editions[e.Language.Index].known || e.Language.DisableKinds["sitemap"] {
			return
		}
		var entry sitemap.Entry
		var alternates []Alternate
		for _, p := range e.Pages {
			if !l.Listed(p) {
				continue
			}
			lastmod, _ := l.LastMod(p)
			entry = sitemap.Entry{
				LastMod: lastmod, ChangeFreq: p.Sitemap.ChangeFreq,
				Priority: p.Sitemap.Priority, HasPriority: p.Sitemap.Priority >= 0,
				Alternates: entry.Alternates[:0],
			}
			if len(p.Translations) < 2 {
				entry.Loc = l.address(p)
			} else {
				entry.Loc = address(p)
				alternates = appendAlternates(alternates[:0], l, p, address)
				for _, a := range alternates {
					entry.Alternates = append(entry.Alternates, sitemap.Alternate(a))
				}
			}
			if !yield(p, &entry) {
				return
			}
		}
	}
}

// host is a set of languages that share a host, and so their sitemaps and robots.txt.
type host struct {
	editions []*edition
	dir      string // slash path of its root in the output folder, "" or "fr/"
	base     string // absolute address of that root, "" when none is known
}

func (l *Listing) hosts() []host {
	var out []host
	for i := range l.editions {
		e := &l.editions[i]
		base := ""
		if e.known {
			base = e.Base.At("/").Abs()
		}
		switch {
		case e.host:
			out = append(out, host{[]*edition{e}, e.Language.Lower + "/", base})
		case len(out) > 0 && out[0].dir == "":
			out[0].editions = append(out[0].editions, e)
		default:
			out = append([]host{{[]*edition{e}, "", base}}, out...)
		}
	}
	return out
}

// mapName is the name of a language's sitemap, "sitemap.xml" by default.
func mapName(e *edition) string {
	if name := strings.TrimPrefix(path.Clean("/"+e.Language.Sitemap.Filename), "/"); name != "" {
		return name
	}
	return "sitemap.xml"
}

// writeSitemaps writes the sitemaps of a host and returns the absolute addresses to announce.
//
// One language has one sitemap. Several have one each, and an index: all at the root, where they may
// list every page (rule L5), or at Hugo's addresses, /fr/sitemap.xml.
func (l *Listing) writeSitemaps(h host, create Create, r *Emitted) (roots []string, err error) {
	d := l.Site.Config.Discovery
	report := newReporter()
	var current *site.Page
	o := sitemap.Options{
		Base: h.base, Name: mapName(h.first()), MaxURLs: d.SitemapURLs, MaxBytes: d.SitemapBytes, Now: l.Site.Now,
		Images: sitemap.Omit, Videos: sitemap.Omit,
		Create: func(name string) (io.WriteCloser, error) {
			mediaType := "application/xml"
			if path.Ext(name) == ".txt" {
				mediaType = "text/plain"
			}
			r.Files = append(r.Files, h.dir+name)
			out, err := create(h.dir+name, mediaType)
			if err != nil {
				return nil, err
			}
			return &hashed{out: out, into: &r.hashes, name: h.dir + name}, nil
		},
		Changed: func(f sitemap.File) time.Time { return l.fileChanged(h.dir+f.Name, r.hashes) },
		Report:  func(v sitemap.Violation) { report.add(v.Rule, fileOf(current), v.Error()) },
	}
	if d.TextSitemap {
		o.Text = strings.TrimSuffix(o.Name, path.Ext(o.Name)) + ".txt"
	}
	several := len(l.editions) > 1 && !h.first().host
	hugo := several && d.SitemapAddresses == "hugo"
	o.AlwaysIndex, o.AnyDirectory = several, hugo
	w, err := sitemap.NewWriter(o)
	if err != nil {
		return nil, err
	}
	for _, e := range h.editions {
		name := mapName(e)
		switch {
		case hugo:
			name = e.Language.Lower + "/" + name
		case several:
			ext := path.Ext(o.Name)
			name = strings.TrimSuffix(o.Name, ext) + "-" + e.Language.Lower + ext
		}
		if err := w.Group(name); err != nil {
			return nil, err
		}
		var entry *sitemap.Entry
		for current, entry = range l.SitemapEntries(e.Edition) {
			if err := w.Add(entry); err != nil {
				return nil, err
			}
		}
	}
	res, err := w.Close()
	if err != nil {
		return nil, err
	}
	r.URLs += res.URLs
	r.Found = append(r.Found, report.list()...)
	for _, name := range res.Roots {
		roots = append(roots, h.editions[0].Base.At(name).Abs())
	}
	return roots, nil
}

// first is the edition whose settings count for the whole host: the default language's, if it is there.
func (h host) first() *edition {
	for _, e := range h.editions {
		if e.Language.Default {
			return e
		}
	}
	return h.editions[0]
}
