package docusaurus

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// page is an MDX text that is converted to Markdown: https://docusaurus.io/docs/markdown-features/react
type page struct {
	*block.Writer
	lost   foreign.Losses
	values map[string]any // values of expressions read so far
	*manner
	from  *foreign.Page
	texts []string // values over several lines
	left  int      // remaining bytes of parts

	// Of the text that is being read: the page, or a part of it.

	file     string              // its path in the project
	imports  map[string]imported // by name
	assets   map[string]string   // imported files that are not texts, by name
	exports  string              // JavaScript of the exports
	at       int                 // line of the part's tag in the page; 0 for the page
	atColumn int                 // its column
	props    *script.Object      // attributes of the innermost of these tags
	inside   []string            // files of the parts around
	nested   int                 // number of parts around
	links    []string            // ends of the open <Link> tags
	headings []string            // ends of the open <Heading> tags
	fileEnd  string              // end of the open <a> tag, if it is a link to a file
}

// mostScripts is the maximum number of different expressions read per page.
const mostScripts = 200

// read converts an MDX text to Markdown.
func read(t *block.Text, from *foreign.Page, m *manner) []foreign.Problem {
	p := &page{
		Writer: block.NewWriter(), values: map[string]any{}, manner: m, from: from, left: mostParts, file: from.File,
		inside: []string{from.File},
	}
	if p.isMDX() {
		unwrapped(t.Lines)
		identified(t.Lines)
	} else {
		for i := range t.Lines {
			t.Lines[i] = truncated.ReplaceAllString(t.Lines[i], "<!--more-->")
		}
	}
	if p.modules(nil, from.File); p.isMDX() {
		p.modules(t.Lines, from.File)
	}
	p.Each = func(line string) string {
		line = block.Outside(line, func(s string) string { return links(p.rooted(p.moved(s))) })
		return p.shown(line)
	}
	tree := block.Read(strings.Join(p.marked(t.Lines), "\n"), p.syntax(p.math))
	if tree.TooDeep > 0 {
		return foreign.TooDeep(tree.TooDeep)
	}
	for _, u := range tree.Unclosed {
		p.lost.AddAt(u.Line, u.Column, u.Name, u.Name+" is left out: it has no beginning or no end", "close it")
	}
	if url, ok := from.Values[tagURL].(string); ok {
		p.lost.Add(1, "tags", "the permalink of a tag in front matter has no effect, such as "+url,
			"write the permalinks of tags into tags.yml")
	}
	p.nodes(tree.Nodes)
	t.Lines = p.Out
	return p.lost.Problems()
}

// syntax returns the syntax of MDX with the directives of Docusaurus.
func (p *page) syntax(math bool) *block.Syntax {
	if !p.isMDX() {
		return &block.Syntax{Unsaid: true, Colons: true, Math: math}
	}
	return &block.Syntax{
		JSX: true, Colons: true, Math: math, Inline: p.inline, Value: p.value, Inside: isRaw,
		Block: func(t *block.Tag) bool { return isBlock(t) || p.imports[t.Name].file != "" && !p.imports[t.Name].raw },
	}
}

// isMDX reports whether the text is MDX, not plain Markdown:
// https://docusaurus.io/docs/api/docusaurus-config#markdown
func (p *page) isMDX() bool {
	options, _ := p.from.Values["mdx"].(map[string]any)
	format, ok := options["format"].(string)
	if !ok {
		format = p.format
	}
	return format != "md" && (format != "detect" || path.Ext(p.file) == ".mdx")
}

// isBlock reports whether a tag contains Markdown blocks: components for tabs and admonitions, and HTML elements that
// structure the page.
func isBlock(t *block.Tag) bool {
	switch t.Name {
	case "Tabs", "TabItem", "Admonition", "CodeBlock", "Details", "Head":
		return true
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

func (p *page) nodes(list []*block.Node) {
	for i := 0; i < len(list); i++ {
		switch n := list[i]; {
		case n.Kind == block.Lines:
			if p.isMDX() {
				p.raw(n.Lines)
			}
			p.directives(n.Lines)
			p.commands(n)
		case n.Kind == block.Colons:
			p.container(n)
		case n.Name == "Admonition":
			kind := p.attribute(n.Tag, "type")
			if kind == "" {
				kind = "note"
			}
			p.Quote(n, "[!"+kind+"]"+block.Titled(p.attribute(n.Tag, "title")), func() { p.nodes(n.Inside) })
		case p.imports[n.Name].file != "":
			p.part(n)
		case n.Name == "CodeBlock":
			p.code(n)
		case n.Name == "Details":
			p.details(n)
		case n.Name == "Head": // https://docusaurus.io/docs/docusaurus-core#head
			p.lose(n.Tag, "<Head>", "<Head> is left out",
				"front matter has the title, description, and image of a page; more goes into layouts/_partials/slots/head-end.html")
		case n.Name == "Tabs":
			p.tabs(n, n.Inside)
		case n.Name == "TabItem": // without Tabs around
			p.tabs(&block.Node{First: n.First, Rest: n.Rest, Line: n.Line, Tag: &block.Tag{}}, list[i:i+1])
		default:
			p.html(n)
		}
	}
}

// tabs writes tabs. Labels come from the tabs or from the group: https://docusaurus.io/docs/markdown-features/tabs
func (p *page) tabs(n *block.Node, inside []*block.Node) {
	labels := map[string]string{}
	list, _ := p.evaluated(n.Tag, "values").([]any)
	for _, v := range list {
		o, _ := v.(*script.Object)
		labels[o.Str("value")] = o.Str("label")
	}
	var others []*block.Node
	p.Quote(n, "[!tabs]"+block.Titled(p.attribute(n.Tag, "groupId")), func() {
		for _, item := range inside {
			if item.Name != "TabItem" {
				others = append(others, item)
				continue
			}
			value, label := p.attribute(item.Tag, "value"), p.attribute(item.Tag, "label")
			for _, other := range []string{labels[value], value, "…"} {
				if label == "" {
					label = other
				}
			}
			p.Quote(item, "[!tab] "+label, func() { p.nodes(item.Inside) })
		}
	})
	p.nodes(slices.DeleteFunc(others, (*block.Node).IsBlank))
}

// special contains the characters that may be Markdown.
const special = "*_`[]<>!&\\~"

// blockStart matches the start of a block of Markdown.
var blockStart = pattern.New(`^(?:[-+#|:]|\d+[.)])`)

// html writes an HTML element around Markdown, with blank lines in between so that the Markdown is parsed.
func (p *page) html(n *block.Node) {
	p.Open(n)
	for _, inside := range n.Inside {
		p.directives(inside.Lines)
	}
	if text, ok := single(n.Inside); ok && (n.Name == "summary" ||
		!strings.ContainsAny(text, special) && !blockStart.MatchString(text)) {
		tag := *n.Tag
		tag.Empty = false
		p.Line(n.First + p.shown(links(p.written(&tag)+p.inlineHTML(text)+"</"+n.Name+">")))
		p.Apart()
		return
	}
	p.Element(n, links(p.written(n.Tag)), func() { p.nodes(n.Inside) })
}

// single returns the text of nodes that are one line.
func single(list []*block.Node) (text string, ok bool) {
	for _, n := range list {
		if n.Kind != block.Lines {
			return "", false
		}
		for _, l := range n.Lines {
			if l.Code || text != "" && l.Text != "" {
				return "", false
			}
			text += strings.TrimSpace(l.Text)
		}
	}
	return text, true
}

var (
	required = pattern.New(`^(require|useBaseUrl)\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?$`)
	// translated matches a call of the function for texts: https://docusaurus.io/docs/docusaurus-core#translate
	translated = pattern.New(`^translate\(\s*(\{[\s\S]*\})\s*,?\s*\)$`)
	// requiredFile matches such a call inside an expression.
	requiredFile = pattern.New(`\b(?:require|useBaseUrl)\(\s*('[^'\n]+'|"[^"\n]+")\s*,?\s*\)(?:\.default)?`)
	// comments matches comments and nothing else in an expression.
	comments = pattern.New(`^(?:\s*(?://[^\n]*(?:\n|$)|/\*(?:[^*]|\*+[^*/])*\*+/))+`)
	siteFile = pattern.New(`(\]\(|="|\]:\s+)(?:@site/static/|@site/docs/|pathname:///)`)
	mdxLink  = pattern.New(`\]\(([^)\s:]+)\.mdx([)#?\s])`)
)

var rootLink = pattern.New(`(\]\(|\]:\s+|=")(@site/|/)([^)\s"#?]+\.mdx?)`)

// rooted changes links to pages from the folder of the project, or from the one of the docs, so they lead there from
// the root of the content: https://docusaurus.io/docs/markdown-features/links
func (p *page) rooted(s string) string {
	if len(p.parts) == 0 || !strings.Contains(s, ".md") {
		return s
	}
	return rootLink.ReplaceAllStringFunc(s, func(link string) string {
		m := rootLink.FindStringSubmatch(link)
		in, rest := p.partOf(path.Join(p.site, m[3]))
		if in.dir == "" {
			if in, _ = p.partOf(p.from.File); m[2] != "/" || !in.docs {
				return link
			}
			rest = m[3]
		}
		return m[1] + path.Join("/", in.at, rest)
	})
}

// links converts links to files: https://docusaurus.io/docs/markdown-features/assets
func links(s string) string {
	if strings.Contains(s, "@site/") || strings.Contains(s, "pathname:") {
		s = siteFile.ReplaceAllString(s, "$1/")
	}
	if strings.Contains(s, ".mdx") {
		s = mdxLink.ReplaceAllString(s, "]($1.md$2")
	}
	return s
}

// inline converts an inline tag. HTML is kept, images of files next to the page become Markdown images, which resolve
// such paths, and components keep only their text.
func (p *page) inline(t *block.Tag) string {
	switch {
	case t.Name == "":
		return ""
	case t.Name == "TOCInline": // https://docusaurus.io/docs/markdown-features/toc#inline-table-of-contents
		p.lose(t, "<TOCInline>", "<TOCInline> is left out", "the theme has a table of contents")
		return ""
	case t.Name[0] >= 'A' && t.Name[0] <= 'Z' || strings.Contains(t.Name, "."):
		if text, ok := p.component(t); ok {
			return text
		}
		if !t.Close || !p.lost.Has("<"+t.Name+">") {
			p.lose(t, "<"+t.Name+">", fmt.Sprintf("the component <%s> is left out, its text is kept", t.Name), asMarkdown)
		}
		return ""
	case t.Name == "img" && !t.Raw:
		for _, a := range t.Attributes {
			if a.Name == "src" && a.Expression && (p.assets[a.Value] != "" || required.MatchString(a.Value)) {
				return "![" + p.attribute(t, "alt") + "](" + destination(p.attribute(t, "src")) + ")"
			}
		}
	case t.Name == "a" && !t.Raw && !t.Empty: // a link to a file becomes Markdown, which finds files next to the page
		if end := p.fileEnd; t.Close && end != "" {
			p.fileEnd = ""
			return end
		}
		for _, a := range t.Attributes {
			if a.Name == "href" && a.Expression && (p.assets[a.Value] != "" || required.MatchString(a.Value)) {
				p.fileEnd = "](" + destination(p.attribute(t, "href")) + ")"
				return "["
			}
		}
	}
	return p.written(t)
}

const asMarkdown = "write it as Markdown, or as a shortcode of the project"

// written returns an HTML tag without the attributes whose values must be computed.
func (p *page) written(t *block.Tag) string {
	out := *t
	out.Attributes = nil
	inside := ""
	for _, a := range t.Attributes {
		switch {
		case a.Name == "dangerouslySetInnerHTML":
			said, _ := p.valueOf(a).(*script.Object)
			html, known := said.Get("__html").(string)
			if !known {
				p.lose(t, "dangerouslySetInnerHTML", "HTML that a program computes is left out", "write it as HTML")
			}
			inside = strings.Join(strings.Fields(html), " ")
			continue
		case a.Expression && a.Name == "style":
			a.Value = p.style(t)
		case a.Expression:
			if a.Value = p.attribute(t, a.Name); a.Name == "href" || a.Name == "src" {
				a.Value = p.fromRoot(a.Value)
			}
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

// fromRoot returns the path of a file that a text names relative to itself, as links in HTML contain it. Other links
// stay.
func (p *page) fromRoot(to string) string {
	in, rest := p.partOf(p.file)
	if in.dir == "" || !strings.HasPrefix(to, ".") {
		return to
	}
	at := path.Join("/", in.at, p.dialect.Unnumbered(path.Dir(rest)), to)
	if in.locale != "" {
		at = path.Join(in.top, at)
	}
	return p.from.Base + at
}

// asText escapes what Markdown and HTML would read in a text.
var asText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "*", "&#42;", "_", "&#95;", "[", "&#91;",
	"]", "&#93;", "`", "&#96;", `\`, "&#92;", "~", "&#126;", "|", "&#124;", "!", "&#33;", ":", "&#58;", "#", "&#35;",
	"+", "&#43;", "-", "&#45;", ".", "&#46;", ")", "&#41;", "$", "&#36;")

var (
	upper = pattern.New(`[A-Z]`)
	// drawn matches attributes of SVG that JSX writes without hyphens: https://react.dev/reference/react-dom/components/common
	drawn = pattern.New(`^(?:(?:stroke|fill|stop|flood|font)[A-Z]\w*|text(?:Anchor|Decoration|Rendering)|clip(?:Path|Rule))$`)
)

// style converts a JavaScript style object to CSS.
func (p *page) style(t *block.Tag) string {
	o, _ := p.evaluated(t, "style").(*script.Object)
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

// attribute returns the value of an attribute as text, or "".
func (p *page) attribute(t *block.Tag, name string) string {
	v := p.evaluated(t, name)
	if v == true {
		return name
	}
	if v == false {
		return ""
	}
	text, _ := script.Text(v)
	return text
}

// evaluated returns the value of an attribute; nil if it is missing, Unknown if it must be computed.
func (p *page) evaluated(t *block.Tag, name string) any {
	for _, a := range t.Attributes {
		if a.Name == name {
			return p.valueOf(a)
		}
	}
	return nil
}

func (p *page) valueOf(a block.Attribute) any {
	switch {
	case !a.Expression:
		return a.Value
	case strings.HasPrefix(a.Value, "<"): // <b>text</b>
		return strings.TrimSpace(anyTag.ReplaceAllString(a.Value, ""))
	}
	return p.evaluate(a.Value)
}

// evaluate returns the value of an expression of literals, values that the text exports, front matter, and the attributes
// of the tag of a part; Unknown for other expressions.
func (p *page) evaluate(text string) any {
	if to := p.assets[text]; to != "" {
		return to
	}
	if m := required.FindStringSubmatch(text); m != nil {
		if m[1] == "useBaseUrl" && !strings.Contains(m[2], "://") {
			return "/" + strings.TrimPrefix(m[2], "/")
		}
		return m[2]
	}
	if m := translated.FindStringSubmatch(text); m != nil {
		said, _ := p.evaluate(m[1]).(*script.Object)
		return said.Str("message")
	}
	key := fmt.Sprint(p.file, "\x00", p.nested, "\x00", p.at, "\x00", p.atColumn, "\x00", text)
	if v, ok := p.values[key]; ok {
		return v
	}
	if len(p.values) == mostScripts {
		return script.Unknown{}
	}
	expression := requiredFile.ReplaceAllString(text, "$1")
	known := map[string]any{"frontMatter": p.from.Values}
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
func (p *page) value(text string, line, column int) string {
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
	p.lose(&block.Tag{Line: line, Column: column}, "{…}",
		"JavaScript in braces is left out, such as {"+foreign.Short(text)+"}",
		`write its value; a brace in a text is \{`)
	return ""
}

// joined returns the texts of a list one after the other, as React shows a list; Unknown if one must be computed.
func (p *page) joined(list []any) any {
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
