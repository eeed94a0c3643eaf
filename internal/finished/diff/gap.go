package diff

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/finished/post/generators"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
)

// gap reports the items that appeared in a feed after the old state and left it before the new one: a reader that
// polled both states never saw them. A feed that still has the newest item of the old state has all newer ones, too.
func (c *comparison) gap(f, n *Feed) {
	if len(f.Items) == 0 || len(n.Items) == 0 || c.continues(f, n) {
		return
	}
	known, inNew := map[string]bool{}, map[string]bool{}
	for i := range f.Items {
		known[c.now(&f.Items[i])] = true
	}
	shapes, floor, cut, fresh := map[string]bool{}, "", "", 0
	for i := range f.Items {
		if d := f.Items[i].Date; d != "" && (floor == "" || d < floor) {
			floor = d
		}
		shapes[shape(c.now(&f.Items[i]))] = true
	}
	posts := true // the page of each new item shows its date, so pages without one are not posts
	for i := range n.Items {
		item := &n.Items[i]
		url := c.to.key(item.address())
		inNew[url], shapes[shape(url)] = true, true
		if known[url] {
			continue
		}
		fresh++
		posts = posts && c.published(url) != ""
		if item.Date != "" && (cut == "" || item.Date < cut) {
			cut = item.Date
		}
	}
	var missed []string
	exact, others := cut != "", 0
	for _, url := range c.out.Added {
		p := c.to.byURL[url]
		if inNew[url] || !shapes[shape(url)] || p.Asset || p.NoIndex || p.Blocked || p.Canonical != "" && p.Canonical != "." {
			continue
		}
		date := c.feedDate(url)
		switch {
		case date == "" && posts:
		case date == "":
			exact, others = false, others+1
		case floor != "" && later(floor, date): // an old post, which would have been too old for the feed
		case cut == "" || later(date, cut): // the feed is about some pages of the folder only
			exact, others = false, others+1
		default:
			missed = append(missed, url)
		}
	}
	finding := Finding{URL: n.URL, File: c.to.feedFile(n), Was: strconv.Itoa(len(n.Items)), limit: c.to.limitOf(n)}
	switch {
	case exact && len(missed) > 0:
		finding.Rule, finding.URLs = "feed-items-missed", missed
		finding.Is, finding.To = strconv.Itoa(fresh+len(missed)), few(missed)
		finding.Was = strconv.Itoa(len(missed))
		c.add(finding)
	case others+len(missed) > 0 && fresh == len(n.Items):
		finding.Rule = "feed-all-new"
		c.add(finding)
	}
}

// now returns the URL in the new state of the page of an old item.
func (c *comparison) now(i *Item) string {
	url := c.from.key(i.address())
	return cmp.Or(c.went[url], url)
}

// continues reports whether the new feed still has the newest item of the old one. Items whose pages were removed, or
// that left although older ones stayed, do not count.
func (c *comparison) continues(f, n *Feed) bool {
	had, has, oldest := map[string]bool{}, map[string]bool{}, "" // oldest of the new items: an old one may be pinned
	for i := range f.Items {
		had[c.now(&f.Items[i])] = true
	}
	for i := range n.Items {
		item := &n.Items[i]
		url := c.to.key(item.address())
		has[item.ID], has[url] = true, true
		if !had[url] && item.Date != "" && (oldest == "" || item.Date < oldest) {
			oldest = item.Date
		}
	}
	items := slices.Clone(f.Items)
	slices.SortStableFunc(items, func(a, b Item) int { return strings.Compare(b.Date, a.Date) })
	for i := range items {
		item := &items[i]
		switch url := c.now(item); {
		case has[item.ID] || has[url]:
			return true
		case c.to.byURL[url] == nil || oldest != "" && item.Date > oldest:
		default:
			return false
		}
	}
	return true // nothing is known of what was between the states
}

// shape returns the folder of a page's URL, with a star for each number: posts are often in the folder of their date.
func shape(url string) string {
	dir := path.Dir(strings.TrimSuffix(strings.TrimSuffix(url, "index.html"), "/"))
	parts := strings.Split(dir, "/")
	for i, p := range parts {
		if p != "" && strings.Trim(p, "0123456789") == "" {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// feedDate returns the date of a page of the new state: from any feed, such as an archive, else from the page.
func (c *comparison) feedDate(url string) string {
	if c.dates == nil {
		c.dates = map[string]string{}
		for i := range c.to.Feeds {
			for k := range c.to.Feeds[i].Items {
				item := &c.to.Feeds[i].Items[k]
				c.dates[c.to.key(item.address())] = item.Date
			}
		}
	}
	return cmp.Or(c.dates[url], c.published(url))
}

// published returns the date that a page of the new state shows, or "". A snapshot has none.
func (c *comparison) published(url string) string {
	p := c.to.byURL[url]
	if p == nil || c.to.tree == nil || c.to.saved {
		return ""
	}
	file, ok := c.to.tree.Lookup(p.File)
	if !ok {
		return ""
	}
	switch d := webpage.Published(c.to.tree, file); {
	case d.Time.IsZero():
		return ""
	case d.DayOnly:
		return d.Time.Format(time.DateOnly)
	default:
		return d.Time.UTC().Format(time.RFC3339)
	}
}

// fewURLs is the number of URLs that a message names.
const fewURLs = 3

// few returns the first of some URLs, and the number of the others.
func few(urls []string) string {
	text := strings.Join(urls[:min(len(urls), fewURLs)], ", ")
	if more := len(urls) - fewURLs; more > 0 {
		text += " and " + strconv.Itoa(more) + " more"
	}
	return text
}

// limitOf returns the setting for the number of items of a feed, in the generator that the feed or the home page names.
func (s *Snapshot) limitOf(f *Feed) string {
	for _, said := range []string{f.Generator, s.generator} {
		if limit := generators.FeedLimit(said); limit != "" {
			return limit
		}
	}
	return "the number of items in the feed settings of your generator"
}
