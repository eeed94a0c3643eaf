package emit

import (
	"slices"
	"time"

	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Explanation lists which outputs contain a page, with which dates and ID, and why.
type Explanation struct {
	URL      string            // absolute, "" without a base URL
	Emitters []emission.Answer // in the order of the outputs

	LastMod Date // zero if the sitemap has no date

	Alternates []listing.Alternate
	ID         string // that feeds use for it, if it is not the URL
	Seen       time.Time
	Changed    time.Time // from the ledger; zero: no change was seen
}

// Explain explains how machines see p.
func Explain(l *listing.Listing, p *site.Page, o emission.ExplainOptions) Explanation {
	x := Explanation{Alternates: l.Alternates(p)}
	if !p.URL.IsZero() && l.HasBase(p.Edition) {
		x.URL = l.Address(p)
	}
	q := emission.Question{Listing: l, Page: p, Options: o}
	for _, out := range outputs {
		if out.explain != nil {
			x.Emitters = append(x.Emitters, out.explain(q)...)
		}
	}
	x.LastMod = date(q)
	if entry := l.Remembered(p); entry.Known {
		x.Seen, x.Changed = entry.Seen, entry.Changed
		if entry.ID != x.URL {
			x.ID = entry.ID
		}
	}
	return x
}

// ExplainFile explains how machines see a file that is not a page.
func ExplainFile(l *listing.Listing, f listing.File) Explanation {
	x := Explanation{URL: f.URL.Abs(), Alternates: f.Alternates, Emitters: []emission.Answer{{
		Emitter: "sitemap", In: f.Listed(), Rule: f.Rule, Why: f.Why,
	}}}
	if f.NoIndex() || f.Canonical != "" {
		x.Emitters[0].File, x.Emitters[0].Line = f.About.File, f.About.Line
	}
	for _, known := range l.Files() {
		if known.Path != f.Path || known.Date.IsZero() {
			continue
		}
		x.LastMod = Date{Time: known.Date, From: ":ledger"}
		switch {
		case !f.About.LastMod.IsZero():
			x.LastMod.From, x.LastMod.File = "lastmod", f.About.File
		case !f.Date.IsZero():
			x.LastMod.From = ":git"
		}
	}
	return x
}

// Date is a date with its source.
type Date struct {
	Time   time.Time
	From   string // a front matter key, ":git", ":ledger", "descendants", …
	File   string // that sets the date, if any
	Line   int
	Commit string // short name of the commit, for dates from git
	Out    string // why the date is left out; "" if it is printed
}

// date returns the date in the sitemap and its source.
func date(q emission.Question) Date {
	p := q.Page
	c := q.Listing.LastMod(p)
	t, from := c.At, c.From
	if t.IsZero() {
		return Date{}
	}
	d := Date{Time: t, From: from}
	switch from {
	case ":git":
		if p.Commit != nil {
			d.Commit = p.Commit.AbbreviatedHash
		}
		d.File = q.Listing.Source(p)
	case ":filename", ":filemodtime":
		d.File = q.Listing.Source(p)
	case site.FromDescendants:
		d.File, d.Line = newest(q, t)
	default:
		d.File, d.Line = q.Said(from)
	}
	switch {
	case c.Ahead:
		d.Out = "it is in the future (rule M3)"
	case c.Early():
		d.Out = "it is before 1970-01-02 (rule M1)"
	}
	return d
}

// newest finds the page from which a list takes its date.
func newest(q emission.Question, t time.Time) (file string, line int) {
	for _, p := range q.Listing.Site.Pages {
		below := slices.Contains(p.Ancestors, q.Page) || slices.Contains(q.Page.Pages, p)
		if below && p.Doc != nil && p.Dates.Lastmod.Equal(t) && p.Dates.LastmodFrom != site.FromDescendants {
			of := q
			of.Page = p
			if d := date(of); d.File != "" {
				return d.File, d.Line
			}
		}
	}
	return "", 0
}
