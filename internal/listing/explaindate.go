package listing

import (
	"slices"
	"time"

	"github.com/sitegen/sitegen/internal/site"
)

// Date is a date with its source.
type Date struct {
	Time   time.Time
	From   string // a front matter key, ":git", ":ledger", "descendants", …
	File   string // that says it, when one does
	Line   int
	Commit string // short name of the commit, when git says it
	Out    string // why it is left out all the same; "" when it is not
}

// date says which date the sitemap gives, and where it comes from.
func (c *explanation) date() Date {
	p := c.p
	t, from := c.l.LastMod(p)
	if t.IsZero() {
		return Date{}
	}
	d := Date{Time: t, From: from}
	switch from {
	case ":git":
		if p.Commit != nil {
			d.Commit = p.Commit.AbbreviatedHash
		}
		d.File = c.l.fileOf(p)
	case ":filename", ":filemodtime":
		d.File = c.l.fileOf(p)
	case site.FromDescendants:
		d.File, d.Line = c.newest(t)
	default:
		d.File, d.Line = c.said(from)
	}
	if now := c.l.Site.Now; !now.IsZero() && t.After(now) {
		d.Out = "it is in the future (rule M3)"
	}
	return d
}

// newest finds the page from which a list has its date.
func (c *explanation) newest(t time.Time) (file string, line int) {
	for _, q := range c.l.Site.Pages {
		below := slices.Contains(q.Ancestors, c.p) || slices.Contains(c.p.Pages, q)
		if below && q.Doc != nil && q.Dates.Lastmod.Equal(t) && q.Dates.LastmodFrom != site.FromDescendants {
			of := explanation{c.l, q, c.o}
			if d := of.date(); d.File != "" {
				return d.File, d.Line
			}
		}
	}
	return "", 0
}
