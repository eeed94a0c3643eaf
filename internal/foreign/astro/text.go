package astro

import (
	"cmp"
	"html"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/mdx"
)

// text is the text of a page that is converted to Markdown: https://starlight.astro.build/guides/authoring-content/
type text struct {
	*mdx.Page
	*site
	ends []string // of the open links
}

// asides are the containers: https://starlight.astro.build/guides/authoring-content/#asides
var asides = []string{"note", "tip", "caution", "danger"}

// markdown converts the text of a page.
func (s *site) markdown(t *block.Text, p *foreign.Page) []foreign.Problem {
	w := &text{Page: mdx.New(p), site: s}
	w.Format = mdx.Format{
		Math: s.program.Mentions("remark-math"), Plain: func() bool { return path.Ext(w.File) != ".mdx" },
		Module: s.module, Prepare: w.prepared,
		Script: func(expression string) string { return expression }, Block: isBlock, Node: w.node, Inline: w.inline,
		Text: func(n *block.Node) { w.Lines(n) }, Links: w.linked, Address: s.rooted,
		FromRoot: func(to string) string { return p.Base + s.picture(to, path.Dir(w.File)) },
	}
	if p.Values[otherHead] != nil {
		w.Lost.Add(1, "head", "elements for the head of the page are left out",
			"the keys of front matter are description, cover, canonical, and noindex")
	}
	lost := w.Read(t)
	if said := foreign.TextOf(p.Values[banner]); said != "" {
		t.Lines = append([]string{"> [!note]", "> " + said, ""}, t.Lines...)
	}
	return lost
}

// prepared changes the lines of a text before anything else reads them.
func (w *text) prepared(lines []string) []string {
	if !w.Plain() {
		mdx.Identified(lines)
	}
	if code := w.options; code.Get("expressiveCode") == false ||
		code.Get("expressiveCode", "frames", "extractFileNameFromCode") == false {
		return lines
	}
	return framed(lines)
}

// isBlock reports whether a tag is a component with blocks of Markdown:
// https://starlight.astro.build/components/using-components/
func isBlock(t *block.Tag) bool {
	return slices.Contains([]string{
		"Tabs", "TabItem", "Card", "CardGrid", "LinkCard", "Steps", "FileTree", "Aside", "Code",
	}, t.Name) || t.Name == "Fragment" && !t.Empty
}

// node writes a component with blocks, or an aside.
func (w *text) node(n *block.Node, below []*block.Node) bool {
	switch {
	case n.Kind == block.Colons:
		w.container(n)
	case n.Name == "Aside":
		kind := cmp.Or(w.Attribute(n.Tag, "type"), "note")
		w.aside(n, kind, w.Attribute(n.Tag, "title"))
	case n.Name == "Tabs":
		w.tabs(n, n.Inside)
	case n.Name == "TabItem": // without Tabs around
		w.tabs(&block.Node{First: n.First, Rest: n.Rest, Line: n.Line, Tag: &block.Tag{}}, below[:1])
	case n.Name == "Steps":
		w.division(n, "steps", nil)
	case n.Name == "CardGrid":
		w.division(n, "cards", nil)
	case n.Name == "Card":
		w.division(n, "card", func() { w.title(w.Attribute(n.Tag, "title"), "") })
	case n.Name == "LinkCard":
		w.division(n, "card", func() {
			w.title(w.Attribute(n.Tag, "title"), w.Attribute(n.Tag, "href"))
			if about := w.Attribute(n.Tag, "description"); about != "" {
				w.Line("<p>" + about + "</p>")
			}
		})
	case n.Name == "Code":
		w.code(n)
	case n.Name == "FileTree", n.Name == "Fragment":
		w.Kept(n, func() { w.Nodes(n.Inside) })
	default:
		return false
	}
	return true
}

func (w *text) tabs(n *block.Node, inside []*block.Node) {
	w.Tabs(n, "TabItem", w.Attribute(n.Tag, "syncKey"), inside, func(t *block.Tag) string { return w.Attribute(t, "label") })
}

// container writes an aside. Of other containers, the text is kept, as in Starlight.
func (w *text) container(n *block.Node) {
	title := n.Title
	if i := strings.LastIndex(title, "{"); i >= 0 && block.Attributes(title[i:]) == title[i:] { // {icon="heart"}
		title = strings.TrimSpace(title[:i])
	}
	if slices.Contains(asides, n.Name) {
		w.aside(n, n.Name, title)
		return
	}
	w.Kept(n, func() {
		if title != "" {
			w.Line(title)
			w.Apart()
		}
		w.Nodes(n.Inside)
	})
}

func (w *text) aside(n *block.Node, kind, title string) {
	w.Quote(n, "[!"+kind+"]"+block.Titled(title), func() { w.Nodes(n.Inside) })
}

// division writes an element with a class of the themes around the text of a component. start writes what comes first.
func (w *text) division(n *block.Node, class string, start func()) {
	out := *n
	out.Name = "div"
	out.Tag = &block.Tag{Name: "div", Line: n.Tag.Line, Attributes: []block.Attribute{{Name: "class", Value: class}}}
	w.Open(&out)
	w.Element(&out, w.Written(out.Tag), func() {
		if start != nil {
			start()
			w.Apart()
		}
		w.Nodes(n.Inside)
	})
}

// title writes the title of a card, which may be a link.
func (w *text) title(title, to string) {
	title = html.EscapeString(title)
	if to != "" {
		title = `<a href="` + html.EscapeString(to) + `">` + title + "</a>"
	}
	w.Line(`<p class="card-title">` + title + "</p>")
}

// code writes the component for code: https://starlight.astro.build/components/code/
func (w *text) code(n *block.Node) {
	said := w.Attribute(n.Tag, "code")
	if said == "" {
		w.Lose(n.Tag, "<Code>", "code that a program computes is left out", "write it as fenced code")
		return
	}
	words := w.Attribute(n.Tag, "lang") + block.Titled(w.Attribute(n.Tag, "meta"))
	if title := w.Attribute(n.Tag, "title"); title != "" {
		words += " title=" + strconv.Quote(title)
	}
	w.Code(n, words, said)
}

// inline converts a component inside a text.
func (w *text) inline(t *block.Tag) (out string, ok bool) {
	switch t.Name {
	case "Fragment": // https://docs.astro.build/en/basics/astro-syntax/#fragments
		return "", true
	case "Icon": // it is an ornament, as far as it has no label
		return w.Attribute(t, "label"), true
	case "Code": // in a table
		return "<code>" + html.EscapeString(w.Attribute(t, "code")) + "</code>", t.Empty
	case "Badge":
		return `<span class="badge">` + html.EscapeString(w.Attribute(t, "text")) + "</span>", t.Empty
	case "Image", "Picture":
		return "![" + w.Attribute(t, "alt") + "](" + mdx.Destination(w.Attribute(t, "src")) + ")", t.Empty
	case "LinkButton":
		if n := len(w.ends); t.Close && n > 0 {
			out, w.ends = w.ends[n-1], w.ends[:n-1]
			return out, true
		}
		if to := w.Attribute(t, "href"); to != "" && !t.Empty {
			w.ends = append(w.ends, "]("+mdx.Destination(to)+")")
			return "[", true
		}
	}
	return "", false
}

// target matches the destination of a link in Markdown or HTML, and what is before it.
var target = pattern.New(`(\]\(<?|^ {0,3}\[[^\]\n]+\]:[ \t]+|\b(?:href|src)=")([^)\s">#?]+)`)

// linked changes the links in a line: those to pictures in src/assets, and those with the path of the site, which
// Markdown must not have here, while HTML must.
func (w *text) linked(s string) string {
	if !strings.ContainsAny(s, "/") {
		return s
	}
	return target.ReplaceAllStringFunc(s, func(link string) string {
		m := target.FindStringSubmatch(link)
		to := w.picture(m[2], path.Dir(w.From.File))
		switch {
		case m[1][len(m[1])-1] != '"':
			to = w.rooted(to)
		case to != m[2]:
			to = w.From.Base + to
		}
		return m[1] + to
	})
}
