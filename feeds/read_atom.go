package feeds

import (
	"cmp"
	"encoding/base64"
	"html"
	"strings"

	"github.com/sitegen/sitegen/feeds/internal/dates"
	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// own returns the first child in the feed's own namespace: that of Atom 1.0, of 0.3, or none.
func (n *node) own(names ...string) *node {
	for _, name := range names {
		for _, k := range n.kids {
			if k.name == name && (k.space == nsAtom || k.space == nsAtom03 || k.space == "") {
				return k
			}
		}
	}
	return nil
}

func ownText(n *node, names ...string) string {
	if k := n.own(names...); k != nil {
		return k.trimmed()
	}
	return ""
}

// atomFeed reads the metadata of Atom 1.0, and of 0.3, which uses tagline, modified, and copyright.
func atomFeed(n *node) Feed {
	f := Feed{
		ID: ownText(n, "id"), Title: atomPlain(n.own("title")), Description: atomPlain(n.own("subtitle", "tagline")),
		Copyright: atomPlain(n.own("rights", "copyright")), Generator: ownText(n, "generator"), Language: n.attrNS(nsXML,
			"lang"),
		Updated: dates.Parse(ownText(n, "updated", "modified")), Icon: resolve(n,
			ownText(n, "icon")), Logo: Image{URL: resolve(n, ownText(n, "logo"))},
	}
	f.Authors, f.Contributors, f.Categories = atomMeta(n)
	readLinks(&f, n)
	f.Paging.Complete, f.Paging.Archive = n.find(nsHistory, "complete") != nil, n.find(nsHistory, "archive") != nil
	return f
}

func atomItem(n *node) Item {
	i := Item{
		ID: ownText(n, "id"), Title: atomPlain(n.own("title")), Summary: atomMarkup(n.own("summary")),
		Content:   atomMarkup(n.own("content")),
		Published: dates.Parse(ownText(n, "published", "issued", "created")), Updated: dates.Parse(ownText(n, "updated",
			"modified")),
		Rights: atomPlain(n.own("rights")), Language: n.attrNS(nsXML, "lang"),
	}
	i.Authors, i.Contributors, i.Categories = atomMeta(n)
	for _, k := range n.kids {
		if k.name != "link" || k.space != nsAtom && k.space != nsAtom03 {
			continue
		}
		href := resolve(k, k.attr("href"))
		switch relation(k) {
		case "alternate":
			if i.URL == "" || k.attr("type") == "text/html" {
				i.URL = href
			}
		case "related":
			i.ExternalURL = cmp.Or(i.ExternalURL, href)
		case "enclosure":
			i.Enclosures = append(i.Enclosures, Media{
				URL: href, Type: k.attr("type"), Length: int64(integer(k.attr("length"))), Title: k.attr("title"),
			})
		}
	}
	if s := n.own("source"); s != nil {
		f := atomFeed(s)
		i.Source = &Source{Title: f.Title, Self: f.Self, Home: f.Home, ID: f.ID, Updated: f.Updated}
		if i.Authors == nil {
			i.Authors = f.Authors // RFC 4287 §4.2.1
		}
	}
	readMedia(&i, n)
	return i
}

func atomMeta(n *node) (authors, contributors []Person, categories []Category) {
	for _, k := range n.kids {
		if k.space != nsAtom && k.space != nsAtom03 {
			continue
		}
		switch k.name {
		case "author":
			authors = append(authors, atomPerson(k))
		case "contributor":
			contributors = append(contributors, atomPerson(k))
		case "category":
			categories = append(categories, Category{Term: k.attr("term"), Scheme: k.attr("scheme"), Label: k.attr("label")})
		}
	}
	return authors, contributors, categories
}

func atomPerson(n *node) Person {
	return Person{Name: ownText(n, "name"), Email: ownText(n, "email"), URL: resolve(n, ownText(n, "uri", "url"))}
}

// atomKind returns the type of a text: text, html, xhtml, or base64. Atom 0.3 uses the attribute mode.
func atomKind(n *node) string {
	kind := strings.ToLower(strings.TrimSpace(n.attr("type")))
	switch mode := n.attr("mode"); {
	case mode == "escaped":
		return "html"
	case mode == "base64":
		return "base64"
	case mode == "xml" || n.space == nsAtom03 && mode == "" && strings.Contains(kind, "xhtml"):
		return "xhtml"
	case kind == "html" || kind == "text/html":
		return "html"
	case kind == "xhtml" || strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "/xml"):
		return "xhtml"
	case strings.Contains(kind, "/") && !strings.HasPrefix(kind, "text/"):
		return "base64"
	}
	return "text"
}

// atomPlain reads a text construct as plain text.
func atomPlain(n *node) string {
	switch {
	case n == nil:
		return ""
	case atomKind(n) == "html":
		return strings.TrimSpace(markup.PlainText(n.value()))
	case atomKind(n) == "xhtml":
		return strings.TrimSpace(n.deepText())
	}
	return n.trimmed()
}

// atomMarkup reads a summary or a content as HTML.
func atomMarkup(n *node) string {
	if n == nil {
		return ""
	}
	switch atomKind(n) {
	case "html":
		return n.value()
	case "xhtml":
		in := n
		if div := n.find(nsXHTML, "div"); div != nil {
			in = div
		}
		var b strings.Builder
		for _, k := range in.kids {
			k.markup(&b)
		}
		return b.String()
	case "base64":
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(n.value()), ""))
		if err != nil || !strings.HasSuffix(n.attr("type"), "html") {
			return ""
		}
		return strings.ToValidUTF8(string(data), "\uFFFD")
	}
	return html.EscapeString(n.value())
}

// markup appends n as XHTML.
func (n *node) markup(b *strings.Builder) {
	if n.name == "" {
		text, _ := markup.EscapeXML(nil, n.text, "&amp;", "&lt;", `"`)
		b.Write(text)
		return
	}
	b.WriteString("<" + n.name)
	for _, a := range n.attrs {
		if a.Name.Space == "" && a.Name.Local != "xmlns" {
			value, _ := markup.EscapeXML(nil, a.Value, "&amp;", "&lt;", "&quot;")
			b.WriteString(" " + a.Name.Local + `="` + string(value) + `"`)
		}
	}
	if len(n.kids) == 0 && markup.Void(n.name) {
		b.WriteString("/>")
		return
	}
	b.WriteString(">")
	for _, k := range n.kids {
		k.markup(b)
	}
	b.WriteString("</" + n.name + ">")
}
