package feeds

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// The elements of an Atom feed and entry; true for those that may be repeated.
var (
	atomFeedElements = map[string]bool{
		"author": true, "category": true, "contributor": true, "generator": false, "icon": false, "id": false, "link": true,
		"logo": false, "rights": false, "subtitle": false, "title": false, "updated": false,
	}
	atomEntryElements = map[string]bool{
		"author": true, "category": true, "content": false, "contributor": true, "id": false, "link": true,
		"published": false,
		"rights":    false, "source": false, "summary": false, "title": false, "updated": false,
	}
	atomPersonElements = map[string]bool{"name": false, "uri": false, "email": false}
)

// atomChecker checks Atom (RFC 4287).
type atomChecker struct{ *checker }

func (c atomChecker) atomFeed(n *node) {
	switch n.space {
	case nsAtom:
	case nsAtom03:
		if v := n.attr("version"); strings.HasPrefix(v, "0.1") || strings.HasPrefix(v, "0.2") {
			c.wrong("E5", "version", v, "a draft that no reader knows: Atom 1.0 has replaced it", n.line)
			return
		}
		c.unwise("E5", "version", n.attr("version"), "an old version: Atom 1.0 has replaced it", n.line)
		return
	default:
		c.wrong("E2", "feed", n.space, "the namespace is "+nsAtom, n.line)
		return
	}
	c.children(n, nsAtom, atomFeedElements)
	for _, k := range n.kids {
		if k.space == nsAtom && k.after > 0 {
			c.wrong("E8", k.name, "", "", k.line)
			break
		}
	}
	c.required(n, "feed")
	if t, err := time.Parse(time.RFC3339, n.get(nsAtom, "updated")); err == nil && c.newest.After(t) {
		c.unwise("A7", "updated", n.get(nsAtom, "updated"), "", n.line)
	}
	if n.find(nsAtom, "author") == nil && c.authors > 0 {
		c.wrong("A2", "author", "", "", c.where)
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
		if k.space == nsAtom {
			c.atomHead(k)
		}
	}
	c.once(n)
	for _, k := range n.kids {
		if k.space != nsAtom {
			c.common(k, nil)
		}
	}
	podcastChecker(c).podcastFeed(n)
}

// atomLeaves are the elements of Atom that contain only text.
var atomLeaves = markup.Set("email generator icon id logo name published updated uri")

// atomHead checks an element of a feed, or of the source of an entry.
func (c atomChecker) atomHead(k *node) {
	c.atomCommon(k, false)
	switch k.name {
	case "icon", "logo":
		if s := k.value(); s == "" {
			c.wrong("E7", k.name, s, "an address", k.line)
		} else {
			c.reference(k.name, k, s)
		}
	case "generator":
		c.blank(k)
		if k.hasAttr("uri") {
			c.reference("uri", k, k.attr("uri"))
		}
	}
}

// atomSource checks the metadata in an entry about the feed that it was copied from (RFC 4287 §4.2.11).
func (c atomChecker) atomSource(n *node) {
	c.children(n, nsAtom, atomFeedElements)
	c.alternates(n)
	for _, k := range n.kids {
		switch {
		case k.space != nsAtom:
		case k.name == "id":
			c.atomID(k)
		case k.name == "updated":
			c.rfc3339Date("A5", k.name, k.value(), k.line)
		default:
			c.atomHead(k)
		}
	}
}

// atomUnique checks that an ID is used once (rule A6). Two versions of an entry must differ in their date (RFC
// 4287 §4.1.1).
func (c atomChecker) atomUnique(id, updated string, line int) {
	first, ok := c.ids[id]
	if _, same := c.ids[id+" "+updated]; ok && !same {
		c.unwise("A6", "id", id, fmt.Sprintf("another state of the entry is in line %d", first), line)
	} else {
		c.unique("id", id, line)
	}
	c.ids[id+" "+updated] = line
}

// atomID checks an id (rule A5) and returns it.
func (c atomChecker) atomID(k *node) string {
	id := k.value()
	if id != strings.TrimSpace(id) || !isIRI(id) || !wellFormed(id) {
		c.wrong("A5", "id", id, "", k.line)
	}
	return id
}

// entryDocument checks a document that consists of one entry (RFC 4287 §2).
func (c atomChecker) entryDocument(n *node) {
	if n.space != nsAtom {
		c.wrong("E5", "document", n.name, "", n.line)
		return
	}
	c.atomEntry(n)
	if c.authors > 0 {
		c.wrong("A2", "author", "", "", n.line)
	}
}

// required checks the required elements of a feed or entry (rule A1).
func (c atomChecker) required(n *node, what string) {
	for _, name := range []string{"id", "title", "updated"} {
		k := n.find(nsAtom, name)
		switch {
		case k == nil:
			c.wrong("A1", name, "", "it has a "+name, n.line)
		case name == "id":
			if id := c.atomID(k); what == "entry" {
				c.atomUnique(id, n.get(nsAtom, "updated"), k.line)
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

func (c atomChecker) atomEntry(n *node) {
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
	if n.find(nsAtom, "author") == nil &&
		(n.find(nsAtom, "source") == nil || n.find(nsAtom, "source").find(nsAtom, "author") == nil) {
		if c.authors++; c.authors == 1 {
			c.where = n.line
		}
	}
	c.atomBody(n, alternate != "")
	c.once(n)
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
		switch k.name {
		case "published":
			c.rfc3339Date("A5", k.name, k.value(), k.line)
		case "source":
			c.atomSource(k)
		}
	}
}

// atomCommon checks the elements that feeds and entries share.
func (c atomChecker) atomCommon(k *node, entry bool) {
	if atomLeaves[k.name] {
		c.textOnly(k)
	}
	switch k.name {
	case "title", "subtitle", "summary", "rights":
		c.textConstruct(k)
	case "content":
		c.atomContent(k)
	case "author", "contributor":
		c.children(k, nsAtom, atomPersonElements)
		if k.get(nsAtom, "name") == "" {
			c.wrong("A2", k.name, "", "a person has a name", k.line)
		}
		for _, part := range k.kids {
			if part.space == nsAtom && atomLeaves[part.name] {
				c.textOnly(part)
			}
		}
		if m := k.find(nsAtom, "email"); m != nil {
			c.atomMail(m)
		}
		if u := k.find(nsAtom, "uri"); u != nil {
			c.reference("uri", u, u.value())
		}
	case "category":
		switch {
		case !k.hasAttr("term"):
			c.wrong("A6", "category", "", "it has a term", k.line)
		case strings.TrimSpace(k.attr("term")) == "":
			c.unwise("E7", "term", "", "", k.line)
		}
		if s := k.attr("scheme"); s != "" && !isIRI(s) {
			c.wrong("A5", "scheme", s, "", k.line)
		}
	case "link":
		c.atomLink(k, entry)
	}
}

// atomMail checks an email address. A host without a dot is not an error, because it may be in a local network.
func (c atomChecker) atomMail(n *node) {
	switch s := n.trimmed(); {
	case isMail(s):
	case isMail(s + ".example"):
		c.unwise("B5", "email", s, "a mail address that few can reach", n.line)
	default:
		c.wrong("B5", "email", s, "no mail address", n.line)
	}
}

// feedRelations are the relations of RFC 5005, for feeds.
var feedRelations = markup.Set("current first last next next-archive prev-archive previous")

// registered are the relations of Atom and its extensions.
var registered = markup.Set(`alternate current describedby edit edit-media enclosure first hub icon last license next next-archive
	payment prev-archive previous related replies search self service up via`)

func (c atomChecker) atomLink(n *node, entry bool) {
	rel, href := relation(n), n.attr("href")
	switch {
	case !n.hasAttr("href"):
		c.wrong("A4", "link", rel, "it has an href", n.line)
		return
	case n.hasAttr("rel") && strings.TrimSpace(n.attr("rel")) == "":
		c.wrong("A4", "rel", rel, "it is empty", n.line)
	case !registered[strings.ToLower(rel)] && !isIRI(rel): // relations are case-insensitive (RFC 8288 §2.1.1)
		c.unwise("A4", "rel", rel, "not a registered relation", n.line)
	case entry && feedRelations[rel]:
		c.unwise("P2", "rel", rel, "a link of the feed, not of an entry", n.line)
	}
	if text := n.deepText(); strings.TrimSpace(text) != "" {
		c.unwise("E3", "link", firstWords(strings.TrimSpace(text)), "a link has no text", n.line)
	}
	c.reference(rel, n, href)
	c.threadLink(n, rel)
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
func (c atomChecker) alternates(n *node) {
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
