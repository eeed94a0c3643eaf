package diff

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// feeds compares the feeds.
func (c *comparison) feeds() {
	if c.from.List || c.to.List {
		return
	}
	now := make(map[string]*Feed, len(c.to.Feeds))
	for i := range c.to.Feeds {
		now[c.to.Feeds[i].URL] = &c.to.Feeds[i]
	}
	then := make(map[string]bool, len(c.from.Feeds))
	for i := range c.from.Feeds {
		f := &c.from.Feeds[i]
		then[f.URL] = true
		if n := now[f.URL]; n != nil {
			c.feed(f, n)
			continue
		}
		switch a := c.to.answer(f.URL); {
		case a.kind == answersNothing || a.kind == answersLoop:
			c.add(Finding{Rule: "feed-removed", URL: f.URL, File: c.from.feedFile(f)})
		case now[a.url] != nil:
			c.feed(f, now[a.url])
		}
	}
	for i := range c.to.Feeds {
		if n := &c.to.Feeds[i]; !then[n.URL] {
			c.twice(&Feed{}, n)
		}
	}
}

// feedFile returns the file of a feed for messages.
func (s *Snapshot) feedFile(f *Feed) string { return s.file(&Page{File: decoded(f.URL)}) }

// feed compares a feed with its new version.
func (c *comparison) feed(f, n *Feed) {
	if f.ID != "" && n.ID != "" && f.ID != n.ID {
		c.add(Finding{Rule: "feed-id", URL: n.URL, Was: f.ID, Is: n.ID, File: c.to.feedFile(n)})
	}
	c.twice(f, n)
	had, has, byPage := map[string]bool{}, map[string]bool{}, map[string]*Item{}
	oldest, dropped := "", false
	for i := range f.Items {
		had[f.Items[i].ID] = true
	}
	for i := range n.Items {
		item := &n.Items[i]
		has[item.ID] = true
		byPage[c.to.key(item.address())] = item
		if item.Date != "" && (oldest == "" || item.Date < oldest) {
			oldest = item.Date
		}
	}
	for i := range f.Items {
		item := &f.Items[i]
		if has[item.ID] {
			continue
		}
		page := c.from.key(item.address())
		if to, moved := c.went[page]; moved {
			page = to
		}
		switch same := byPage[page]; {
		case same != nil && !had[same.ID]:
			c.add(Finding{Rule: "feed-item-id", URL: n.URL, To: page, Was: item.ID, Is: same.ID, File: c.to.feedFile(n)})
		case same != nil || c.to.byURL[page] == nil: // the page was also removed
		case item.Date != "" && oldest != "" && item.Date > oldest:
			c.add(Finding{Rule: "feed-item-lost", URL: n.URL, Was: item.ID, File: c.to.feedFile(n)})
		default:
			dropped = true
		}
	}
	c.gap(f, n)
	if dropped && len(n.Items) < len(f.Items) {
		c.add(Finding{
			Rule: "feed-shorter", URL: n.URL, Was: strconv.Itoa(len(f.Items)), Is: strconv.Itoa(len(n.Items)),
			File: c.to.feedFile(n),
		})
	}
}

// twice reports IDs that two items share now but did not share before.
func (c *comparison) twice(f, n *Feed) {
	before := f.twice()
	for _, id := range n.twice() {
		if _, known := slices.BinarySearch(before, id); known {
			continue
		}
		c.add(Finding{Rule: "feed-id-twice", URL: n.URL, Is: id, File: c.to.feedFile(n)})
	}
}

// key returns an absolute URL in the form of Page.URL.
func (s *Snapshot) key(address string) string {
	base, err := url.Parse(s.Base)
	if err != nil || s.Base == "" {
		return address
	}
	base.Path = strings.TrimSuffix(base.Path, "/") + "/"
	return keyOf(base, address)
}

// versions compares the language versions of the remaining pages.
func (c *comparison) versions() {
	for i := range c.from.Pages {
		p := &c.from.Pages[i]
		url := p.URL
		if to, moved := c.went[url]; moved {
			url = to
		}
		if n := c.to.byURL[url]; n != nil && n.Stub == "" && p.speaks() {
			c.lostVersions(p, n)
		}
	}
	for i := range c.to.Pages {
		if n := &c.to.Pages[i]; n.Stub == "" && n.speaks() {
			c.brokenVersions(n)
		}
	}
}

// speaks reports whether search engines read the language versions of a page. They ignore pages with noindex and pages
// that name another page as canonical, as page/2/ of a list may name page 1.
func (p *Page) speaks() bool {
	return !p.NoIndex && (p.Canonical == "" || p.Canonical == ".")
}

// lostVersions reports existing versions that a page no longer names.
func (c *comparison) lostVersions(p, n *Page) {
	for _, v := range p.Versions {
		if v.URL == p.URL || names(n, v.Lang) {
			continue
		}
		url := v.URL
		if to, moved := c.went[url]; moved {
			url = to
		}
		if t := c.to.byURL[url]; t != nil && t.Stub == "" && !t.NoIndex {
			c.add(Finding{Rule: "hreflang-lost", URL: n.URL, To: url, Was: v.Lang, File: c.to.file(n)})
		}
	}
}

func names(p *Page, lang string) bool {
	return slices.ContainsFunc(p.Versions, func(v Version) bool { return v.Lang == lang })
}

// brokenVersions reports versions that do not link back to a page, unless they already did not before.
func (c *comparison) brokenVersions(n *Page) {
	for _, v := range n.Versions {
		if v.URL == n.URL || strings.Contains(v.URL, "://") || v.Lang == "x-default" {
			continue
		}
		state := c.to.version(n.URL, v.URL)
		if state == "" || c.from.byURL[n.URL] != nil && slices.Contains(c.from.byURL[n.URL].Versions, v) &&
			c.from.version(n.URL, v.URL) == state {
			continue
		}
		c.add(Finding{Rule: state, URL: n.URL, To: v.URL, Is: v.Lang, File: c.to.file(n)})
	}
}

// version returns the rule that a language version of a page breaks, or "".
func (s *Snapshot) version(of, at string) string {
	t := s.byURL[at]
	if t == nil {
		if !s.List && s.answer(at).kind != answersNothing {
			return "hreflang-broken"
		}
		return "hreflang-dead"
	}
	if slices.ContainsFunc(t.Versions, func(v Version) bool { return v.URL == of }) {
		return ""
	}
	return "hreflang-broken"
}
