package feeds

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds/internal/dates"
	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// The elements of an RSS channel and item; true for those that may be repeated.
var (
	rssChannelElements = map[string]bool{
		"title": false, "link": false, "description": false, "language": false, "copyright": false, "managingEditor": false,
		"webMaster": false, "pubDate": false, "lastBuildDate": false, "category": true, "generator": false, "docs": false,
		"cloud": false,
		"ttl":   false, "image": false, "rating": false, "textInput": false, "skipHours": false, "skipDays": false,
	}
	rssItemElements = map[string]bool{
		"title": false, "link": false, "description": false, "author": false, "category": true, "comments": false,
		"enclosure": true,
		"guid":      false, "pubDate": false, "source": false,
	}
	rssImageElements = map[string]bool{
		"url": false, "title": false, "link": false, "width": false, "height": false,
		"description": false,
	}
)

func (c *checker) rssFeed(root *node) {
	switch v := root.attr("version"); v {
	case "2.0":
	case "":
		c.wrong("B1", "version", "", "rss says its version", root.line)
	case "0.90", "0.91", "0.92", "0.93", "0.94":
		c.unwise("E5", "version", v, "an old version: RSS 2.0 has replaced it", root.line)
	default:
		c.wrong("E5", "version", v, "no version of RSS", root.line)
	}
	c.children(root, "", map[string]bool{"channel": false})
	n := root.find("", "channel")
	if n == nil {
		c.wrong("B1", "channel", "", "rss holds a channel", root.line)
		return
	}
	c.children(n, "", rssChannelElements)
	c.late(n)
	for _, name := range []string{"title", "link", "description"} {
		if n.find("", name) == nil {
			c.wrong("B1", name, "", "a channel has a "+name, n.line)
		}
	}
	c.rssHead(n)
	c.foreign(n, nil)
	podcastChecker{c}.podcastFeed(n)
	f := Feed{}
	readLinks(&f, n)
	c.self(f.Self, n.line)
	c.history(n)
	c.semantics(n, "managingEditor", "creator")
}

func (c *checker) rssHead(n *node) {
	for _, k := range n.kids {
		if k.space != "" || k.name == "" {
			continue
		}
		c.leaf(k)
		s := k.trimmed()
		switch k.name {
		case "title", "description":
			if !c.blank(k) {
				c.plain(k)
			}
		case "copyright", "generator", "category":
			c.plain(k)
		case "link", "docs":
			c.address(k.name, s, k.line)
		case "language":
			c.language(k.name, s, k.line)
		case "pubDate", "lastBuildDate":
			t := c.rfc822Date(k)
			// RSS has no fractions of seconds
			if k.name == "lastBuildDate" && !t.IsZero() && c.newest.Truncate(time.Second).After(t) {
				c.unwise("A7", k.name, s, "", k.line)
			}
		case "managingEditor", "webMaster":
			c.mail(k)
		case "image":
			c.rssImage(k, n)
		case "ttl":
			if v, err := strconv.Atoi(s); err != nil || v <= 0 {
				c.wrong("B10", "ttl", s, "minutes are a positive number", k.line)
			}
		case "skipHours":
			c.skip(k, "hour", func(v string) bool { n, err := strconv.Atoi(v); return err == nil && n >= 0 && n < 24 })
		case "skipDays":
			c.skip(k, "day", func(v string) bool { return len(v) > 3 && dates.Weekday(v) })
		case "textInput":
			c.textInput(k)
		case "cloud":
			c.cloud(k)
		}
	}
}

// skip checks skipHours and skipDays.
func (c *checker) skip(n *node, name string, ok func(string) bool) {
	c.children(n, "", map[string]bool{name: true})
	seen := map[string]bool{}
	for _, k := range n.kids {
		if k.name != name {
			continue
		}
		v := k.trimmed()
		midnight := name == "hour" && v == "24" // an hour that RSS 0.92 had
		if midnight {
			c.unwise("B10", n.name, v, "midnight is 0", k.line)
			v = "0"
		}
		if seen[v] || !midnight && !ok(v) {
			c.wrong("B10", n.name, v, "no such "+name+", or twice", k.line)
		}
		seen[v] = true
	}
	if n.find("", name) == nil {
		c.wrong("B10", n.name, "", "it has one "+name+" or more", n.line)
	}
}

// cloud checks the server at which readers subscribe to changes.
func (c *checker) cloud(n *node) {
	for _, a := range []string{"domain", "port", "path", "registerProcedure", "protocol"} {
		if !n.hasAttr(a) {
			c.wrong("B10", "cloud", "", "it has a "+a, n.line)
		}
	}
	if port := n.attr("port"); n.hasAttr("port") {
		if v, err := strconv.Atoi(port); err != nil || v < 1 || v > 65535 {
			c.wrong("B10", "port", port, "from 1 to 65535", n.line)
		}
	}
}

// textInput checks the input field that a feed may have.
func (c *checker) textInput(n *node) {
	c.unwise("B10", "textInput", "", "readers ignore it", n.line)
	c.children(n, "", map[string]bool{"title": false, "description": false, "name": false, "link": false})
	for _, name := range []string{"title", "description", "name", "link"} {
		k := n.find("", name)
		if k == nil {
			c.wrong("B10", name, "", "a textInput has a "+name, n.line)
			continue
		}
		switch s := k.trimmed(); {
		case name == "link":
			c.address("link", s, k.line)
		case c.blank(k):
		case name == "name" && (!markup.Letter(s[0]) || !markup.Only(s, ":._")):
			c.wrong("B10", "name", s, "a letter, then letters, digits and :._", k.line)
		}
	}
}

func (c *checker) rssImage(n, channel *node) {
	c.children(n, "", rssImageElements)
	for _, name := range []string{"url", "title", "link"} {
		if n.find("", name) == nil {
			c.wrong("B8", name, "", "an image has a "+name, n.line)
		}
	}
	for _, size := range []struct {
		name string
		most int
	}{{"width", 144}, {"height", 400}} {
		if k := n.find("", size.name); k != nil {
			if v, err := strconv.Atoi(k.trimmed()); err != nil || v <= 0 || v > size.most {
				c.wrong("B8", size.name, k.trimmed(), "from 1 to "+strconv.Itoa(size.most), k.line)
			}
		}
	}
	if u := n.find("", "url"); u != nil {
		c.address("image", u.trimmed(), u.line)
		if k := n.find("", "link"); k != nil {
			c.address("link", k.trimmed(), k.line)
		}
		if !rssPicture(u.trimmed()) {
			c.unwise("B8", "url", u.trimmed(), "an image is GIF, JPEG or PNG", u.line)
		}
	}
	for _, name := range []string{"title", "link"} {
		if k, same := n.find("", name), channel.find("", name); k != nil && same != nil && k.trimmed() != same.trimmed() {
			c.unwise("B8", name, k.trimmed(), "", k.line)
		}
	}
}

func (c *checker) rssItem(n *node) {
	c.entry = firstOf(n.get("", "link"), n.get("", "guid"))
	c.children(n, "", rssItemElements)
	title, description := n.find("", "title"), n.find("", "description")
	if title == nil && description == nil {
		c.wrong("B1", "item", "", "an item has a title or a description", n.line)
	}
	if n.find("", "guid") == nil {
		c.unwise("B4", "guid", "", "", n.line)
	}
	if encoded := n.find(nsContent, "encoded"); encoded != nil && description == nil {
		c.unwise("B9", "content:encoded", "", "", encoded.line)
	}
	c.semantics(n, "author", "creator")
	c.once(n)
	inPodcast := func(k *node) bool { return k.space == nsItunes }
	c.podcasts = c.podcasts || slices.ContainsFunc(n.kids, inPodcast) || slices.ContainsFunc(n.parent.kids, inPodcast)
	enclosures := 0
	for _, k := range n.kids {
		s := k.trimmed()
		if k.space != "" || k.name == "" {
			c.common(k, n)
			continue
		}
		c.leaf(k)
		switch k.name {
		case "title":
			if !c.blank(k) {
				c.plain(k)
			}
		case "link", "comments":
			c.address(k.name, s, k.line)
		case "description":
			c.html(k.name, k.value(), k.line)
		case "author":
			c.mail(k)
		case "category":
			if !c.blank(k) {
				c.plain(k)
			}
		case "pubDate":
			c.newest = Newest(c.newest, c.rfc822Date(k))
		case "guid":
			c.guid(k, s)
		case "source":
			c.address("source", k.attr("url"), k.line)
		case "enclosure":
			if enclosures++; enclosures == 2 {
				c.unwise("B6", "enclosure", k.attr("url"), "an item has one at most", k.line)
			}
			c.rssEnclosure(k)
			if c.podcasts {
				podcastChecker{c}.podcastFile(k.attr("url"), k.line)
			}
		}
	}
}

func (c *checker) guid(n *node, s string) {
	c.unique("guid", s, n.line)
	switch permalink := n.attr("isPermaLink"); {
	case s == "" && permalink == "false":
		c.unwise("B4", "guid", "", "it is empty", n.line)
	case s == "":
		c.wrong("B4", "guid", "", "it is empty", n.line)
	case n.hasAttr("isPermaLink") && permalink != "true" && permalink != "false":
		c.wrong("B4", "isPermaLink", permalink, "true or false", n.line)
	case permalink != "false" && !absolute(s):
		// RSS 2.0 has no rules for the syntax of a guid, and readers that use it as an ID alone are right; only those that
		// open it, as isPermaLink's default allows, fail.
		c.unwise("B4", "guid", s, `without isPermaLink="false" it is a URL`, n.line)
	case permalink == "false" && len(s) < 9 && strings.Trim(s, "0123456789") == "":
		c.unwise("B4", "guid", s, "too short to be unique", n.line)
	}
}

func (c *checker) rssEnclosure(n *node) {
	url := n.attr("url")
	if !absolute(url) {
		c.wrong("B6", "enclosure", url, "an http address", n.line)
	}
	if !isMediaType(n.attr("type")) {
		c.wrong("B6", "type", n.attr("type"), "a media type", n.line)
	}
	if v, err := strconv.ParseInt(n.attr("length"), 10, 64); err != nil || v < 0 {
		c.wrong("B6", "length", n.attr("length"), "the number of bytes", n.line)
	}
}

// mail checks "mail (Name)", or such a mailto URL (rule B5).
func (c *checker) mail(n *node) {
	s := n.trimmed()
	if rest, ok := strings.CutPrefix(s, "mailto:"); ok {
		rest, _, _ = strings.Cut(rest, "?")
		if decoded, err := url.PathUnescape(rest); err == nil {
			s = decoded
		}
	}
	switch p := person(s); {
	case p.Email == "" && !strings.HasSuffix(s, ")") && slices.ContainsFunc(strings.Fields(s), isMail):
		c.unwise("B5", n.name, s, "", n.line)
	case p.Email == "":
		c.wrong("B5", n.name, s, "it has a mail address", n.line)
	case strings.HasSuffix(s, ")") && !strings.HasPrefix(s, p.Email):
		c.wrong("B5", n.name, s, "the email address must come first, followed by the name in parentheses", n.line)
	case p.Name == "" || !strings.HasSuffix(s, ")"):
		c.unwise("B5", n.name, s, "", n.line)
	}
}

// semantics reports two elements with the same meaning (rule B5).
func (c *checker) semantics(n *node, core, dc string) {
	if k := n.find(nsDC, dc); k != nil && n.find("", core) != nil {
		c.unwise("B5", "dc:"+dc, k.trimmed(), "it repeats "+core, k.line)
	}
}

// rssAttributes are the attributes of RSS elements; elements not listed have none.
var rssAttributes = map[string]map[string]bool{
	"guid": markup.Set("isPermaLink"), "category": markup.Set("domain"), "source": markup.Set("url"),
	"enclosure": markup.Set("url length type"),
	"cloud":     markup.Set("domain port path registerProcedure protocol"),
}

// rssParents are the RSS elements with child elements; all others contain only text.
var rssParents = markup.Set("image textInput skipHours skipDays cloud")

// leaf checks that an RSS element has only allowed attributes, and only text (rule E3).
func (c *checker) leaf(n *node) {
	for _, a := range n.attrs {
		if a.Name.Space == "" && a.Name.Local != "xmlns" && !rssAttributes[n.name][a.Name.Local] {
			c.wrong("E3", n.name, a.Name.Local, "no attribute of "+n.name, n.line)
		}
	}
	if rssParents[n.name] {
		return
	}
	for _, k := range n.kids {
		if k.name != "" {
			c.wrong("E3", n.name, k.name, "an element in text; escape its < as &lt;", k.line)
			return
		}
	}
}
