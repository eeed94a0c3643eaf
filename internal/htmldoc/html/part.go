package html

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Part returns the part of a fragment with the given ID, for another page: for a heading everything below it,
// for another element that element, for "" everything except a level 1 heading. IDs get a prefix, and links to
// IDs outside of the part lead to the page at url. ok is false if the ID does not exist.
func Part(fragment, id, prefix, url string) (part string, ok bool) {
	context := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragment(strings.NewReader(fragment), context)
	if err != nil {
		return "", false
	}
	for _, n := range nodes {
		context.AppendChild(n)
	}
	var list []*html.Node
	if id == "" {
		for n := range context.ChildNodes() {
			if n.Data != "h1" {
				list = append(list, n)
			}
		}
	} else if list = partOf(context, id); list == nil {
		return "", false
	}
	moved := idsOf(list)
	var b strings.Builder
	for _, n := range list {
		for e := range n.Descendants() {
			move(e, moved, prefix, url)
		}
		move(n, moved, prefix, url)
		if n.Data != "li" {
			_ = html.Render(&b, n) // a Builder takes everything
			continue
		}
		for c := range n.ChildNodes() {
			_ = html.Render(&b, c)
		}
	}
	return strings.TrimSpace(b.String()), true
}

// partOf returns the elements of the part with an ID, or nil.
func partOf(root *html.Node, id string) (list []*html.Node) {
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || attributeOf(n, "id") != id {
			continue
		}
		list = append(list, n)
		if !isHeading(n.Data) {
			return list
		}
		for next := n.NextSibling; next != nil && !(isHeading(next.Data) && next.Data <= n.Data); next = next.NextSibling {
			list = append(list, next)
		}
		return list
	}
	return nil
}

// idsOf returns the IDs in a part.
func idsOf(list []*html.Node) map[string]bool {
	ids := map[string]bool{}
	note := func(n *html.Node) {
		if id := attributeOf(n, "id"); id != "" {
			ids[id] = true
		}
	}
	for _, n := range list {
		note(n)
		for e := range n.Descendants() {
			note(e)
		}
	}
	return ids
}

// move changes the IDs and links of an element for another page.
func move(n *html.Node, moved map[string]bool, prefix, url string) {
	for i := range n.Attr {
		a := &n.Attr[i]
		switch a.Key {
		case "id", "for", "name":
			a.Val = prefix + a.Val
		case "aria-labelledby", "aria-describedby", "headers", "aria-controls", "popovertarget":
			words := strings.Fields(a.Val)
			for i := range words {
				words[i] = prefix + words[i]
			}
			a.Val = strings.Join(words, " ")
		case "href":
			if to, ok := strings.CutPrefix(a.Val, "#"); ok && moved[to] {
				a.Val = "#" + prefix + to
			} else if ok {
				a.Val = url + a.Val
			}
		}
	}
}
