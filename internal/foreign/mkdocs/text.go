package mkdocs

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// syntax returns the syntax of Python-Markdown with the extensions described in Material for MkDocs:
// https://squidfunk.github.io/mkdocs-material/reference/admonitions/, …/content-tabs/, and
// https://facelessuser.github.io/pymdown-extensions/extensions/blocks/. unsaid means that comments are left out.
func syntax(unsaid bool) *block.Syntax {
	return &block.Syntax{
		Indented: true, Slashes: true, Unsaid: unsaid, Fenced: fenced.MatchString,
		Block: func(t *block.Tag) bool { return t.Has("markdown") && t.Value("markdown") != "0" || inline(t.Name) },
	}
}

// fenced matches the words behind the fence of code. A tilde outside of values and braces makes the line text:
// ~~~a~ b~~
var fenced = pattern.New(`^(?:[^~={}]|=(?:"(?:\\.|[^"\\])*"?|'[^']*'?)?|\{.*\}|[{}])*$`)

// unfenced is the syntax in which only fenced code counts.
var unfenced = &block.Syntax{Fenced: fenced.MatchString}

// text is a Python-Markdown text that is converted to sitegen's Markdown.
type text struct {
	*block.Writer
	*manner
	page  *foreign.Page
	lost  *foreign.Losses
	notes int // number of lists of annotations so far
	depth int // number of quotes around the text that are read as texts of their own

	captions map[string][]int  // the last number of captions, by their kind
	defined  map[string]bool   // labels of link definitions
	own      map[string]string // the IDs of the page; nil: not read yet
	all      map[string]string // the files of those of all pages
}

// read executes the macros of a page, and converts its text.
func (m *manner) read(t *block.Text, p *foreign.Page) []foreign.Problem {
	if !m.executes(p) {
		return m.readText(t, p, false)
	}
	var before []foreign.Problem
	var nos []int
	if m.on("include-markdown") && m.tagsFirst {
		s := m.snippetsOf(p)
		s.only, s.add = true, nil
		s.read(t.Lines)
		*t, nos, before = *block.New(strings.Join(s.lines, "\n")), s.nos, s.lost.Problems()
	}
	from, lost := m.macros(t, p)
	found := m.readText(t, p, true)
	for i := range found {
		if from != nil {
			found[i].Line = from[min(found[i].Line, len(from))-1]
		}
	}
	lost = append(lost, found...)
	for i := range lost {
		if nos != nil {
			lost[i].Line = nos[min(max(lost[i].Line, 1), len(nos))-1]
		}
	}
	return append(before, lost...)
}

// readText leaves out what is left of templates, includes snippets, and converts admonitions and tabs to alerts, and
// inline syntax of the configured extensions to HTML. It removes attribute lists.
func (m *manner) readText(t *block.Text, p *foreign.Page, templates bool) []foreign.Problem {
	if p.Bare {
		n := metaLines(t.Lines, func(string, string) {})
		clear(t.Lines[:n])
	}
	s := m.snippetsOf(p)
	s.tags = s.tags && !(templates && m.tagsFirst)
	if s.read(t.Lines); len(s.lines) > 0 {
		t.Lines = s.lines
	}
	t.Lines, s.nos = m.documented(p, t.Lines, s.nos)
	t.Lines, s.nos = m.fancy(t.Lines, s.nos)
	if m.editions != nil {
		m.editions.titles(p, m.docs, t.Lines)
	}
	if m.has("critic") {
		m.critic(t.Lines)
	}
	w := &text{Writer: block.NewWriter(), manner: m, page: p, lost: &foreign.Losses{}, captions: map[string][]int{}}
	for _, file := range m.metaFiles(p) {
		if err, bad := m.metas.of(p, file, decoded).(error); bad {
			w.lost.Add(1, file, "the values of "+file+" are left out: "+diag.Cause(err).Error(), "correct the file")
		}
	}
	if name := foreign.TextOf(p.Values["template"]); name != "" {
		w.lost.Add(1, "template", "the template of a page has no effect: "+name, ownTemplates)
	}
	if p.Values["links"] != nil && m.isPost(m.path(p)) {
		w.lost.Add(1, "links", "the related links of a post (links) are left out", "write them into its text")
	}
	if m.has("md_in_html") {
		raw(t.Lines)
	}
	syntax := syntax(m.has("striphtml") && m.extensions["striphtml"]["strip_comments"] != false)
	if templates {
		syntax.Template, syntax.Sharps = w.template, true
	}
	tree := block.Read(t.String(), syntax)
	if tree.TooDeep > 0 {
		return foreign.TooDeep(s.nos[tree.TooDeep-1])
	}
	for _, u := range tree.Unclosed {
		w.lost.Add(u.Line, u.Name, u.Name+" is left out: it has no beginning or no end", "close it")
	}
	w.defined = labels(tree.Nodes, map[string]bool{})
	mark := block.Abbreviations(tree.Nodes, false)
	if mark != nil {
		w.use("abbr")
	}
	w.Each = func(line string) string {
		if line = schemes(line); mark != nil {
			line = mark(line)
		}
		return line
	}
	w.nodes(tree.Nodes)
	t.Lines = w.Out
	lost := w.lost.Problems()
	for i := range lost {
		lost[i].Line = s.nos[min(lost[i].Line, len(s.nos))-1]
	}
	return append(s.lost.Problems(), lost...)
}

func (w *text) nodes(list []*block.Node) {
	for i := 0; i < len(list); i++ {
		if i+1 < len(list) {
			w.annotateIn(list[i], list[i+1])
		}
		switch n := list[i]; n.Kind {
		case block.Lines:
			if i+1 < len(list) && w.captioned(list[i+1]) {
				i++
				w.figure(n, list[i])
				continue
			}
			if above, quote, below := w.quoted(n); quote != nil {
				w.nodes([]*block.Node{above})
				w.Open(quote)
				w.depth++
				w.Within(quote.First, func() { w.nodes(quote.Inside) })
				w.depth--
				w.Apart()
				w.nodes([]*block.Node{below})
				continue
			}
			if w.has("def_list") {
				undent(n.Lines)
				terms(n.Lines, i+1 < len(list) && strings.HasPrefix(list[i+1].First, ":"))
			}
			w.lines(n)
		case block.Tagged:
			w.html(n)
		case block.Note:
			w.use(map[bool]string{true: "admonition", false: "details"}[n.Mark == "!!!"])
			w.alert(n, n.Name, map[string]string{"???": "-", "???+": "+"}[n.Mark])
		case block.Tab:
			i = w.tabs(list, i)
		case block.Slashes:
			i = w.slashes(list, i)
		}
	}
}

var (
	quoteMark   = pattern.New(`^ *> ?`)
	quotedItem  = pattern.New(`^[ >]*> *(?:[-*+]|\d{1,9}\.) `)
	quotedBlock = pattern.New(`^[ >]*> {5,}(?:!!!|\?\?\?|===|: )`)
)

// quoted returns the first quote in lines in which items of a list contain notes, tabs, or descriptions, read as a text
// of its own, and the lines above and below it; quote is nil if there is none.
func (w *text) quoted(n *block.Node) (above, quote, below *block.Node) {
	for start := 0; start < len(n.Lines) && w.depth < block.MaxNesting; start++ {
		end, item, in := start, false, false
		for ; end < len(n.Lines) && quoteMark.MatchString(n.Lines[end].Text); end++ {
			item = item || quotedItem.MatchString(n.Lines[end].Text)
			in = in || item && quotedBlock.MatchString(n.Lines[end].Text)
		}
		if !in {
			start = max(start, end-1)
			continue
		}
		first, lines := n.Lines[start], []string{}
		for _, l := range n.Lines[start:end] {
			lines = append(lines, l.Text[len(quoteMark.FindString(l.Text)):])
		}
		tree := block.Read(strings.Join(lines, "\n"), syntax(false))
		move(tree.Nodes, first.No-1)
		quote = &block.Node{Line: first.No, First: quoteMark.FindString(first.Text), Inside: tree.Nodes}
		above, below = &block.Node{Lines: n.Lines[:start]}, &block.Node{Lines: n.Lines[end:]}
		return above, quote, below
	}
	return nil, nil, nil
}

// move adds a number of lines to those of nodes.
func move(list []*block.Node, by int) {
	for _, n := range list {
		n.Line += by
		for i := range n.Lines {
			n.Lines[i].No += by
		}
		move(n.Inside, by)
	}
}

var (
	comment   = pattern.New(`^[ \t]*<!--.*-->[ \t]*$`)
	described = pattern.New(`^[ \t]*:[ \t]`)
	itemStart = pattern.New(`^ {0,3}(?:[-*+]|\d+\.)[ ]+`)
)

// terms writes comments that have descriptions as terms without a text: a line of HTML cannot have descriptions.
// follows means that a description follows the lines.
func terms(lines []block.Line, follows bool) {
	for i := len(lines) - 1; i >= 0; i-- {
		l := &lines[i]
		switch {
		case l.Code:
			follows = false
		case l.Text == "":
			continue
		case follows && comment.MatchString(l.Text):
			l.Text = "<span></span>"
		}
		follows = !l.Code && described.MatchString(l.Text)
	}
}

// undent removes the spaces in front of descriptions and their terms that have fewer than the text of the item of a list
// above; those right below the item become a part of it.
func undent(lines []block.Line) {
	column, start := 4, 0 // column of that text; the first line below a blank one
	for i, l := range lines {
		switch {
		case l.Code, l.Text == "":
			start = i + 1
		case itemStart.MatchString(l.Text):
			column = min(4, len(itemStart.FindString(l.Text)))
		case described.MatchString(l.Text):
			pad := ""
			if itemStart.MatchString(lines[start].Text) {
				start++
				pad = strings.Repeat(" ", column)
			}
			for k := start; k <= i; k++ {
				if rest := strings.TrimLeft(lines[k].Text, " "); len(lines[k].Text)-len(rest) < column {
					lines[k].Text = pad + rest
				}
			}
			start = i + 1
		}
	}
}

// isTerm reports whether a description follows the lines before i.
func isTerm(lines []block.Line, i int) bool {
	for i < len(lines) && lines[i].Text == "" && !lines[i].Code {
		i++
	}
	return i < len(lines) && !lines[i].Code && described.MatchString(lines[i].Text)
}

// plainKind matches the kinds that alerts can have.
var plainKind = pattern.New(`^[a-z]+$`)

// noTitle is the title of an alert that the theme shows without one: a space without a width.
const noTitle = "\u200b"

// alert writes an admonition as an alert. sign is "+" or "-" if it can be folded.
func (w *text) alert(n *block.Node, kind, sign string) {
	if !plainKind.MatchString(kind) || kind == "tab" || kind == "tabs" { // those of sitegen are in groups
		if kind != "" && n.Title == "" && !n.Untitled {
			named := *n
			n, named.Title = &named, strings.ToUpper(kind[:1])+kind[1:]
		}
		kind = "note"
	}
	note := func(n *block.Node) {
		title := w.title(n)
		if n.Untitled && sign == "" { // what can be folded always has a title
			title = noTitle
		}
		w.Quote(n, "[!"+kind+"]"+sign+block.Titled(title), func() { w.nodes(n.Inside) })
	}
	if !slices.Contains(strings.Fields(n.Words), "inline") {
		note(n)
		return
	}
	// https://squidfunk.github.io/mkdocs-material/reference/admonitions/#inline-blocks
	box, inner := *n, *n
	box.Tag, box.Name, inner.First, inner.Rest = &block.Tag{}, "div", "", ""
	w.Open(n)
	w.Element(&box, `<div style="`+side+`">`, func() { note(&inner) })
}

// side is the style of a note beside the text, or above it where the page is narrow.
const side = "float: inline-end; clear: inline-end; box-sizing: border-box; " +
	"width: clamp(45%, (38rem - 100%) * 99, 100%); padding-inline-start: 1rem"

// title returns the title of an admonition or tab.
func (w *text) title(n *block.Node) string {
	return strings.TrimSpace(w.Each(w.drawIcons(w.inLine(n.Title, n.Line), n.Line)))
}

func isTab(n *block.Node) bool {
	return n.Kind == block.Tab || n.Kind == block.Slashes && n.Name == "tab"
}

// tabs writes a group of tabs, between which there are only blank lines and link definitions, and returns the index of
// the last one.
func (w *text) tabs(list []*block.Node, i int) int {
	first, last := *list[i], i
	var between []*block.Node
	head := "[!tabs]"
	if slices.Contains(w.features, any(linkedTabs)) {
		w.use(linkedTabs)
		head += " tabs" // the name of what all groups have in common
	}
	w.Quote(&first, head, func() {
		for j := i; j < len(list) && (list[j].Kind == block.Lines || isTab(list[j])); j++ {
			tab := *list[j]
			switch {
			case !isTab(&tab):
				if !defines(&tab) {
					return
				}
				continue
			case j > i && (tab.Mark == "!" || strings.EqualFold(tab.Options["new"], "true")): // another group
				return
			}
			w.use(map[bool]string{true: "tabbed", false: "blocks.tab"}[tab.Kind == block.Tab])
			between = append(between, list[min(last+1, j):j]...)
			tab.First, tab.Rest, last = "", "", j
			w.Quote(&tab, "[!tab] "+w.title(&tab), func() { w.nodes(tab.Inside) })
		}
	})
	for _, n := range between {
		w.lines(n)
	}
	return last
}

var definition = pattern.New(`^ {0,3}\[([^\]^][^\]]*)\]:\s`)

// defines reports whether lines are blank or define links.
func defines(n *block.Node) bool {
	return !slices.ContainsFunc(n.Lines, func(l block.Line) bool {
		return l.Text != "" && !definition.MatchString(l.Text)
	})
}

// summary matches a line with the summary of details.
var summary = pattern.New(`^\s*<summary\b.*</summary>\s*$`)

// html writes an HTML element around Markdown: https://python-markdown.github.io/extensions/md_in_html/
func (w *text) html(n *block.Node) {
	if n.Tag.Has("markdown") {
		w.use("md_in_html")
	}
	if len(n.Inside) > 0 && n.Inside[0].Kind == block.Lines {
		in := n.Inside[0]
		for i, l := range in.Lines {
			if summary.MatchString(l.Text) { // a blank line ends the HTML
				in.Lines = slices.Insert(slices.Clone(in.Lines), i+1, block.Line{No: l.No})
			}
			if l.Text != "" {
				break
			}
		}
	}
	for _, in := range n.Inside {
		for i := range in.Lines {
			if in.Lines[i].No == n.Line {
				w.spanned(&in.Lines[i])
			}
		}
	}
	if w.span(n) {
		return
	}
	w.Open(n)
	w.Element(n, n.Tag.HTML("markdown"), func() { w.nodes(n.Inside) })
}
