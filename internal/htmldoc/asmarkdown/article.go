package asmarkdown

import (
	"bytes"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
)

// kept are the elements without a Markdown form that a page keeps as HTML, by whether they are blocks.
var kept = map[string]bool{
	"audio": true, "video": true, "iframe": true, "object": true, "details": true, "dl": true, "svg": true,
	"sub": false, "sup": false, "u": false, "ins": false, "mark": false, "kbd": false, "abbr": false, "q": false,
	"small": false,
	"cite":  false, "samp": false, "var": false, "dfn": false, "ruby": false, "time": false, "bdo": false, "bdi": false,
}

// Article converts the text of a page to Markdown. Elements without a Markdown form stay HTML. Scripts, styles, and
// forms are removed; lost has their names, each once.
func Article(text string) (markdown string, lost []string, err error) {
	c := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin(),
		strikethrough.NewStrikethroughPlugin(),
	))
	c.Register.PreRenderer(func(_ converter.Context, doc *html.Node) { lost = prepare(doc) }, first)
	c.Register.RendererFor(blockName, converter.TagTypeBlock, asHTML, converter.PriorityEarly)
	c.Register.RendererFor(inlineName, converter.TagTypeInline, asHTML, converter.PriorityEarly)
	c.Register.RendererFor("figure", converter.TagTypeBlock, figure, converter.PriorityEarly)
	markdown, err = c.ConvertString(text)
	return markdown, lost, err
}

// first is the priority of what must run before the library changes white space, which counts in HTML that is kept.
const first = converter.PriorityEarly - 1

// blockName and inlineName are the elements that stand for HTML that is kept, in their attribute.
const blockName, inlineName = "kept-block", "kept-inline"

// removed are the elements that are left out.
var removed = []string{"script", "style", "form", "input", "select", "textarea", "button", "noscript"}

// prepare replaces the elements that are kept, and removes those that are left out. It returns the names of these.
func prepare(n *html.Node) (lost []string) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		block, keep := kept[c.Data]
		switch {
		case c.Type != html.ElementNode:
		case slices.Contains(removed, c.Data):
			lost = append(lost, c.Data)
			n.RemoveChild(c)
		case keep || c.Data == "pre" && strings.Contains(attr(c, "class"), "verse") || c.Data == "figure" && staysHTML(c):
			name := inlineName
			if block || !keep {
				name = blockName
			}
			n.InsertBefore(&html.Node{
				Type: html.ElementNode, Data: name, Attr: []html.Attribute{{Key: "html", Val: oneBlock(c)}},
			}, c)
			n.RemoveChild(c)
		default:
			lost = append(lost, prepare(c)...)
		}
		c = next
	}
	slices.Sort(lost)
	return slices.Compact(lost)
}

// staysHTML reports whether a figure has no Markdown form: a picture with a caption, a player.
func staysHTML(n *html.Node) bool {
	switch {
	case len(inside(n)) > 0 || find(n, "table") != nil || find(n, "blockquote") != nil:
		return false
	case find(n, "img") != nil:
		return find(n, "figcaption") != nil
	}
	return find(n, "video") != nil || find(n, "audio") != nil || find(n, "iframe") != nil
}

var blankLines = regexp.MustCompile(`\n(?:[ \t]*\n)+`)

// oneBlock returns an element as HTML without blank lines, at which HTML in Markdown ends.
func oneBlock(n *html.Node) string {
	var b bytes.Buffer
	if html.Render(&b, n) != nil {
		return "" // a buffer has no errors, and the parser makes no tree that can't be written
	}
	return blankLines.ReplaceAllStringFunc(b.String(), func(blank string) string {
		if find(n, "pre") == nil {
			return "\n"
		}
		return "\n" + strings.Repeat("&#10;", strings.Count(blank, "\n")-1)
	})
}

// asHTML writes an element that is kept.
func asHTML(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	if n.Data == blockName {
		w.WriteString("\n\n" + attr(n, "html") + "\n\n")
	} else {
		w.WriteString(attr(n, "html"))
	}
	return converter.RenderSuccess
}

// figure writes a figure as Markdown: an image without a caption, a table, a quote, a video that a shortcode shows, or
// a gallery.
func figure(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	if pictures := inside(n); len(pictures) > 0 {
		gallery(ctx, w, n, pictures)
		return converter.RenderSuccess
	}
	caption := find(n, "figcaption")
	u := strings.TrimSpace(textOf(n, caption))
	w.WriteString("\n\n")
	if strings.ContainsAny(u, " \n") || !strings.HasPrefix(u, "http") {
		ctx.RenderChildNodes(ctx, w, n)
	} else {
		w.WriteString(Embed(u))
		if caption != nil {
			w.WriteString("\n\n")
			ctx.RenderChildNodes(ctx, w, caption)
		}
	}
	w.WriteString("\n\n")
	return converter.RenderSuccess
}

// inside returns the figures in a figure, as a gallery has them.
func inside(n *html.Node) (out []*html.Node) {
	for c := range n.Descendants() {
		switch {
		case c.Type != html.ElementNode || c == n:
		case c.Data == blockName && strings.HasPrefix(attr(c, "html"), "<figure"),
			c.Data == "figure" && find(c, "img") != nil && len(inside(c)) == 0:
			out = append(out, c)
		}
	}
	return out
}

// gallery writes the pictures of a gallery in a grid, and its caption below.
func gallery(ctx converter.Context, w converter.Writer, n *html.Node, pictures []*html.Node) {
	w.WriteString("\n\n<div class=\"cards\">\n")
	for _, p := range pictures {
		if p.Data == blockName {
			w.WriteString(attr(p, "html") + "\n")
		} else {
			w.WriteString(oneBlock(p) + "\n")
		}
	}
	w.WriteString("</div>\n\n")
	for c := range n.ChildNodes() {
		if c.Type == html.ElementNode && c.Data == "figcaption" {
			ctx.RenderChildNodes(ctx, w, c)
			w.WriteString("\n\n")
		}
	}
}

// Begin and End are the delimiters of a shortcode in the Markdown that Embed and Article return, so a caller can tell
// them from text that looks like one.
const (
	Begin = "\uE000"
	End   = "\uE001"
)

// Embed returns Markdown for a URL that a page shows in place: the shortcode of a video service, or a link.
func Embed(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	host := strings.TrimPrefix(strings.TrimPrefix(u.Host, "www."), "m.")
	name, id := "", ""
	switch {
	case host == "youtu.be":
		name, id = "youtube", strings.Trim(u.Path, "/")
	case host == "youtube.com" && u.Path == "/watch":
		name, id = "youtube", u.Query().Get("v")
	case host == "youtube.com" && (strings.HasPrefix(u.Path, "/embed/") || strings.HasPrefix(u.Path, "/shorts/")):
		name, id = "youtube", strings.Trim(u.Path[strings.Index(u.Path[1:], "/")+1:], "/")
	case host == "vimeo.com":
		name, id = "vimeo", strings.Trim(u.Path, "/")
	}
	if plainID.MatchString(id) && (name == "youtube" || strings.Trim(id, "0123456789") == "") {
		return Begin + name + " " + id + End
	}
	return "<" + address + ">"
}

var plainID = regexp.MustCompile(`^[\w-]+$`)

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// find returns n or the first element below it with a name; nil if there is none.
func find(n *html.Node, name string) *html.Node {
	if n.Type == html.ElementNode && n.Data == name {
		return n
	}
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && c.Data == name {
			return c
		}
	}
	return nil
}

// textOf returns the text of an element without that of another.
func textOf(n, without *html.Node) string {
	if n == without {
		return ""
	}
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		b.WriteString(textOf(c, without))
	}
	return b.String()
}
