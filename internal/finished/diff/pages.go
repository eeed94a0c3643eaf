package diff

import (
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/percent"
)

// decoded returns a Page.URL as a path below the root.
func decoded(u string) string {
	return percent.Unescape(strings.TrimPrefix(u, "/"))
}

// matcher finds the new URL of pages that moved, by canonical URL, content and title. Content and titles that several
// pages share are not used.
type matcher struct {
	from, to    *Snapshot
	contents    map[uint64]*Page // by hash, in the new state; nil: several pages have it
	titles      map[string]*Page
	ownContents map[uint64]int // of the old state
	ownTitles   map[string]int
}

func newMatcher(from, to *Snapshot) *matcher {
	m := &matcher{
		from: from, to: to, contents: map[uint64]*Page{}, titles: map[string]*Page{},
		ownContents: map[uint64]int{}, ownTitles: map[string]int{},
	}
	for i := range from.Pages {
		if p := &from.Pages[i]; p.Stub == "" {
			m.ownContents[p.Content]++
			m.ownTitles[p.Title]++
		}
	}
	for i := range to.Pages {
		if p := &to.Pages[i]; p.Stub == "" {
			unique(m.contents, p.Content, p)
			unique(m.titles, p.Title, p)
		}
	}
	return m
}

// unique records the page of a key, or nil if several pages have the key.
func unique[K comparable](m map[K]*Page, key K, p *Page) {
	if _, there := m[key]; there {
		p = nil
	}
	m[key] = p
}

// find returns the new page of an old one, or nil; sure reports that both have the same content.
func (m *matcher) find(p *Page) (page *Page, sure bool) {
	if n := m.contents[p.Content]; n != nil && p.Content != 0 && m.ownContents[p.Content] == 1 &&
		m.from.byURL[n.URL] == nil {
		return n, true
	}
	if n := m.to.byURL[p.Canonical]; n != nil && n.Stub == "" && p.Canonical != "." {
		return n, false
	}
	if n := m.titles[p.Title]; n != nil && p.Title != "" && m.ownTitles[p.Title] == 1 && m.from.byURL[n.URL] == nil {
		return n, false
	}
	return nil, false
}

// pair compares a page with its new version.
func (c *comparison) pair(p, n *Page) {
	c.listing(p, n)
	if c.from.List || c.to.List || p.Asset || n.Asset || p.File == "" || n.File == "" {
		return
	}
	before := len(c.out.Changed)
	c.text("title", p.Title, n.Title, n)
	c.text("description", p.Description, n.Description, n)
	if p.Content != n.Content {
		c.change("content-changed", n, "", "")
		if n.LastMod != "" && p.LastMod != "" && p.Listed && n.Listed && !later(n.LastMod, p.LastMod) &&
			!later(p.LastMod, n.LastMod) {
			c.add(Finding{Rule: "lastmod-stale", URL: n.URL, Was: p.LastMod, Is: n.LastMod, File: c.to.file(n)})
		}
	}
	c.canonical(p, n)
	switch {
	case !p.NoIndex && n.NoIndex:
		c.change("noindex-added", n, "", "")
	case p.NoIndex && !n.NoIndex:
		c.change("noindex-removed", n, "", "")
	}
	if !p.Blocked && n.Blocked {
		c.change("robots-blocked", n, "", "")
	}
	if len(c.out.Changed) == before && p.LastMod != "" && n.LastMod != "" && later(n.LastMod, p.LastMod) {
		c.add(Finding{Rule: "lastmod-unfounded", URL: n.URL, Was: p.LastMod, Is: n.LastMod, File: c.to.file(n)})
	}
}

// change records a finding for a changed page.
func (c *comparison) change(rule string, n *Page, was, is string) {
	c.out.Changed = append(c.out.Changed, n.URL)
	c.add(Finding{Rule: rule, URL: n.URL, Was: was, Is: is, File: c.to.file(n)})
}

// text compares the title or the description.
func (c *comparison) text(what, was, is string, n *Page) {
	switch {
	case was == is:
	case is == "":
		c.change(what+"-lost", n, was, is)
	case was == "":
		c.out.Changed = append(c.out.Changed, n.URL)
	default:
		c.change(what+"-changed", n, was, is)
	}
}

// canonical compares the canonical URLs of a page.
func (c *comparison) canonical(p, n *Page) {
	was, is := p.Canonical, n.Canonical
	if went, moved := c.went[was]; moved {
		was = went
	}
	switch {
	case was == is:
	case is == "":
		c.change("canonical-lost", n, was, is)
	case is == ".": // the page is now its own canonical page
		c.out.Changed = append(c.out.Changed, n.URL)
	case was == "." || was == "":
		c.out.Changed = append(c.out.Changed, n.URL)
		c.add(Finding{Rule: "canonical-away", URL: n.URL, To: is, File: c.to.file(n)})
	default:
		c.change("canonical-changed", n, was, is)
	}
}

// listing compares the sitemap entries of a page.
func (c *comparison) listing(p, n *Page) {
	if !p.Listed || !c.to.listed {
		return
	}
	switch {
	case !n.Listed && (n.NoIndex || n.Blocked || n.Canonical != "" && n.Canonical != "."): // it does not belong there
	case !n.Listed:
		c.add(Finding{Rule: "sitemap-left", URL: n.URL, File: c.to.file(n)})
	case !n.Listed || p.LastMod == "":
	case n.LastMod == "":
		c.add(Finding{Rule: "lastmod-lost", URL: n.URL, Was: p.LastMod, File: c.to.file(n)})
	case later(p.LastMod, n.LastMod):
		c.add(Finding{Rule: "lastmod-back", URL: n.URL, Was: p.LastMod, Is: n.LastMod, File: c.to.file(n)})
	}
}

// later reports whether a date is certainly later than another; if one has no time of day, only the days are compared.
func later(a, b string) bool {
	x, errX := time.Parse(time.RFC3339, a)
	y, errY := time.Parse(time.RFC3339, b)
	if errX == nil && errY == nil {
		return x.After(y)
	}
	day := func(s string) string { return s[:min(len(s), len(time.DateOnly))] }
	return day(a) > day(b)
}
