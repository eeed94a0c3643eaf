// Package mdx writes pages in MDX as Markdown, for the tools that have components in their pages:
// https://mdxjs.com/docs/what-is-mdx/
package mdx

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// Format says how a tool writes its pages. All of its functions are required.
type Format struct {
	Math bool // $…$ is a formula
	// Plain reports whether a text, the page or a part of it, is Markdown without JavaScript.
	Plain func() bool
	// Module returns the path in the project of a module that a text imports, or "" if its name is relative to the text.
	Module func(name string) string
	// Prepare changes the lines of a text before anything else reads them.
	Prepare func(lines []string) []string
	// Script returns an expression with plain values in place of the tool's own functions.
	Script func(expression string) string
	// Block reports whether a tag that is not of HTML contains blocks.
	Block func(t *block.Tag) bool
	// Node writes a container or a tag with blocks, of which Block knows the name, and reports whether it did. below are
	// the nodes from this one on.
	Node func(n *block.Node, below []*block.Node) bool
	// Inline returns the text in place of a component inside a text, and reports whether it knows the component.
	Inline func(t *block.Tag) (text string, ok bool)
	// Text writes lines of text.
	Text func(n *block.Node)
	// Links changes the links in a line or in a tag of HTML.
	Links func(s string) string
	// Address returns the URL of the page whose file a link names, as links in HTML contain it; other links are unchanged.
	Address func(to string) string
	// FromRoot returns the URL of a file that a text names relative to itself.
	FromRoot func(to string) string
}

// Page is a text that is converted to Markdown.
type Page struct {
	*block.Writer
	Format
	From *foreign.Page
	Lost foreign.Losses

	values map[string]any // values of expressions read so far
	front  map[string]any // front matter as it is written
	texts  []string       // values over several lines
	left   int            // remaining bytes of parts
	code   int            // remaining bytes of JavaScript

	// Of the text that is being read: the page, or a part of it.

	File     string              // its path in the project
	imports  map[string]imported // by name
	assets   map[string]string   // imported files that are not texts, by name
	renamed  map[string]string   // names of components by the names that the text gives them
	exports  string              // JavaScript of the exports
	at       int                 // line of the part's tag in the page; 0 for the page
	atColumn int                 // its column
	props    *script.Object      // attributes of the innermost of these tags
	inside   []string            // files of the parts around
	nested   int                 // number of parts around
	fileEnd  string              // end of the open <a> tag, if it is a link to a file
}

// Limits of the JavaScript in a page.
const (
	mostCode  = 4 << 20 // in bytes: expressions with the exports that they can name, and the elements that they make
	perScript = 2 << 10 // bytes that count for each expression in addition
)

// New returns a page that is to be read.
func New(from *foreign.Page) *Page {
	return &Page{
		Writer: block.NewWriter(), values: map[string]any{}, From: from, left: mostParts, code: mostCode, File: from.File,
		inside: []string{from.File},
	}
}

// Read converts the text of the page, and returns what is left out.
func (p *Page) Read(t *block.Text) []foreign.Problem {
	lines := p.Prepare(t.Lines)
	if p.modules(nil, p.File); !p.Plain() {
		p.modules(lines, p.File)
	}
	p.Each = func(line string) string {
		line = block.Outside(line, func(s string) string { return p.Links(p.moved(s)) })
		return p.shown(line)
	}
	tree := block.Read(strings.Join(lines, "\n"), p.syntax())
	if tree.TooDeep > 0 {
		return foreign.TooDeep(tree.TooDeep)
	}
	for _, u := range tree.Unclosed {
		p.Lost.AddAt(u.Line, u.Column, u.Name, u.Name+" is left out: it has no beginning or no end", "close it")
	}
	p.Nodes(tree.Nodes)
	t.Lines = p.Out
	return p.Lost.Problems()
}

// syntax returns the syntax of the text, with the containers of the tool.
func (p *Page) syntax() *block.Syntax {
	if p.Plain() {
		return &block.Syntax{Unsaid: true, Colons: true, Math: p.Math}
	}
	return &block.Syntax{
		JSX: true, Colons: true, Math: p.Math, Inline: p.inline, Value: p.value, Inside: isRaw,
		Named:    p.named,
		Elements: func(script string) string { return p.elements(p.evaluate(script)) },
		Block: func(t *block.Tag) bool {
			return isBlock(t) || p.Block(t) || p.imports[t.Name].file != "" && !p.imports[t.Name].raw
		},
	}
}

// isBlock reports whether a tag is an HTML element that structures the page, so it contains blocks of Markdown.
func isBlock(t *block.Tag) bool {
	switch t.Name {
	case "div", "section", "article", "aside", "main", "header", "footer", "center", "figure", "details", "summary":
		return !t.Raw
	}
	return false
}

// isRaw reports whether Markdown is text in an element of HTML: https://spec.commonmark.org/0.31.2/#html-blocks
func isRaw(t *block.Tag) bool {
	return slices.Contains([]string{
		"p", "table", "ul", "ol", "dl", "pre", "script", "style", "form", "fieldset", "iframe", "h1", "h2", "h3", "h4", "h5",
		"h6", "figcaption", "blockquote", "nav", "video", "svg",
	}, t.Name)
}

// Nodes writes nodes.
func (p *Page) Nodes(list []*block.Node) {
	for i, n := range list {
		switch {
		case n.Kind == block.Lines:
			if !p.Plain() {
				n.Lines = p.raw(n.Lines)
			}
			p.Text(n)
		case p.imports[n.Name].file != "" && n.Kind == block.Tagged:
			p.part(n)
		case p.Node(n, list[i:]):
		default:
			p.html(n)
		}
	}
}

// Tabs writes the elements called item as tabs, and what is between them behind them. labelOf returns the label of one.
func (p *Page) Tabs(n *block.Node, item, group string, inside []*block.Node, labelOf func(t *block.Tag) string) {
	var others []*block.Node
	p.Quote(n, "[!tabs]"+block.Titled(group), func() {
		for _, in := range inside {
			if in.Name == item {
				p.Quote(in, "[!tab] "+cmp.Or(labelOf(in.Tag), "…"), func() { p.Nodes(in.Inside) })
			} else {
				others = append(others, in)
			}
		}
	})
	p.Nodes(slices.DeleteFunc(others, (*block.Node).IsBlank))
}

// special contains the characters that may be Markdown.
const special = "*_`[]<>!&\\~:@$"

// blockStart matches the start of a block of Markdown.
var blockStart = pattern.New(`^(?:[-+#|:]|\d+[.)])`)

// html writes an HTML element around Markdown, with blank lines in between so that the Markdown is parsed.
func (p *Page) html(n *block.Node) {
	p.Open(n)
	text, lines := single(n.Inside)
	if isBlock := blockStart.MatchString(text); lines > 0 && (n.Name == "summary" && (lines == 1 || !isBlock) ||
		!strings.ContainsAny(text, special) && !isBlock) {
		tag := *n.Tag
		tag.Empty = false
		p.Line(n.First + p.shown(p.Links(p.Written(&tag)+p.InlineHTML(text)+"</"+n.Name+">")))
		p.Apart()
		return
	}
	p.Element(n, p.Links(p.Written(n.Tag)), func() { p.Nodes(n.Inside) })
}

// single returns the text of nodes with one line that is not blank, and the number of all of their lines; 0 for other
// nodes.
func single(list []*block.Node) (text string, lines int) {
	for _, n := range list {
		if n.Kind != block.Lines {
			return "", 0
		}
		for _, l := range n.Lines {
			if l.Code || text != "" && l.Text != "" {
				return "", 0
			}
			text += strings.TrimSpace(l.Text)
			lines++
		}
	}
	return text, max(lines, 1)
}

// comments matches comments and nothing else in an expression.
var comments = pattern.New(`^(?:\s*(?://[^\n]*(?:\n|$)|/\*(?:[^*]|\*+[^*/])*\*+/))+`)

// inline converts an inline tag. HTML is kept, images of files next to the page become Markdown images, which resolve
// such paths, and components keep only their text.
func (p *Page) inline(t *block.Tag) string {
	switch {
	case t.Name == "":
		return ""
	case t.Name[0] >= 'A' && t.Name[0] <= 'Z' || strings.Contains(t.Name, "."):
		if text, ok := p.Inline(t); ok {
			return text
		}
		if !t.Close || !p.Lost.Has("<"+t.Name+">") {
			p.Lose(t, "<"+t.Name+">", fmt.Sprintf("the component <%s> is left out, its text is kept", t.Name), asMarkdown)
		}
		return ""
	case t.Name == "img" && !t.Raw:
		for _, a := range t.Attributes {
			if a.Name == "src" && a.Expression && p.isFile(a.Value) {
				return "![" + p.Attribute(t, "alt") + "](" + Destination(p.Attribute(t, "src")) + ")"
			}
		}
	case t.Name == "a" && !t.Raw && !t.Empty: // a link to a file becomes Markdown, which finds files next to the page
		if end := p.fileEnd; t.Close && end != "" {
			p.fileEnd = ""
			return end
		}
		for _, a := range t.Attributes {
			if a.Name == "href" && a.Expression && p.isFile(a.Value) {
				p.fileEnd = "](" + Destination(p.Attribute(t, "href")) + ")"
				return "["
			}
		}
	}
	return p.Written(t)
}

const asMarkdown = "write it as Markdown, or as a shortcode of the project"

// isFile reports whether an expression is an imported file, or a file that a function of the tool names.
func (p *Page) isFile(expression string) bool {
	return p.assets[strings.TrimSuffix(expression, ".src")] != "" || p.Script(expression) != expression
}

// Written returns an HTML tag without the attributes whose values must be computed.
func (p *Page) Written(t *block.Tag) string {
	out := *t
	out.Attributes = nil
	inside := ""
	for _, a := range t.Attributes {
		switch {
		case a.Name == "dangerouslySetInnerHTML":
			said, _ := p.valueOf(a).(*script.Object)
			html, known := said.Get("__html").(string)
			if !known {
				p.Lose(t, "dangerouslySetInnerHTML", "HTML that a program computes is left out", "write it as HTML")
			}
			inside = strings.Join(strings.Fields(html), " ")
			continue
		case a.Expression && a.Name == "style":
			a.Value = p.style(t)
		case a.Expression:
			if a.Value = p.Attribute(t, a.Name); a.Name == "href" || a.Name == "src" {
				a.Value = p.FromRoot(a.Value)
			}
		case a.Name == "href" && t.Name == "a":
			a.Value = p.Address(a.Value)
		}
		switch a.Name {
		case "className":
			a.Name = "class"
		case "htmlFor":
			a.Name = "for"
		default:
			if drawn.MatchString(a.Name) {
				a.Name = strings.ToLower(upper.ReplaceAllString(a.Name, "-$0"))
			}
		}
		if a.Value != "" || !a.Expression {
			out.Attributes = append(out.Attributes, a)
		}
	}
	if inside == "" {
		return out.HTML("")
	}
	out.Empty = false
	html := out.HTML("") + inside
	if t.Empty {
		html += "</" + t.Name + ">"
	}
	return html
}

// asText escapes what Markdown and HTML would read in a text.
var asText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "*", "&#42;", "_", "&#95;", "[", "&#91;",
	"]", "&#93;", "`", "&#96;", `\`, "&#92;", "~", "&#126;", "|", "&#124;", "!", "&#33;", ":", "&#58;", "#", "&#35;",
	"+", "&#43;", "-", "&#45;", ".", "&#46;", ")", "&#41;", "$", "&#36;")

var (
	upper = pattern.New(`[A-Z]`)
	// drawn matches attributes of SVG that JSX writes without hyphens:
	// https://react.dev/reference/react-dom/components/common
	drawn = pattern.New(`^(?:(?:stroke|fill|stop|flood|font)[A-Z]\w*|text(?:Anchor|Decoration|Rendering)|clip(?:Path|Rule))$`)
)

// style converts a JavaScript style object to CSS.
func (p *Page) style(t *block.Tag) string {
	o, _ := p.Evaluated(t, "style").(*script.Object)
	var out []string
	for _, key := range keys(o) {
		name := strings.ToLower(upper.ReplaceAllString(key, "-$0"))
		switch v := o.Get(key).(type) {
		case string:
			out = append(out, name+": "+v)
		case float64:
			unit := "px"
			if v == 0 || slices.Contains([]string{
				"opacity", "zIndex", "flex", "flexGrow", "flexShrink", "fontWeight",
				"lineHeight", "order", "zoom",
			}, key) {
				unit = ""
			}
			out = append(out, name+": "+strconv.FormatFloat(v, 'g', -1, 64)+unit)
		}
	}
	return strings.Join(out, "; ")
}

func keys(o *script.Object) []string {
	if o == nil {
		return nil
	}
	return o.Keys
}

// Attribute returns the value of an attribute as text, or "".
func (p *Page) Attribute(t *block.Tag, name string) string {
	v := p.Evaluated(t, name)
	if v == true {
		return name
	}
	if v == false {
		return ""
	}
	text, _ := script.Text(v)
	return text
}

// Evaluated returns the value of an attribute; nil if it is missing, Unknown if it must be computed.
func (p *Page) Evaluated(t *block.Tag, name string) any {
	for _, a := range t.Attributes {
		if a.Name == name {
			return p.valueOf(a)
		}
	}
	return nil
}

func (p *Page) valueOf(a block.Attribute) any {
	switch {
	case !a.Expression:
		return a.Value
	case p.imports[a.Value].raw:
		if code, ok := p.open(a.Value); ok {
			return code
		}
		return script.Unknown{}
	case strings.HasPrefix(a.Value, "<"): // <b>text</b>
		return strings.TrimSpace(anyTag.ReplaceAllString(a.Value, ""))
	}
	return p.evaluate(a.Value)
}

// evaluate returns the value of an expression of literals, values that the text exports, front matter, and the attributes
// of the tag of a part; Unknown for other expressions.
func (p *Page) evaluate(text string) any {
	if to := p.assets[strings.TrimSuffix(text, ".src")]; to != "" {
		return to
	}
	expression := p.Script(text)
	key := fmt.Sprint(p.File, "\x00", p.nested, "\x00", p.at, "\x00", p.atColumn, "\x00", expression)
	if v, ok := p.values[key]; ok {
		return v
	}
	if p.code -= len(p.exports) + len(expression) + perScript; p.code < 0 {
		return script.Unknown{}
	}
	if p.front == nil {
		p.front = p.From.Written()
	}
	known := map[string]any{"frontMatter": p.front, "frontmatter": p.front} // of Docusaurus, and of Astro
	if p.props != nil {
		known["props"] = p.props
	}
	v, err := script.Value("x.jsx", p.exports, expression, known)
	if err != nil && p.exports != "" {
		v, _ = script.Value("x.jsx", "", expression, known)
	}
	p.values[key] = v
	return v
}

// value converts an inline expression.
func (p *Page) value(text string, line, column int) string {
	if p.imports[text].raw {
		if code, ok := p.open(text); ok {
			return p.keep(code)
		}
	}
	v := p.evaluate(text)
	if _, isBool := v.(bool); isBool || v == nil { // nothing, as in React
		return ""
	}
	if list, ok := v.([]any); ok {
		v = p.joined(list)
	}
	if s, ok := script.Text(v); ok {
		if _, plain := v.(float64); !plain && (strings.ContainsAny(s, "\n"+special) || blockStart.MatchString(s)) {
			return p.keep(s)
		}
		return s
	}
	if strings.TrimSpace(comments.ReplaceAllString(text, "")) == "" {
		return ""
	}
	p.Lose(&block.Tag{Line: line, Column: column}, "{…}",
		"JavaScript in braces is left out, such as {"+foreign.Short(text)+"}",
		`write its value; a brace in a text is \{`)
	return ""
}

// joined returns the texts of a list one after the other, as React shows a list; Unknown if one must be computed.
func (p *Page) joined(list []any) any {
	var b strings.Builder
	for _, v := range list {
		if _, isBool := v.(bool); isBool || v == nil {
			continue
		}
		s, ok := script.Text(v)
		if !ok {
			return script.Unknown{}
		}
		b.WriteString(s)
	}
	return b.String()
}

// Destination writes the destination of a link in Markdown.
func Destination(to string) string {
	if strings.ContainsAny(to, " ()") {
		return "<" + to + ">"
	}
	return to
}
