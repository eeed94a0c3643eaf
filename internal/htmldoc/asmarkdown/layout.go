package asmarkdown

import (
	"slices"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// layoutName is the element that stands for a block that stays HTML around its text, which becomes Markdown. Its
// attribute is the class.
const layoutName = "kept-layout"

// layout writes a block that stays HTML around its text.
func layout(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	w.WriteString("\n\n<div class=\"" + attr(n, "class") + "\">\n\n")
	ctx.RenderChildNodes(ctx, w, n)
	w.WriteString("\n\n</div>\n\n")
	return converter.RenderSuccess
}

// arrange keeps the look of an element as far as Markdown, the classes of the themes, and those of the layout allow:
// its alignment and its class.
func (a *article) arrange(n *html.Node) {
	class := a.class(n)
	switch n.Data {
	case "td", "th":
		if side := alignment(n); side != "" && attr(n, "align") == "" {
			n.Attr = append(n.Attr, html.Attribute{Key: "align", Val: side})
		}
	case "div", "section", "main", "article", "aside", "center":
		side := alignment(n)
		if side != "" && side != "left" && !within(n, "td", "th") {
			class = strings.TrimSpace("align-" + side + " " + class)
		}
		if class != "" {
			n.Data, n.DataAtom, n.Attr = layoutName, 0, []html.Attribute{{Key: "class", Val: class}}
		}
	case "p", "h1", "h2", "h3", "h4", "h5", "h6":
		side := alignment(n)
		if side == "" || side == "left" || within(n, "td", "th", "li") {
			break
		}
		before := n.PrevSibling
		if before != nil && before.Type == html.TextNode && strings.TrimSpace(before.Data) == "" {
			before = before.PrevSibling
		}
		if before != nil && before.Data == layoutName && attr(before, "class") == "align-"+side {
			n.Parent.RemoveChild(n) // one block for all that follow each other
			before.AppendChild(n)
			break
		}
		box := &html.Node{
			Type: html.ElementNode, Data: layoutName,
			Attr: []html.Attribute{{Key: "class", Val: "align-" + side}},
		}
		n.Parent.InsertBefore(box, n)
		n.Parent.RemoveChild(n)
		box.AppendChild(n)
	}
}

// class returns the classes of an element that belong to the layout.
func (a *article) class(n *html.Node) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(attr(n, "class")), func(c string) bool {
		return !slices.Contains(a.layout, c)
	}), " ")
}

var (
	textAlign  = pattern.New(`(?i)\btext-align\s*:\s*(left|center|right)\b`)
	alignClass = pattern.New(`\bhas-text-align-(left|center|right)\b`)
)

// alignment returns the alignment of the text in an element; "" if it has none.
func alignment(n *html.Node) string {
	if m := textAlign.FindStringSubmatch(attr(n, "style")); m != nil {
		return strings.ToLower(m[1])
	}
	if m := alignClass.FindStringSubmatch(attr(n, "class")); m != nil {
		return m[1]
	}
	if n.Data == "center" {
		return n.Data
	}
	if side := strings.ToLower(attr(n, "align")); n.Data != "img" &&
		(side == "left" || side == "center" || side == "right") {
		return side
	}
	return ""
}

// within reports whether an element is in one with one of these names.
func within(n *html.Node, names ...string) bool {
	for p := range n.Ancestors() {
		if p.Type == html.ElementNode && slices.Contains(names, p.Data) {
			return true
		}
	}
	return false
}

// safeID matches the IDs that Markdown can give to headings.
var safeID = pattern.New(`^[A-Za-z0-9_][\w:.-]*$`)

// name keeps the ID of an element: of a heading, of an anchor, and of others if a link in the text leads to it.
func (a *article) name(n *html.Node) {
	id := attr(n, "id")
	switch n.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		if last := n.LastChild; last != nil && last.Type == html.TextNode && strings.HasSuffix(last.Data, "}") {
			last.Data = strings.TrimSuffix(last.Data, "}")
			n.AppendChild(rawInline(`\}`)) // not the end of an attribute list
		}
		if safeID.MatchString(id) {
			n.AppendChild(rawInline(" {#" + id + "}"))
		}
	case "a":
		if id == "" {
			id = attr(n, "name")
		}
		if id != "" && (attr(n, "href") == "" || a.linked[id]) {
			n.Parent.InsertBefore(rawInline(anchor(id)), n)
		}
		if attr(n, "href") == "" {
			n.Data, n.DataAtom = "span", atom.Span
		}
	case "p", "li", "dt", "span", "div", "section", "blockquote":
		if !a.linked[id] || id == "" {
			return
		}
		into := n
		for into.FirstChild != nil && into.FirstChild.Type == html.ElementNode &&
			slices.Contains([]string{"p", "div", "section", "li", "ul", "ol", "blockquote"}, into.FirstChild.Data) {
			into = into.FirstChild
		}
		into.InsertBefore(rawInline(anchor(id)), into.FirstChild)
	}
}

func anchor(id string) string { return `<a id="` + html.EscapeString(id) + `"></a>` }

// fragments returns the IDs to which links in a document lead.
func fragments(doc *html.Node) map[string]bool {
	out := map[string]bool{}
	for n := range doc.Descendants() {
		if id, ok := strings.CutPrefix(attr(n, "href"), "#"); ok && n.Data == "a" {
			out[id] = true
		}
	}
	return out
}

// blocks are the elements that a cell of a table in Markdown can't contain.
var blocks = []string{
	"ul", "ol", "dl", "pre", "table", "blockquote", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "figure", "br",
}

// tableStaysHTML reports whether a table has no Markdown form: cells that span others, or that have lines or blocks.
func tableStaysHTML(n *html.Node) bool {
	for c := range n.Descendants() {
		switch {
		case c.Type != html.ElementNode:
		case slices.Contains(blocks, c.Data):
			return true
		case c.Data == "td" || c.Data == "th":
			parts := 0
			for p := range c.ChildNodes() {
				if p.Data == "p" || p.Data == "div" {
					parts++
				}
			}
			if parts > 1 || spans(c, "colspan") || spans(c, "rowspan") {
				return true
			}
		}
	}
	return false
}

func spans(n *html.Node, key string) bool { return strings.Trim(attr(n, key), "01 ") != "" }

// sizes are the properties in a style attribute that count on another page, too.
var sizes = pattern.New(`(?i)(?:^|;)\s*((?:max-)?width|height|aspect-ratio|object-fit|text-align|list-style-type)\s*:[^;]*`)

// bare removes what only the old page of an element understands: comments, scripts, colors, and classes that do not
// belong to the layout.
func (a *article) bare(n *html.Node) {
	if n.Data == "svg" {
		return
	}
	side := ""
	if n.Data == "td" || n.Data == "th" {
		side = alignment(n)
	}
	n.Attr = slices.DeleteFunc(n.Attr, func(at html.Attribute) bool {
		switch at.Key {
		case "class":
			return n.Data != "pre" && n.Data != "code"
		case "aria-describedby", "aria-labelledby":
			return true
		}
		return strings.HasPrefix(at.Key, "data-")
	})
	if side != "" {
		n.Attr = append(n.Attr, html.Attribute{Key: "class", Val: "align-" + side})
	}
	for i, at := range n.Attr {
		if at.Key == "style" {
			n.Attr[i].Val = strings.Trim(strings.Join(sizes.FindAllString(at.Val, -1), ""), "; ")
		}
	}
	n.Attr = slices.DeleteFunc(n.Attr, func(at html.Attribute) bool { return at.Key == "style" && at.Val == "" })
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type == html.CommentNode:
			n.RemoveChild(c)
		case c.Type == html.ElementNode && slices.Contains(removed, c.Data):
			a.lost = append(a.lost, c.Data)
			n.RemoveChild(c)
		default:
			a.bare(c)
		}
		c = next
	}
}
