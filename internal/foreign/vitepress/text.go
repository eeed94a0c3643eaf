package vitepress

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// text is a page that is converted to sitegen's Markdown: https://vitepress.dev/guide/markdown
type text struct {
	*block.Writer
	*manner
	page   *foreign.Page
	lost   *foreign.Losses
	lines  []string     // of the page, with the files that it includes
	nos    []int        // line of the page, from 1, for each line
	raw    map[int]bool // lines in which {{ expressions }} are text
	pre    string       // element in which they are text
	depth  int          // and how many of that name are open
	labels map[string]string
	url    string // path of the page in the site
	scope  *scope
}

// read converts a page.
func (m *manner) read(t *block.Text, p *foreign.Page) []foreign.Problem {
	if isRoute(p.File) {
		return []foreign.Problem{{
			Line: 1, Name: "dynamic route", Message: "a program fills the pages of a dynamic route", Whole: true,
			Hint: "write each page as a file: a build runs no programs",
		}}
	}
	s := &source{manner: m, page: p, left: mostIncluded}
	s.read(t.Lines)
	s.scope = &scope{page: p, site: m.site, lines: slices.Clone(s.lines), asset: (&text{manner: m, page: p}).asset}
	s.snippets()
	s.fences()
	w := &text{
		Writer: block.NewWriter(), manner: m, page: p, lost: &s.lost, lines: s.lines, nos: s.nos,
		raw: map[int]bool{}, scope: s.scope,
	}
	at := strings.TrimPrefix(p.File, m.src+"/")
	w.url = m.address(p.File)
	folder, _, _ := strings.Cut(at, "/")
	if w.labels = m.labels[folder]; w.labels == nil {
		w.labels = m.labels[""]
	}
	if p.Values["headelements"] != nil {
		w.lose(1, "head", "elements for the head of the page are left out",
			"the keys of front matter are description, cover, canonical, and noindex")
	}
	if layout, ok := p.Values[otherLayout].(string); ok {
		w.lose(1, "layout", fmt.Sprintf("layout: %s has no effect: the page looks like the others", layout),
			"sitegen reads layout: home and doc; for others, write a template")
	}
	w.programs()
	w.literal()
	w.headings()
	if p.Values["layout"] == splash {
		w.lower()
	}
	w.loops()
	w.conditions()
	w.inCode()
	w.align()
	tree := block.Read(strings.Join(w.lines, "\n"), &block.Syntax{
		Unsaid: true, // as in production
		Colons: true, Values: true, Math: m.math, Block: func(*block.Tag) bool { return false },
		Inline: w.tag, Template: w.value,
	})
	if tree.TooDeep > 0 {
		return foreign.TooDeep(w.nos[tree.TooDeep-1])
	}
	for _, u := range tree.Unclosed {
		w.lose(u.Line, u.Name, u.Name+" is left out: it has no beginning or no end", "close it")
	}
	w.Each = w.line
	w.nodes(tree.Nodes)
	t.Lines = w.Out
	return s.lost.Problems()
}

// lose records a construct that is left out, in a line of the text.
func (w *text) lose(line int, name, message, hint string) {
	w.lost.Add(w.nos[min(line, len(w.nos))-1], name, message, hint)
}

var program = pattern.New(`(?i)^ {0,3}<(script|style)\b`)

// programs removes the scripts and styles of the page.
func (w *text) programs() {
	places := block.PlacesOf(w.lines)
	for i := 0; i < len(w.lines); i++ {
		m := program.FindStringSubmatch(w.lines[i])
		if places[i] != block.NoCode || m == nil {
			continue
		}
		name := strings.ToLower(m[1])
		w.lose(i+1, name, "<"+name+"> is left out", "scripts and styles of a site are in its templates")
		for ; i < len(w.lines); i++ {
			_, rest, found := strings.Cut(strings.ToLower(w.lines[i]), "</"+name+">")
			if found {
				w.lines[i] = w.lines[i][len(w.lines[i])-len(rest):]
				break
			}
			w.lines[i] = ""
		}
	}
}

// literal finds the lines in ::: v-pre.
func (w *text) literal() {
	places, inside := block.PlacesOf(w.lines), 0
	for i, line := range w.lines {
		n := colonsOf(line)
		rest := strings.TrimSpace(strings.TrimLeft(line, " \t>:"))
		switch {
		case places[i] != block.NoCode:
		case inside == 0 && n > 0 && strings.HasPrefix(rest, "v-pre"):
			inside = n
		case n >= inside && rest == "" && n > 0:
			inside = 0
		case inside > 0:
			w.raw[i+1] = true
		}
	}
}

// tag converts a tag: HTML is kept, without what Vue computes; of components, only the text is kept.
func (w *text) tag(t *block.Tag) string {
	for i, a := range t.Attributes { // https://vuejs.org/guide/essentials/template-syntax#same-name-shorthand
		if a.Name == a.Value && binding.MatchString(a.Name) {
			t.Attributes[i].Value = camel.ReplaceAllStringFunc(a.Name[strings.IndexByte(a.Name, ':')+1:], func(s string) string {
				return strings.ToUpper(s[1:])
			})
		}
	}
	open := !t.Empty && !block.IsVoid(t.Name)
	switch {
	case w.pre == t.Name && open && !t.Close:
		w.depth++
	case w.pre == t.Name && t.Close:
		if w.depth--; w.depth == 0 {
			w.pre = ""
		}
	case w.pre == "" && open && !t.Close && t.Has("v-pre"):
		w.pre, w.depth = t.Name, 1
	}
	if t.Name == "VPTeamMembers" && w.pre == "" {
		if cards, ok := w.team(t); ok || t.Close {
			return cards
		}
	}
	switch {
	case t.Name == "Badge" || t.Name == "badge":
		return w.badge(t)
	case t.Name == "template" && isSlot(t), slices.Contains(teamParts, t.Name): // only what is in it counts
		return ""
	case t.Name[0] >= 'A' && t.Name[0] <= 'Z', strings.ContainsAny(t.Name, "-.:"),
		slices.Contains([]string{"template", "slot", "component"}, t.Name):
		name := "<" + t.Name + ">"
		if set, _, ok := strings.Cut(t.Name, "-"); ok && t.Empty { // of icons, such as <carbon-pen />
			name = "<" + set + "-…>"
		}
		if !t.Close {
			w.lose(t.Line, name, "the component "+name+" is left out, its text is kept", asMarkdown)
		}
		return ""
	}
	out, inside := *t, ""
	out.Attributes = nil
	for _, a := range t.Attributes {
		if set, ok := w.content(a); ok {
			inside = set
			continue
		}
		if bound, ok := w.bound(a); ok {
			if bound.Name != "" {
				out.Attributes = append(out.Attributes, bound)
			}
			continue
		}
		computed := strings.HasPrefix(a.Name, "v-") || strings.ContainsAny(a.Name[:1], ":@#")
		switch {
		case a.Name == "v-pre", a.Name == "v-once", a.Name == "v-cloak", a.Name == "v-memo":
			continue
		case computed && w.pre != "":
			continue
		case computed:
			w.lose(t.Line, "attributes", fmt.Sprintf("attributes that Vue computes are left out, such as %s", a.Name),
				asMarkdown)
			continue
		case a.Name == "src" || a.Name == "poster":
			a.Value = w.asset(a.Value)
		case a.Name == "href" && t.Name == "a" && !strings.HasPrefix(a.Value, "/") && !scheme.MatchString(a.Value):
			if at, _ := cutAfter(a.Value); isFile(at) {
				a.Value = w.asset(a.Value)
			} else {
				a.Value = w.page.Base + w.link(a.Value, w.url)
			}
		}
		out.Attributes = append(out.Attributes, a)
	}
	if slices.Equal(out.Attributes, t.Attributes) && (!t.Empty || block.IsVoid(t.Name)) {
		return t.Source
	}
	if inside == "" || t.Close {
		return out.HTML("")
	}
	if out.Empty = false; t.Empty {
		inside += "</" + t.Name + ">"
	}
	return out.HTML("") + inside
}

// teamParts are the components around the members of a team: https://vitepress.dev/reference/default-theme-team-page
var teamParts = []string{"VPTeamPage", "VPTeamPageTitle", "VPTeamPageSection"}

// isSlot reports whether a template is a part of a component, or of nothing: https://vuejs.org/guide/components/slots
func isSlot(t *block.Tag) bool {
	return !slices.ContainsFunc(t.Attributes, func(a block.Attribute) bool {
		return a.Name[0] != '#' && !strings.HasPrefix(a.Name, "v-slot")
	})
}

// content returns the content that an attribute sets, if it is known: https://vuejs.org/api/built-in-directives#v-text
func (w *text) content(a block.Attribute) (html string, ok bool) {
	if a.Name != "v-text" && a.Name != "v-html" || w.pre != "" {
		return "", false
	}
	if html, ok = w.scope.known(a.Value); a.Name == "v-text" {
		return asText.Replace(html), ok
	}
	return strings.Join(strings.Fields(html), " "), ok
}

var (
	camel    = pattern.New(`-[a-z]`)
	binding  = pattern.New(`^(?:v-bind)?:([a-z][\w-]*)$`)
	withBase = pattern.New(`^\s*withBase\(\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\)\s*$`)
)

// bound returns an attribute whose value Vue computes, if it is known: https://vuejs.org/api/built-in-directives#v-bind
// It has no name if the element does not have the attribute.
func (w *text) bound(a block.Attribute) (block.Attribute, bool) {
	m := binding.FindStringSubmatch(a.Name)
	switch {
	case m == nil || w.pre != "":
		return a, false
	case m[1] == "key":
		return block.Attribute{}, true
	}
	a.Name = m[1]
	if to := withBase.FindStringSubmatch(a.Value); to != nil {
		a.Value = w.page.Base + to[1] + to[2]
		return a, true
	}
	v, ok := w.scope.value(a.Value)
	if ok && (v == nil || v == false) {
		return block.Attribute{}, true
	}
	if ok {
		a.Value, ok = w.scope.known(a.Value)
	}
	return a, ok
}

// asset returns the path of a file that HTML shows, as links in HTML contain it. Relative paths begin at the folder of
// the file with the text.
func (w *text) asset(to string) string {
	switch {
	case scheme.MatchString(to):
		return to
	case strings.HasPrefix(to, "/"):
		return w.page.Base + to
	}
	file := strings.TrimPrefix(strings.TrimPrefix(w.page.File, w.src+"/"), w.folder)
	at, rest := cutAfter(to)
	return w.page.Base + path.Join("/", path.Dir(file), at) + rest
}

const asMarkdown = "write it as Markdown, or as a shortcode of the project"

// badge writes a badge: https://vitepress.dev/reference/default-theme-badge
func (w *text) badge(t *block.Tag) string {
	if t.Close {
		return "</span>"
	}
	out := `<span class="badge">`
	for _, a := range t.Attributes {
		switch {
		case a.Name == "text":
			out += a.Value
		case a.Name == ":text" || a.Name == "v-bind:text":
			if text, ok := w.scope.known(a.Value); ok {
				out += asText.Replace(text)
				continue
			}
			w.lose(t.Line, "<Badge>", "a badge with a value that Vue computes is left out", asMarkdown)
			if t.Empty {
				return ""
			}
		}
	}
	if t.Empty {
		out += "</span>"
	}
	return out
}

func (w *text) nodes(list []*block.Node) {
	for _, n := range list {
		if n.Kind == block.Colons {
			w.container(n)
		} else {
			w.Lines(n)
		}
	}
}

// container writes a container: https://vitepress.dev/guide/markdown#custom-containers
func (w *text) container(n *block.Node) {
	inside := func() { w.nodes(n.Inside) }
	kind := n.Name
	title := n.Title
	if title == "" {
		title = w.labels[kind]
	}
	switch {
	case kind == "code-group":
		w.group(n)
	case kind == "tabs" && w.tabs:
		w.tabbed(n)
	case kind == "details":
		sign := "-"
		if strings.Contains(w.lines[n.Line-1], "{open") {
			sign = "+"
		}
		w.Quote(n, "[!details]"+sign+block.Titled(title), inside)
	case slices.Contains(kinds, kind):
		w.Quote(n, "[!"+kind+"]"+block.Titled(title), inside)
	case w.custom[kind] != "":
		if title == "" {
			title = w.custom[kind]
		}
		w.Quote(n, "[!note]"+block.Titled(title), inside)
	default:
		if kind != "raw" && kind != "v-pre" {
			w.lose(n.Line, "::: "+kind, "the container ::: "+kind+" is left out, its text is kept",
				"VitePress has "+strings.Join(kinds, ", "))
		}
		w.Open(n)
		w.Within(n.Rest, func() {
			if n.Title != "" && kind != "raw" && kind != "v-pre" {
				w.Line("**" + n.Title + "**")
				w.Apart()
			}
			inside()
		})
		w.Apart()
	}
}

// tabbed writes tabs, each below a line with its label: https://www.npmjs.com/package/vitepress-plugin-tabs
func (w *text) tabbed(n *block.Node) {
	var tabs []*block.Node
	before := &block.Node{Line: n.Line}
	tab := before
	for _, inner := range n.Inside {
		if inner.Kind != block.Lines {
			tab.Inside = append(tab.Inside, inner)
			continue
		}
		lines := &block.Node{Kind: block.Lines, Line: inner.Line}
		for _, l := range inner.Lines {
			label, ok := strings.CutPrefix(l.Text, "== ")
			if !ok || l.Code {
				lines.Lines = append(lines.Lines, l)
				continue
			}
			tab.Inside = append(tab.Inside, lines)
			tab = &block.Node{Line: l.No, Title: strings.TrimSpace(label)}
			tabs = append(tabs, tab)
			lines = &block.Node{Kind: block.Lines, Line: l.No + 1}
		}
		tab.Inside = append(tab.Inside, lines)
	}
	_, group, _ := strings.Cut(n.Title, "key:")
	w.nodes(slices.DeleteFunc(before.Inside, (*block.Node).IsBlank))
	w.Quote(n, "[!tabs]"+block.Titled(strings.TrimSpace(group)), func() {
		for _, tab := range tabs {
			w.Quote(tab, "[!tab] "+tab.Title, func() { w.nodes(tab.Inside) })
		}
	})
}

var codeTitle = pattern.New(` title="([^"]*)"`)

// group writes a group of code as tabs: https://vitepress.dev/guide/markdown#code-groups
func (w *text) group(n *block.Node) {
	var others []*block.Node
	w.Quote(n, "[!tabs]", func() {
		for _, inner := range n.Inside {
			if inner.Kind != block.Lines {
				others = append(others, inner)
				continue
			}
			rest := &block.Node{Kind: block.Lines, Line: inner.Line}
			var code *block.Node
			var fence block.Fence
			for _, l := range inner.Lines {
				switch fence.Next(l.Text) {
				case block.NoCode:
					rest.Lines = append(rest.Lines, l)
					continue
				case block.Opening:
					label := strings.TrimSpace(strings.TrimLeft(l.Text, " \t`~"))
					if m := codeTitle.FindStringSubmatch(l.Text); m != nil {
						label, l.Text = m[1], strings.Replace(l.Text, m[0], "", 1)
					}
					code = &block.Node{Kind: block.Lines, Line: l.No, Lines: []block.Line{l}, Title: label}
				case block.Closing:
					code.Lines = append(code.Lines, l)
					w.Quote(&block.Node{Line: code.Line}, "[!tab] "+code.Title, func() { w.Lines(code) })
					code = nil
				default:
					code.Lines = append(code.Lines, l)
				}
			}
			if code != nil {
				w.Quote(&block.Node{Line: code.Line}, "[!tab] "+code.Title, func() { w.Lines(code) })
			}
			if !rest.IsBlank() {
				others = append(others, rest)
			}
		}
	})
	w.nodes(others)
}

var (
	contents   = pattern.New(`(?i)^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*\[\[toc\]\]\s*$`)
	definition = pattern.New(`^( {0,3}\[[^\]^][^\]]*\]:[ \t]+)(\S+)([ \t]*(?:["'(].*)?)$`)
	idFirst    = pattern.New(`^( {0,3}#{1,6}[ \t]+)(\{#[\w-]+\})[ \t]+(.+)$`)
	atxHeading = pattern.New(`^ {0,3}#{1,6}[ \t]`)
)

// line converts a line that isn't code.
func (w *text) line(line string) string {
	if contents.MatchString(line) {
		return line[:strings.LastIndexByte(line, '>')+1] // a quote does not end
	}
	if m := definition.FindStringSubmatch(line); m != nil {
		return m[1] + w.target(m[2]) + m[3]
	}
	if w.left != "" && strings.Contains(line, w.left) {
		line = strings.ReplaceAll(line, w.left, "{")
		line = strings.ReplaceAll(line, "}"+w.left[:1], "}")
	}
	if m := idFirst.FindStringSubmatch(line); m != nil {
		line = m[1] + m[3] + " " + m[2]
	}
	if strings.Contains(line, "![") && strings.Contains(line, "{") {
		line = block.Sized(line, "{", w.page.Base, false, w.asset)
	}
	line = block.WithoutAttributes(line)
	return block.Outside(line, func(s string) string {
		if w.math && strings.Contains(s, "$") {
			return w.links(s)
		}
		return block.Tildes(w.links(s))
	})
}

var emphasis = strings.NewReplacer("*", "", "#", "")

// links converts the destinations of links in a part of a line.
func (w *text) links(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "](")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("](")
		end := strings.IndexAny(after, ") \t")
		if end < 0 {
			end = len(after)
		}
		to := after[:end]
		s = after[end:]
		if next := strings.TrimLeft(s, " \t"); next == "" || strings.ContainsAny(next[:1], `)"'(`) { // else it is text
			to = w.target(to)
		}
		b.WriteString(to)
	}
}

// target converts the destination of a link. A file in public is not a page, even if its name ends with .html.
func (w *text) target(to string) string {
	if at, _ := cutAfter(to); w.page.Read != nil && strings.HasPrefix(at, "/") && strings.HasSuffix(at, ".html") {
		if _, ok := w.page.Read(path.Join(w.src, "public", at)); ok {
			return to
		}
	}
	return strings.ReplaceAll(w.link(to, w.url), " ", "%20")
}

var scheme = pattern.New(`^(?:[A-Za-z][\w+.-]*:|//|#|<|$)`)

// link converts the destination of a link in the page at url to the path of the page on the site.
func (m *manner) link(to, url string) string {
	if scheme.MatchString(to) {
		return to
	}
	at, rest := cutAfter(to)
	if at == "" || isFile(at) {
		if after, ok := strings.CutPrefix(to, "@/"); ok {
			return "/" + after
		}
		return to
	}
	if !strings.HasPrefix(at, "/") {
		folder := strings.HasSuffix(at, "/") || path.Base(at) == "." || path.Base(at) == ".."
		if at = path.Join(path.Dir(url), at); folder && at != "/" {
			at += "/"
		}
	}
	return pageURL(at, m.ugly) + rest
}
