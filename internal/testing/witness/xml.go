package witness

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// node is an element of an XML document.
type node struct {
	space, name string
	attrs       map[string]string // by local name, or "xml:lang"
	text        string            // of the element itself
	kids        []*node
}

// Namespaces of sitemaps and feeds.
const (
	sitemapNS = "http://www.sitemaps.org/schemas/sitemap/0.9"
	xhtmlNS   = "http://www.w3.org/1999/xhtml"
	imageNS   = "http://www.google.com/schemas/sitemap-image/1.1"
	videoNS   = "http://www.google.com/schemas/sitemap-video/1.1"
	atomNS    = "http://www.w3.org/2005/Atom"
	podcastNS = "https://podcastindex.org/namespace/1.0"
	historyNS = "http://purl.org/syndication/history/1.0"
)

// parse parses a document strictly.
func parse(text string) (*node, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	root := &node{}
	stack := []*node{root}
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch t := t.(type) {
		case xml.StartElement:
			n := &node{space: t.Name.Space, name: t.Name.Local, attrs: map[string]string{}}
			for _, a := range t.Attr {
				n.attrs[a.Name.Local] = a.Value
			}
			top.kids = append(top.kids, n)
			stack = append(stack, n)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(t)
		}
	}
	if len(root.kids) != 1 {
		return nil, fmt.Errorf("%d root elements", len(root.kids))
	}
	return root.kids[0], nil
}

// all returns the children with a name.
func (n *node) all(space, name string) []*node {
	var out []*node
	for _, k := range n.kids {
		if k.space == space && k.name == name {
			out = append(out, k)
		}
	}
	return out
}

// one returns the text of the first child with a name, or "".
func (n *node) one(space, name string) string {
	if found := n.all(space, name); len(found) > 0 {
		return strings.TrimSpace(found[0].text)
	}
	return ""
}
