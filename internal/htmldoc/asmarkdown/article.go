package asmarkdown

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// kept are the elements without a Markdown form that a page keeps as HTML, by whether they are blocks.
var kept = map[string]bool{
	"audio": true, "video": true, "iframe": true, "object": true, "details": true, "dl": true, "svg": true,
	"sub": false, "sup": false, "u": false, "ins": false, "mark": false, "kbd": false, "abbr": false, "q": false,
	"small": false, "math": false,
	"cite": false, "samp": false, "var": false, "dfn": false, "ruby": false, "time": false, "bdo": false, "bdi": false,
}

// article is a text that is converted.
type article struct {
	layout []string        // classes that stay
	linked map[string]bool // IDs to which links lead
	lost   []string        // names of removed elements
}

// Article converts the text of a page to Markdown. Elements without a Markdown form stay HTML, and so do pictures and
// blocks with one of these classes. Scripts, styles, and forms are removed; lost has their names, each once.
func Article(text string, classes []string) (markdown string, lost []string, err error) {
	c := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin(),
		strikethrough.NewStrikethroughPlugin(),
	))
	a := &article{layout: classes}
	c.Register.PreRenderer(func(_ converter.Context, doc *html.Node) {
		a.linked = fragments(doc)
		a.prepare(doc)
	}, first)
	c.Register.RendererFor(blockName, converter.TagTypeBlock, asHTML, converter.PriorityEarly)
	c.Register.RendererFor(inlineName, converter.TagTypeInline, asHTML, converter.PriorityEarly)
	c.Register.RendererFor(layoutName, converter.TagTypeBlock, layout, converter.PriorityEarly)
	for _, name := range marks {
		c.Register.RendererFor(name, converter.TagTypeInline, emphasis, converter.PriorityEarly)
	}
	c.Register.RendererFor("blockquote", converter.TagTypeBlock, quote, converter.PriorityEarly)
	c.Register.EscapedChar(':')
	c.Register.UnEscaper(escapes, converter.PriorityStandard)
	c.Register.RendererFor("figure", converter.TagTypeBlock, a.figure, converter.PriorityEarly)
	markdown, err = c.ConvertString(text)
	markdown = strings.ReplaceAll(markdown, "<!--THE END-->", "<!-- -->") // between two lists
	slices.Sort(a.lost)
	return markdown, slices.Compact(a.lost), err
}

// first is the priority of what must run before the library changes white space, which counts in HTML that is kept.
const first = converter.PriorityEarly - 1

// blockName and inlineName are the elements that stand for HTML that is kept, in their attribute.
const blockName, inlineName = "kept-block", "kept-inline"

// removed are the elements that are left out.
var removed = []string{"script", "style", "form", "input", "select", "textarea", "button", "noscript"}

// noteKey is the attribute of a sup element that refers to a footnote, with the name of the note. In elements that stay
// HTML, the reference is the text of the element.
const noteKey = "data-note"

// rawInline returns an element for text that is written as it is. White space around an element without a text is lost,
// so it has one.
func rawInline(text string) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: inlineName, Attr: []html.Attribute{{Key: "html", Val: text}}}
	n.AppendChild(&html.Node{Type: html.TextNode, Data: "x"})
	return n
}

// renamed are old elements by what they are called today.
var renamed = map[string]string{"tt": "code", "acronym": "abbr", "strike": "del", "big": "span", "font": "span"}

// prepare replaces the elements that are kept, and removes those that are left out.
func (a *article) prepare(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if to := renamed[c.Data]; to != "" && c.Type == html.ElementNode {
			c.Data, c.DataAtom = to, atom.Lookup([]byte(to))
		}
		switch {
		case c.Type == html.CommentNode:
			n.RemoveChild(c)
		case c.Type != html.ElementNode:
		case slices.Contains(removed, c.Data):
			a.lost = append(a.lost, c.Data)
			n.RemoveChild(c)
		case c.Data == "sup" && attr(c, noteKey) != "":
			n.InsertBefore(rawInline("[^"+attr(c, noteKey)+"]"), c)
			n.RemoveChild(c)
		case a.keeps(c):
			as := rawInline(a.whole(c))
			if block, known := kept[c.Data]; block || !known && c.Data != "img" && c.Data != "code" {
				as.Data = blockName
				as.RemoveChild(as.FirstChild)
			}
			n.InsertBefore(as, c)
			n.RemoveChild(c)
		default:
			a.name(c)
			a.prepare(c)
			a.arrange(c)
		}
		c = next
	}
}

// keeps reports whether an element stays HTML.
func (a *article) keeps(n *html.Node) bool {
	if _, ok := kept[n.Data]; ok {
		return n.Data != "mark" || !strings.Contains(strings.ReplaceAll(attr(n, "style"), " ", ""), "rgba(0,0,0,0)")
	}
	switch n.Data {
	case "code": // entities stand for such characters in captions
		return within(n, "figcaption") && strings.ContainsAny(textOf(n, nil), "\"\\`")
	case "pre": // code has no other elements
		class := attr(n, "class")
		return strings.Contains(class, "verse") ||
			strings.Contains(class, "preformatted") && slices.ContainsFunc([]string{"a", "b", "em", "i", "strong"},
				func(name string) bool { return find(n, name) != nil })
	case "img":
		return (a.class(n) != "" || resized(n)) && !within(n, "figure")
	case "table":
		return tableStaysHTML(n)
	case "figure":
		return a.figureStaysHTML(n)
	}
	return false
}

// figureStaysHTML reports whether a figure has no Markdown form: a player, or pictures with other text than a caption.
func (a *article) figureStaysHTML(n *html.Node) bool {
	switch {
	case len(inside(n)) > 0 || find(n, "table") != nil || find(n, "blockquote") != nil:
		return false
	case find(n, "img") != nil:
		return (find(n, "figcaption") != nil || a.class(n) != "" || resized(n)) && shown(n) == nil
	}
	return find(n, "video") != nil || find(n, "audio") != nil || find(n, "iframe") != nil
}

// resized reports whether a picture is shown in another size than its own.
func resized(n *html.Node) bool {
	img := find(n, "img")
	return img != nil && strings.Contains(attr(img, "style"), "width")
}

var tableLine = pattern.New(`^[ \t|:\a-]*(?:\n|$)`)

var blankLines = pattern.New(`\n(?:[ \t]*\n)+`)

// oneBlock returns an element as HTML without what only its old page understands: comments, scripts, and classes that
// are not of the layout; and without blank lines, at which HTML in Markdown ends.
func (a *article) oneBlock(n *html.Node) string {
	class := a.class(n)
	a.bare(n)
	if class != "" {
		n.Attr = append(n.Attr, html.Attribute{Key: "class", Val: class})
	}
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

// whole returns an element that stays HTML. Tables can be wider than the page.
func (a *article) whole(n *html.Node) string {
	if n.Data == "table" {
		return `<div class="table">` + a.oneBlock(n) + "</div>"
	}
	return a.oneBlock(n)
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

// marks are the elements that have marks in Markdown.
var (
	marks    = []string{"strong", "b", "em", "i", "del", "s"}
	unmarked = pattern.New(`[^\s\p{Z}\p{P}\p{S}]\x00[\p{P}\p{S}]|[\p{P}\p{S}]\x01[^\s\p{Z}\p{P}\p{S}]`)
)

// emphasis writes an element as HTML if its marks would be text: those between a letter and punctuation inside.
// https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
func emphasis(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	inline := func(n *html.Node) bool { return n.Data == "span" || slices.Contains(marks, n.Data) }
	first, last := n, n
	for first.PrevSibling == nil && inline(first.Parent) {
		first = first.Parent
	}
	for last.NextSibling == nil && inline(last.Parent) {
		last = last.Parent
	}
	edges := shape(first.PrevSibling) + "\x00" + shape(n.FirstChild) + shape(n.LastChild) + "\x01" + shape(last.NextSibling)
	if !unmarked.MatchString(edges) {
		return converter.RenderTryNext
	}
	w.WriteString("<" + n.Data + ">")
	ctx.RenderChildNodes(ctx, w, n)
	w.WriteString("</" + n.Data + ">")
	return converter.RenderSuccess
}

// shape returns the text of a node or, if its Markdown begins and ends with a sign, a sign.
func shape(n *html.Node) string {
	if n == nil || n.Type == html.ElementNode &&
		slices.Contains([]string{"a", "code", "img", "br", inlineName, blockName}, n.Data) {
		return "."
	}
	return textOf(n, nil)
}

// quote writes a quote. The library marks line ends in code, and doesn't begin the lines after them.
func quote(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	var b bytes.Buffer
	ctx.RenderChildNodes(ctx, &b, n)
	const end = string(marker.MarkerCodeBlockNewline)
	s := strings.TrimSpace(blankLines.ReplaceAllString(b.String(), "\n\n"))
	w.WriteString("\n\n> " + strings.NewReplacer("\n", "\n> ", end, end+"> ").Replace(s) + "\n\n")
	return converter.RenderSuccess
}

// escapes adds to the library what Markdown has beyond CommonMark: formulas, lists of definitions, and tables, whose
// second line has only signs. It returns how many characters to escape, or -1.
func escapes(chars []byte, at int) int {
	const sign = string(marker.MarkerEscaping)
	rest := chars[at+1:]
	starts := func(but string) bool { // only these characters precede it in its line
		before := bytes.TrimRight(chars[:at], but+sign)
		return len(before) == 0 || before[len(before)-1] == '\n'
	}
	switch c := chars[at]; {
	case c == '$' && (bytes.HasPrefix(rest, []byte(sign+"$")) || bytes.HasSuffix(chars[:at], []byte("$"+sign))),
		c == ':' && len(rest) > 0 && rest[0] == ' ' && starts(" \t>"),
		c == '|' && starts(" \t>:-") && tableLine.Match(rest):
		return 1
	}
	return -1
}

// figure writes a figure as Markdown: an image, a table, a quote, a video that a shortcode shows, or a gallery.
func (a *article) figure(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	if pictures := inside(n); len(pictures) > 0 {
		a.gallery(ctx, w, n, pictures)
		return converter.RenderSuccess
	}
	caption := find(n, "figcaption")
	if p := shown(n); p != nil && (caption != nil || a.class(n) != "" || resized(n)) {
		w.WriteString("\n\n" + a.shortcode(ctx, n, p, caption, a.class(n)) + "\n\n")
		return converter.RenderSuccess
	}
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
func (a *article) gallery(ctx converter.Context, w converter.Writer, n *html.Node, pictures []*html.Node) {
	w.WriteString("\n\n<div class=\"cards\">\n\n")
	for _, p := range pictures {
		switch img := shown(p); {
		case p.Data == blockName:
			w.WriteString(attr(p, "html"))
		case img != nil:
			w.WriteString(a.shortcode(ctx, p, img, find(p, "figcaption"), ""))
		default:
			w.WriteString(a.oneBlock(p))
		}
		w.WriteString("\n\n")
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

var plainID = pattern.New(`^[\w-]+$`)

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
