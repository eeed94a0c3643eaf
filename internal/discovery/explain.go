package discovery

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/sitemap"
)

// Explanation says for one page what machines see of it, and why.
type Explanation struct {
	URL      string   // absolute, "" without a base URL
	Emitters []Answer // the sitemap first, then the feeds that could list the page

	LastMod Date // zero when the sitemap says none

	Alternates []Alternate
	ID         string // by which feeds know it, when that is not its address
	Seen       time.Time
	Changed    time.Time // as the ledger knows; zero: no change was seen
}

// Answer says whether one emitter lists a page, and by which rule it does not.
type Answer struct {
	Emitter   string // "sitemap", or the file of a feed: "posts/index.xml"
	In        bool
	Rule, Why string // what keeps it out; "" when nothing does
	File      string // where that is said; "" when no file says it
	Line      int    // from 1; 0: not known
}

// Date is a date with its source.
type Date struct {
	Time time.Time
	From string // a front matter key, ":git", ":ledger", "descendants", …
	File string // that says it, when one does
	Line int
	Out  string // why it is left out all the same; "" when it is not
}

// Explain tells about p.
func (l *Listing) Explain(p *site.Page) Explanation {
	e := l.edition(p)
	x := Explanation{Alternates: l.Alternates(p)}
	if !p.URL.IsZero() && e.known {
		x.URL = l.address(p)
	}
	x.Emitters = append(x.Emitters, l.inSitemap(p))
	for i := range e.feeds {
		f := &e.feeds[i]
		if slices.Contains(members(f.page), p) {
			x.Emitters = append(x.Emitters, l.inFeed(f, p))
		}
	}
	x.LastMod = l.explainDate(p)
	if entry, ok := l.remembered(p); ok {
		x.Seen, x.Changed = entry.Seen, entry.Changed
		if entry.ID != x.URL {
			x.ID = entry.ID
		}
	}
	return x
}

// inSitemap says whether the sitemap has p.
func (l *Listing) inSitemap(p *site.Page) Answer {
	a := Answer{Emitter: "sitemap", In: l.Listed(p)}
	e := l.edition(p)
	switch {
	case p.Owner != nil:
		a.Why = "it is a resource of the bundle " + p.Owner.Path
	case !e.known:
		a.In, a.Rule, a.Why = false, "L10", "the site has no absolute base URL"
	case !a.In:
		return l.excluded(a, p)
	case e.Language.DisableKinds["sitemap"]:
		a.In, a.Rule, a.Why = false, "disableKinds", "the configuration disables sitemaps"
		a.File, a.Line = l.origin("disablekinds")
	case l.Preview():
		a.In, a.Rule, a.Why = false, "X7", "the environment "+l.Site.Config.Environment+" is one for previews"
	case !slices.Contains(e.Pages, p):
		a.In, a.Rule, a.Why = false, "build.list", "it is in no list"
	}
	return a
}

// inFeed says whether a feed has p, which is one of the pages of its list.
func (l *Listing) inFeed(f *plan, p *site.Page) Answer {
	a := Answer{Emitter: f.file}
	if !l.InFeeds(p) {
		return l.excluded(a, p)
	}
	pages, _ := l.choose(f)
	switch {
	case slices.Contains(pages, p):
		a.In = true
	case f.format == feeds.Atom && published(p).IsZero():
		a.Rule, a.Why = "A1", "it has no date, and Atom wants one"
	default:
		key := "feeds.limit"
		if f.format == feeds.RSS {
			key = "services.rss.limit"
		}
		a.Rule, a.Why = key, fmt.Sprintf("the feed has room for %s", count(len(pages), "item"))
		a.File, a.Line = l.origin(key)
	}
	return a
}

// excluded says which rule keeps p out of all lists.
func (l *Listing) excluded(a Answer, p *site.Page) Answer {
	for _, ex := range l.Unlisted {
		if ex.Page == p {
			a.Rule, a.Why = ex.Rule, ex.Why
			a.File, a.Line = said(p, ex.Key)
		}
	}
	return a
}

// said returns where the front matter of p says something about a key; a value that it has from a
// cascade is said elsewhere.
func said(p *site.Page, key string) (file string, line int) {
	if key == "" || p.Doc == nil || p.Doc.Front == nil {
		return "", 0
	}
	if line := p.Doc.Front.Lines[key]; line > 0 {
		return p.Doc.File, line
	}
	for _, up := range p.Ancestors {
		if up.Doc != nil && up.Doc.Front != nil && up.Doc.Front.Lines["cascade"] > 0 {
			return up.Doc.File, up.Doc.Front.Lines["cascade"]
		}
	}
	return "", 0
}

// origin returns where the configuration sets a key.
func (l *Listing) origin(key string) (file string, line int) {
	file, number, found := strings.Cut(l.Site.Config.Origin[key], ":")
	if !found || strings.ContainsAny(file, " ") {
		return "", 0
	}
	if _, err := fmt.Sscanf(number, "%d", &line); err != nil {
		return "", 0
	}
	return file, line
}

// explainDate says which date the sitemap gives.
func (l *Listing) explainDate(p *site.Page) Date {
	t, from := l.LastMod(p)
	if t.IsZero() {
		return Date{}
	}
	d := Date{Time: t, From: from}
	d.File, d.Line = said(p, from)
	if from == ":git" && p.Doc != nil {
		d.File = p.Doc.File
	}
	if now := l.Site.Now; !now.IsZero() && t.After(now) {
		d.Out = "it lies in the future (rule M3)"
	}
	return d
}

// FindInSitemaps returns the names of those sitemaps, by their text, that list an address.
func FindInSitemaps(address string, names []string, text func(name string) string) []string {
	loc, err := sitemap.Normalize(address)
	if err != nil {
		loc = address
	}
	escaped := "<loc>" + strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&apos;", `"`, "&quot;").Replace(loc) + "</loc>"
	var out []string
	for _, name := range names {
		switch s := text(name); {
		case strings.HasSuffix(name, ".txt"):
			if slices.Contains(strings.Split(s, "\n"), loc) {
				out = append(out, name)
			}
		case strings.Contains(s, "<url>"+escaped):
			out = append(out, name)
		}
	}
	return out
}
