package html

import (
	"strings"

	"golang.org/x/net/html"
)

// ContentsEntry is one entry of a table of contents.
type ContentsEntry struct {
	Level int    // of the list that it is in: 2 for the outermost
	ID    string // of the heading
	Title string // HTML
}

// TakeContents returns HTML by Asciidoctor without the element with the ID "toc", unless keep is set, and the
// entries of that table of contents.
func TakeContents(doc string, keep bool) (rest string, entries []ContentsEntry, err error) {
	root, err := html.Parse(strings.NewReader(doc))
	if err != nil {
		return "", nil, err
	}
	var body, toc *html.Node
	for n := range root.Descendants() {
		switch {
		case n.Type != html.ElementNode:
		case n.Data == "body":
			body = n
		case toc == nil && (n.Data == "div" || n.Data == "nav") && attributeOf(n, "id") == "toc":
			toc = n
		}
	}
	if toc != nil {
		entries = contentsOf(toc, 1)
		if !keep {
			toc.Parent.RemoveChild(toc)
		}
	}
	var b strings.Builder
	for n := range body.ChildNodes() {
		if err := html.Render(&b, n); err != nil {
			return "", nil, err
		}
	}
	return b.String(), entries, nil
}

// contentsOf returns the entries of the lists below a node, whose level is level plus one.
func contentsOf(n *html.Node, level int) (out []ContentsEntry) {
	for c := range n.ChildNodes() {
		switch {
		case c.Type != html.ElementNode:
		case c.Data == "ul" || c.Data == "ol":
			out = append(out, contentsOf(c, level+1)...)
		case c.Data == "a" && n.Data == "li":
			var title strings.Builder
			for t := range c.ChildNodes() {
				_ = html.Render(&title, t) // a Builder takes everything
			}
			out = append(out, ContentsEntry{level, strings.TrimPrefix(attributeOf(c, "href"), "#"), title.String()})
		default:
			out = append(out, contentsOf(c, level)...)
		}
	}
	return out
}

func attributeOf(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
