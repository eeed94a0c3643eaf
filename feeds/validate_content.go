package feeds

import (
	"encoding/base64"
	"strings"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// atomBody checks that an entry has a text (rule A3).
func (c *checker) atomBody(n *node, alternate bool) {
	content, summary := n.find(nsAtom, "content"), n.find(nsAtom, "summary")
	if content == nil && !alternate {
		c.wrong("A3", "link", "", "without content an entry has a link to its page", n.line)
	}
	switch {
	case summary != nil:
	case content == nil:
		c.unwise("A3", "summary", "", "an entry has some text", n.line)
	case content.hasAttr("src") || atomKind(content) == "base64":
		c.wrong("A3", "summary", "", "content that is elsewhere or in base64 needs a summary", n.line)
	}
}

// atomContent checks the content of an entry (RFC 4287 §4.1.3).
func (c *checker) atomContent(n *node) {
	kind := strings.ToLower(n.attr("type"))
	text := kind == "" || kind == "text" || kind == "html" || kind == "xhtml"
	if n.hasAttr("src") {
		c.atomSrc(n, kind, text)
		return
	}
	if text {
		c.textConstruct(n)
		return
	}
	switch whole, _, _ := strings.Cut(kind, "/"); {
	case !isMediaType(kind):
		c.wrong("A6", "type", kind, "text, html, xhtml or a media type", n.line)
	case whole == "multipart" || whole == "message":
		c.wrong("A6", "type", kind, "content is of one part", n.line)
	case strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "/xml"):
		c.xmlContent(n)
	case whole == "text":
		c.textOnly(n)
	default:
		if c.textOnly(n) {
			if _, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(n.value()), "")); err != nil {
				c.wrong("A6", "content", firstWords(n.trimmed()), "not base64, which this type is in", n.line)
			}
		}
	}
}

// atomSrc checks the content of an entry that is in another file.
func (c *checker) atomSrc(n *node, kind string, text bool) {
	src := n.attr("src")
	c.reference("src", n, src)
	switch {
	case kind == "":
		c.unwise("A3", "type", "", "with src it has a type", n.line)
	case text || !isMediaType(kind):
		c.wrong("A6", "type", kind, "with src the type is a media type", n.line)
	}
	if len(n.kids) > 0 {
		c.wrong("A3", "content", src, "with src it is empty", n.line)
	}
}

// xmlContent checks content of an XML type: one element, no text.
func (c *checker) xmlContent(n *node) {
	elements := 0
	for _, k := range n.kids {
		switch {
		case k.name != "":
			elements++
		case strings.TrimSpace(k.text) != "":
			c.wrong("E3", "content", firstWords(strings.TrimSpace(k.text)), "content of an XML type is one element", k.line)
			return
		}
	}
	if elements != 1 {
		c.unwise("A6", "content", "", "content of an XML type is one element", n.line)
	}
}

// textOnly reports whether n has no child elements, and adds a problem if it has.
func (c *checker) textOnly(n *node) bool {
	for _, k := range n.kids {
		if k.name != "" {
			c.wrong("A6", n.name, k.name, "an element in text; type xhtml may have them", k.line)
			return false
		}
	}
	return true
}

// textConstruct checks text, html and xhtml (rule A6).
func (c *checker) textConstruct(n *node) {
	kind := n.attr("type")
	switch kind {
	case "xhtml":
		c.xhtml(n)
		return
	case "", "text", "html":
		if !c.textOnly(n) {
			return
		}
	default:
		c.wrong("A6", "type", kind, "text, html or xhtml", n.line)
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

// xhtml checks an XHTML text: one div with elements that are allowed in XHTML.
func (c *checker) xhtml(n *node) {
	div := n.find(nsXHTML, "div")
	if div == nil {
		c.wrong("A6", n.name, "", "type xhtml holds a div of XHTML", n.line)
		return
	}
	var b strings.Builder
	for _, k := range div.kids {
		k.markup(&b)
		k.walk(func(k *node) {
			_, known := prefixOf(k.space)
			switch {
			case k.name == "":
			case k.space == "":
				c.wrong("E2", k.name, "", "an element without a namespace in XHTML", k.line)
			case known && k.space != nsXHTML:
				c.wrong("E3", k.name, k.space, "an element of feeds in XHTML", k.line)
			}
		})
	}
	c.html(n.name, b.String(), n.line)
}

// prefixOf returns the usual prefix of a namespace that feeds use.
func prefixOf(space string) (string, bool) {
	for _, p := range usualPrefixes {
		if usual[p] == space {
			return p, true
		}
	}
	return "app", space == nsApp
}

// html checks a piece of HTML as a reader shows it.
func (c *checker) html(field, s string, line int) {
	c.characters(field, s, line)
	markup.Check(s, func(rule, value, message string) { c.unwise(rule, field, value, message, line) })
}
