package feeds

import (
	"strconv"
	"strings"
	"time"
)

// What stands in an Atom feed and entry; true for what may repeat.
var (
	atomFeedElements = map[string]bool{
		"author": true, "category": true, "contributor": true, "generator": false, "icon": false, "id": false, "link": true,
		"logo": false, "rights": false, "subtitle": false, "title": false, "updated": false,
	}
	atomEntryElements = map[string]bool{
		"author": true, "category": true, "content": false, "contributor": true, "id": false, "link": true, "published": false,
		"rights": false, "source": false, "summary": false, "title": false, "updated": false,
	}
	atomPersonElements = map[string]bool{"name": false, "uri": false, "email": false}
)

func (c *checker) atomFeed(n *node) {
	switch n.space {
	case nsAtom:
	case nsAtom03:
		c.unwise("E5", "version", n.attr("version"), "an old version: Atom 1.0 has replaced it", n.line)
		return
	default:
		c.wrong("E2", "feed", n.space, "the namespace is "+nsAtom, n.line)
		return
	}
	c.children(n, nsAtom, atomFeedElements)
	c.late(n)
	c.required(n, "feed")
	if t, err := time.Parse(time.RFC3339, n.get(nsAtom, "updated")); err == nil && c.newest.After(t) {
		c.unwise("A7", "updated", n.get(nsAtom, "updated"), "", n.line)
	}
	if n.find(nsAtom, "author") == nil && (c.items == 0 || c.authors > 0) {
		line := n.line
		if c.authors > 0 {
			line = c.where
		}
		c.wrong("A2", "author", "", "", line)
	}
	f := Feed{}
	readLinks(&f, n)
	c.self(f.Self, n.line)
	c.history(n)
	c.alternates(n)
	if s := n.attrNS(nsXML, "lang"); s != "" {
		c.language("xml:lang", s, n.line)
	}
	for _, k := range n.kids {
		if k.space != nsAtom {
			c.common(k, nil)
			continue
		}
		c.atomCommon(k, false)
		switch k.name {
		case "icon", "logo":
			if s := k.trimmed(); s == "" || runs(s) {
				c.wrong("E7", k.name, s, "an address", k.line)
			}
		case "generator":
			c.blank(k)
			if u := k.attr("uri"); u != "" {
				c.address("uri", u, k.line)
			}
		}
	}
}

// required checks what a feed and an entry have to have (rule A1).
func (c *checker) required(n *node, what string) {
	for _, name := range []string{"id", "title", "updated"} {
		k := n.find(nsAtom, name)
		switch {
		case k == nil:
			c.wrong("A1", name, "", "it has a "+name, n.line)
		case name == "id":
			if id := k.value(); id != strings.TrimSpace(id) || !isIRI(id) {
				c.wrong("A5", "id", id, "", k.line)
			} else if what == "entry" {
				c.unique("id", id, k.line)
			}
		case name == "updated":
			if s := k.value(); s != strings.TrimSpace(s) {
				c.wrong("A5", name, s, "white space around it", k.line)
			} else if t := c.rfc3339Date("A5", name, s, k.line); what == "entry" {
				c.newest = Newest(c.newest, t)
			}
		}
	}
}

func (c *checker) atomEntry(n *node) {
	if n.space != nsAtom {
		return // 0.3
	}
	var alternate string
	for _, k := range n.kids {
		if k.is(nsAtom, "link") && relation(k) == "alternate" {
			alternate = k.attr("href")
		}
	}
	c.entry = firstOf(alternate, n.get(nsAtom, "id"))
	c.children(n, nsAtom, atomEntryElements)
	c.required(n, "entry")
	if n.find(nsAtom, "author") == nil && (n.find(nsAtom, "source") == nil || n.find(nsAtom, "source").find(nsAtom, "author") == nil) {
		if c.authors++; c.authors == 1 {
			c.where = n.line
		}
	}
	content, summary := n.find(nsAtom, "content"), n.find(nsAtom, "summary")
	if content == nil && alternate == "" {
		c.wrong("A3", "link", "", "without content an entry has a link to its page", n.line)
	}
	elsewhere := content != nil && (content.hasAttr("src") || atomKind(content) == "base64")
	if summary == nil && (content == nil || elsewhere) {
		c.unwise("A3", "summary", "", "an entry has some text", n.line)
	}
	if content != nil && content.hasAttr("src") {
		c.address("src", resolve(content, content.attr("src")), content.line)
		if len(content.kids) > 0 {
			c.wrong("A3", "content", content.attr("src"), "with src it is empty", content.line)
		}
		if content.attr("type") == "" {
			c.unwise("A3", "type", "", "with src it has a type", content.line)
		}
	}
	c.alternates(n)
	if s := n.attrNS(nsXML, "lang"); s != "" {
		c.language("xml:lang", s, n.line)
	}
	for _, k := range n.kids {
		if k.space != nsAtom {
			c.common(k, n)
			continue
		}
		c.atomCommon(k, true)
		if k.name == "published" {
			c.rfc3339Date("A5", k.name, k.value(), k.line)
		}
	}
}

// atomCommon checks what feeds and entries both have.
func (c *checker) atomCommon(k *node, entry bool) {
	switch k.name {
	case "title", "subtitle", "summary", "rights":
		c.textConstruct(k)
	case "content":
		if !k.hasAttr("src") {
			c.textConstruct(k)
		}
	case "author", "contributor":
		c.children(k, nsAtom, atomPersonElements)
		if k.get(nsAtom, "name") == "" {
			c.wrong("A2", k.name, "", "a person has a name", k.line)
		}
		if m := k.find(nsAtom, "email"); m != nil && !isMail(m.trimmed()) {
			c.wrong("B5", "email", m.trimmed(), "no mail address", m.line)
		}
		if u := k.find(nsAtom, "uri"); u != nil {
			c.address("uri", resolve(u, u.trimmed()), u.line)
		}
	case "category":
		if k.attr("term") == "" {
			c.wrong("A6", "category", "", "it has a term", k.line)
		}
		if s := k.attr("scheme"); s != "" && !isIRI(s) {
			c.wrong("A5", "scheme", s, "", k.line)
		}
	case "link":
		c.atomLink(k, entry)
	}
}

// textConstruct checks text, html and xhtml (rule A6).
func (c *checker) textConstruct(n *node) {
	kind := n.attr("type")
	switch {
	case kind == "xhtml":
		div := n.find(nsXHTML, "div")
		if div == nil {
			c.wrong("A6", n.name, "", "type xhtml holds a div of XHTML", n.line)
			return
		}
		var b strings.Builder
		for _, k := range div.kids {
			k.markup(&b)
		}
		c.html(n.name, b.String(), n.line)
		return
	case kind == "" || kind == "text" || kind == "html":
		for _, k := range n.kids {
			if k.name != "" {
				c.wrong("A6", n.name, k.name, "an element in text; type xhtml may have them", k.line)
				return
			}
		}
	case n.name != "content":
		c.wrong("A6", "type", kind, "text, html or xhtml", n.line)
		return
	case !isMediaType(kind):
		c.wrong("A6", "type", kind, "text, html, xhtml or a media type", n.line)
		return
	default:
		return
	}
	if n.name != "subtitle" && n.name != "rights" && c.blank(n) {
		return
	}
	if kind == "html" {
		c.html(n.name, n.value(), n.line)
	} else {
		c.plainText(n.name, n.value(), n.line)
	}
}

// registered are the relations that Atom and its extensions have.
var registered = set(`alternate current describedby edit edit-media enclosure first hub icon last license next next-archive
	payment prev-archive previous related replies search self service up via`)

func (c *checker) atomLink(n *node, entry bool) {
	rel, href := relation(n), strings.TrimSpace(n.attr("href"))
	switch {
	case href == "":
		c.wrong("A4", "link", rel, "it has an href", n.line)
		return
	case !registered[rel] && !isIRI(rel) || n.hasAttr("rel") && n.attr("rel") == "":
		c.wrong("A4", "rel", rel, "no relation", n.line)
	case entry && set("current prev-archive next-archive first last")[rel]:
		c.wrong("P2", "rel", rel, "a link of the feed, not of an entry", n.line)
	}
	c.address(rel, resolve(n, href), n.line)
	if t := n.attr("type"); n.hasAttr("type") && !isMediaType(t) {
		c.wrong("A4", "type", t, "a media type", n.line)
	}
	if s := n.attr("hreflang"); s != "" {
		c.language("hreflang", s, n.line)
	}
	if s := n.attr("length"); n.hasAttr("length") {
		if v, err := strconv.ParseInt(s, 10, 64); err != nil || v < 0 {
			c.wrong("B6", "length", s, "the number of bytes", n.line)
		}
	}
	if rel == "enclosure" && !n.hasAttr("length") {
		c.unwise("B6", "enclosure", href, "", n.line)
	}
}

// alternates checks that links differ (rule A4).
func (c *checker) alternates(n *node) {
	seen := map[[3]string]bool{}
	selves := 0
	for _, k := range n.kids {
		if !k.is(nsAtom, "link") {
			continue
		}
		switch relation(k) {
		case "alternate":
			key := [3]string{"alternate", k.attr("type"), k.attr("hreflang")}
			if seen[key] {
				c.wrong("A4", "alternate", k.attr("href"), "", k.line)
			}
			seen[key] = true
		case "self":
			if selves++; selves > 1 {
				c.wrong("A4", "self", k.attr("href"), "", k.line)
			}
		}
	}
}
