package feeds

import "strings"

// The elements in the elements of RSS 1.0 (https://web.resource.org/rss/1.0/spec), at most once each, as in a
// channel. RSS 0.90 has the same without rdf:about, items, and rdf:resource.
var (
	rdfRootElements    = map[string]bool{"channel": false, "image": false, "textinput": false}
	rdfChannelElements = map[string]bool{
		"title": false, "link": false, "description": false, "image": false,
		"items": false, "textinput": false,
	}
	rdfItemElements  = map[string]bool{"title": false, "link": false, "description": false}
	rdfImageElements = map[string]bool{"title": false, "link": false, "url": false}
	rdfInputElements = map[string]bool{"title": false, "link": false, "description": false, "name": false}
)

// rdfChecker checks RSS 1.0 (rule E9), an old version that generators still write.
type rdfChecker struct{ *checker }

// inRDF reports whether n is in a document of RSS 1.0 or 0.90.
func inRDF(n *node) bool {
	for n.parent != nil {
		n = n.parent
	}
	return n.is(nsRDF, "RDF")
}

// before10 reports whether n is in a document of RSS 0.90, whose elements have no URLs.
func before10(n *node) bool {
	for n.parent != nil {
		n = n.parent
	}
	return n.attr("xmlns") == nsRSS09
}

func (c rdfChecker) rdfFeed(root *node) {
	c.unwise("E5", "document", "RSS 1.0", "an old version: RSS 2.0 has replaced it", root.line)
	c.children(root, "", rdfRootElements)
	if root.find("", "channel") == nil {
		c.wrong("E9", "channel", "", "rdf:RDF holds a channel of RSS 1.0", root.line)
	}
	for _, k := range root.kids {
		switch {
		case k.is("", "channel"):
			c.rdfChannel(k)
		case k.is("", "image"):
			c.resource(k, rdfImageElements, "title", "link", "url")
		case k.is("", "textinput"):
			c.resource(k, rdfInputElements, "title", "link", "description", "name")
		}
	}
}

func (c rdfChecker) rdfChannel(n *node) {
	c.resource(n, rdfChannelElements, "title", "link", "description")
	c.foreign(n, nil)
	if before10(n) {
		return
	}
	items := n.find("", "items")
	if items == nil {
		c.wrong("E9", "items", "", "a channel has a table of its items", n.line)
		return
	}
	items.walk(func(k *node) {
		if !k.is(nsRDF, "li") {
			return
		}
		at := 0
		for _, a := range k.attrs {
			switch {
			case a.Name.Local == "resource" && (a.Name.Space == nsRDF || a.Name.Space == ""):
				at++
			case a.Name.Space == nsRDF || a.Name.Space == "" && a.Name.Local != "xmlns":
				c.wrong("E3", "rdf:li", a.Name.Local, "its attribute is rdf:resource", k.line)
			}
		}
		if at == 0 {
			c.wrong("E9", "rdf:li", "", "it has an rdf:resource", k.line)
		}
	})
}

// rdfItem checks an item, which is next to the channel instead of in it.
func (c rdfChecker) rdfItem(n *node) {
	c.entry = firstOf(n.get("", "link"), n.attrNS(nsRDF, "about"))
	if n.parent.name == "channel" {
		c.wrong("E3", "item", "", "an item must be next to the channel, not in it", n.line)
	}
	c.resource(n, rdfItemElements, "title", "link")
	c.once(n)
	for _, k := range n.kids {
		if k.space != "" {
			c.common(k, n)
		}
	}
	if d := n.find("", "description"); d != nil {
		c.html("description", d.value(), d.line)
	}
}

// resource checks an element with a URL: its required and its allowed children.
func (c rdfChecker) resource(n *node, known map[string]bool, required ...string) {
	c.children(n, "", known)
	for _, name := range required {
		switch k := n.find("", name); {
		case k == nil:
			c.wrong("E9", name, "", "a "+n.name+" has a "+name, n.line)
		case name == "link" || name == "url":
			c.address(name, k.trimmed(), k.line)
		case c.blank(k):
		case name == "title":
			c.plain(k)
		}
	}
	for _, k := range n.kids {
		if k.space == "" && k.name != "" && k.name != "items" && k.name != "image" && k.name != "textinput" {
			c.leaf(k)
		}
	}
	about := n.attrNS(nsRDF, "about")
	switch {
	case before10(n):
	case about == "":
		c.wrong("E9", "rdf:about", "", "a "+n.name+" has an address, which rdf:about says", n.line)
	case !isIRI(about):
		c.wrong("B7", "rdf:about", about, "", n.line)
	default:
		c.reference("rdf:about", n, about)
		if strings.EqualFold(n.name, "item") {
			c.unique("rdf:about", about, n.line)
		}
	}
}
