package docusaurus

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/mdx"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// page is a text that is converted to Markdown: https://docusaurus.io/docs/markdown-features/react
type page struct {
	*mdx.Page
	*manner
	links    []string       // ends of the open <Link> tags
	headings []string       // ends of the open <Heading> tags
	values   *script.Object // of the open <Translate> tag
	local    bool           // the open <Translate> tag has translations
	open     int            // number of its mark
	said     []string       // calls of the shortcode for translations, by the numbers in their marks
}

// read converts a text to Markdown.
func read(t *block.Text, from *foreign.Page, m *manner) []foreign.Problem {
	p := &page{Page: mdx.New(from), manner: m}
	p.Format = mdx.Format{
		Math: m.math, Plain: p.isPlain, Module: p.module, Prepare: p.prepared, Script: p.script, Block: isBlock,
		Node: p.node, Inline: p.component, Text: p.text, Links: func(s string) string { return fileLinks(p.rooted(s)) },
		Address: p.address, FromRoot: p.fromRoot,
	}
	lost := p.Read(t)
	if p.local { // the last tag has no end
		p.said[p.open] = ""
	}
	for i, line := range t.Lines {
		if len(p.said) > 0 && strings.Contains(line, said) {
			t.Lines[i] = saidMark.ReplaceAllStringFunc(line, p.call)
		}
	}
	return lost
}

// isPlain reports whether the text is plain Markdown, not MDX:
// https://docusaurus.io/docs/api/docusaurus-config#markdown
func (p *page) isPlain() bool {
	options, _ := p.From.Values["mdx"].(map[string]any)
	format, ok := options["format"].(string)
	if !ok {
		format = p.format
	}
	return format == "md" || format == "detect" && path.Ext(p.File) != ".mdx"
}

// module returns the path of a module whose name starts with @site, the folder of the project; "" for others.
func (p *page) module(name string) string {
	if rest, ok := strings.CutPrefix(name, "@site/"); ok {
		return path.Join(p.site, rest)
	}
	return ""
}

// prepared changes the lines of a text before it is read.
func (p *page) prepared(lines []string) []string {
	if p.isPlain() {
		for i := range lines {
			lines[i] = truncated.ReplaceAllString(lines[i], "<!--more-->")
		}
	} else {
		unwrapped(lines)
		mdx.Identified(lines)
		if len(p.texts) > 0 {
			identified(lines)
		}
	}
	return p.marked(lines)
}

// unwrapped removes the fences of the code blocks that are MDX: https://docusaurus.io/docs/migration/v2/manual
func unwrapped(lines []string) {
	inside := false
	for i, place := range block.PlacesOf(lines) {
		switch info := strings.Trim(lines[i], "` \t\r"); {
		case place == block.Opening && info == "mdx-code-block":
			inside, lines[i] = true, ""
		case place == block.Closing && inside:
			inside, lines[i] = false, ""
		case place != block.Inside:
			inside = false
		}
	}
}

// isBlock reports whether a tag is a component that contains blocks of Markdown.
func isBlock(t *block.Tag) bool {
	return slices.Contains([]string{"Tabs", "TabItem", "Admonition", "CodeBlock", "Details", "Head", "DocCardList", "DocCard"}, t.Name)
}

// node writes a component that contains blocks, or a container.
func (p *page) node(n *block.Node, below []*block.Node) bool {
	switch {
	case n.Kind == block.Colons:
		p.container(n)
	case n.Name == "Admonition":
		kind := cmp.Or(p.Attribute(n.Tag, "type"), "note")
		if !slices.Contains(admonitions, kind) && !slices.Contains(p.kinds, kind) {
			kind = "info"
		}
		p.alert(n, kind, p.Attribute(n.Tag, "title"))
	case n.Name == "CodeBlock":
		p.code(n)
	case n.Name == "DocCardList", n.Name == "DocCard":
		p.cards(n)
	case n.Name == "Details":
		p.details(n)
	case n.Name == "Head": // https://docusaurus.io/docs/docusaurus-core#head
		p.Lose(n.Tag, "<Head>", "<Head> is left out",
			"front matter has the title, description, and image of a page; more goes into layouts/_partials/slots/head-end.html")
	case n.Name == "Tabs":
		p.tabs(n, n.Inside)
	case n.Name == "TabItem": // without Tabs around
		p.tabs(&block.Node{First: n.First, Rest: n.Rest, Line: n.Line, Tag: &block.Tag{}}, below[:1])
	default:
		for _, inside := range n.Inside {
			p.directives(inside.Lines)
		}
		return false
	}
	return true
}

// tabs writes tabs. Labels come from the tabs or from the group: https://docusaurus.io/docs/markdown-features/tabs
func (p *page) tabs(n *block.Node, inside []*block.Node) {
	labels := map[string]string{}
	list, _ := p.Evaluated(n.Tag, "values").([]any)
	for _, v := range list {
		o, _ := v.(*script.Object)
		labels[o.Str("value")] = o.Str("label")
	}
	p.Tabs(n, "TabItem", p.Attribute(n.Tag, "groupId"), inside, func(t *block.Tag) string {
		value := p.Attribute(t, "value")
		return cmp.Or(p.Attribute(t, "label"), labels[value], value)
	})
}

// text writes lines of text.
func (p *page) text(n *block.Node) {
	p.directives(n.Lines)
	p.commands(n)
}

// code writes a CodeBlock as fenced code: https://docusaurus.io/docs/markdown-features/code-blocks#usage-in-jsx
func (p *page) code(n *block.Node) {
	head := p.Attribute(n.Tag, "language")
	if rest, ok := strings.CutPrefix(p.Attribute(n.Tag, "className"), "language-"); ok && head == "" {
		head = rest
	}
	head += block.Titled(p.Attribute(n.Tag, "metastring"))
	if title := p.Attribute(n.Tag, "title"); title != "" {
		head += " title=" + strconv.Quote(title)
	}
	if p.Attribute(n.Tag, "showLineNumbers") != "" {
		head += " showLineNumbers"
	}
	p.Code(n, head, "")
}

// details writes the component Details, which is the element of HTML with an attribute for its summary.
func (p *page) details(n *block.Node) {
	out := *n
	out.Name = "details"
	out.Tag = &block.Tag{Name: "details", Line: n.Tag.Line}
	if n.Tag.Has("open") {
		out.Tag.Attributes = []block.Attribute{{Name: "open", Value: "open"}}
	}
	summary := p.Attribute(n.Tag, "summary") // a text, or <summary>…</summary>
	p.Open(&out)
	p.Element(&out, p.Written(out.Tag), func() {
		if summary != "" {
			p.Line("<summary>" + summary + "</summary>")
			p.Apart()
		}
		p.Nodes(n.Inside)
	})
}

var (
	required = pattern.New(`^(require|useBaseUrl)\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?$`)
	// requiredFile matches such a call inside an expression.
	requiredFile = pattern.New(`\b(?:require|useBaseUrl)\(\s*('[^'\n]+'|"[^"\n]+")\s*,?\s*\)(?:\.default)?`)
	siteFile     = pattern.New(`(\]\(|="|\]:\s+)(?:@site/static/|@site/docs/|pathname:///)`)
	mdxLink      = pattern.New(`\]\(([^)\s:]+)\.mdx([)#?\s])`)
)

// plainScript replaces calls of the functions for files in an expression.
func plainScript(expression string) string {
	if m := required.FindStringSubmatch(expression); m != nil {
		if m[1] == "useBaseUrl" && !strings.Contains(m[2], "://") {
			return strconv.Quote("/" + strings.TrimPrefix(m[2], "/"))
		}
		return strconv.Quote(m[2])
	}
	return requiredFile.ReplaceAllString(expression, "$1")
}

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
			if in, _ = p.partOf(p.From.File); m[2] != "/" || !in.docs {
				return link
			}
			rest = m[3]
		}
		return m[1] + path.Join("/", in.at, rest)
	})
}

// fileLinks converts links to files: https://docusaurus.io/docs/markdown-features/assets
func fileLinks(s string) string {
	if strings.Contains(s, "@site/") || strings.Contains(s, "pathname:") {
		s = siteFile.ReplaceAllString(s, "$1/")
	}
	if strings.Contains(s, ".mdx") {
		s = mdxLink.ReplaceAllString(s, "]($1.md$2")
	}
	return s
}

// fromRoot returns the path of a file that a text names relative to itself, as links in HTML contain it. Other links
// stay.
func (p *page) fromRoot(to string) string {
	in, rest := p.partOf(p.File)
	if in.dir == "" || !strings.HasPrefix(to, ".") {
		return to
	}
	at := path.Join("/", in.at, p.dialect.Unnumbered(path.Dir(rest)), to)
	if in.locale != "" {
		at = path.Join(in.top, at)
	}
	return p.From.Base + at
}

// address returns the URL of the page that a link names by its file, or relative to the URL of the text, as links in
// HTML contain it. Other links stay.
func (p *page) address(to string) string {
	at, rest := to, ""
	if i := strings.IndexAny(to, "?#"); i >= 0 {
		at, rest = to[:i], to[i:]
	}
	name, err := url.PathUnescape(at)
	isPage := slices.Contains([]string{".md", ".mdx"}, path.Ext(at))
	switch {
	case err != nil || at == "" || at[0] == '/' || strings.ContainsAny(at, ":{"):
		return to
	case !isPage && path.Ext(at) == "" && p.dialect.NoSlash: // it starts from the folder
		return path.Join("..", at) + "/" + rest
	case !isPage || p.From.Read == nil:
		return to
	}
	file := path.Join(path.Dir(p.File), name)
	if below, ok := strings.CutPrefix(name, "@site/"); ok {
		file = path.Join(p.site, below)
	}
	in, _ := p.partOf(file)
	text, ok := p.From.Read(file)
	b, err := frontmatter.Parse(file, text)
	if in.dir == "" || !ok || err != nil {
		return to
	}
	place := p.front(&foreign.Page{File: file, Values: b.Values})
	if b.Values["url"] == nil {
		place = path.Join(in.top, place)
	}
	return p.From.Base + (&url.URL{Path: strings.TrimSuffix(place, "/") + "/"}).EscapedPath() + rest
}
