package mkdocs

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// syntax returns the syntax of Python-Markdown with the extensions described in Material for MkDocs:
// https://squidfunk.github.io/mkdocs-material/reference/admonitions/, …/content-tabs/, and
// https://facelessuser.github.io/pymdown-extensions/extensions/blocks/
func syntax() *block.Syntax {
	return &block.Syntax{
		Indented: true, Slashes: true, Block: func(t *block.Tag) bool { return t.Has("markdown") },
	}
}

// text is a Python-Markdown text that is converted to sitegen's Markdown.
type text struct {
	*block.Writer
	lost *foreign.Losses
	math bool // $$ … $$ is a formula
}

// read converts admonitions and tabs to alerts, and inline syntax of the given extensions to HTML. It removes attribute
// lists.
func read(t *block.Text, extensions []string) []foreign.Problem {
	w := text{block.NewWriter(), &foreign.Losses{}, slices.Contains(extensions, "arithmatex")}
	w.Each = func(line string) string { return inLine(attributes(line), extensions) }
	tree := block.Read(t.String(), syntax())
	if tree.TooDeep > 0 {
		return foreign.TooDeep(tree.TooDeep)
	}
	for _, u := range tree.Unclosed {
		w.lost.Add(u.Line, u.Name, u.Name+" is left out: it has no beginning or no end", "close it")
	}
	w.nodes(tree.Nodes)
	t.Lines = w.Out
	return w.lost.Problems()
}

func (w text) nodes(list []*block.Node) {
	for i := 0; i < len(list); i++ {
		switch n := list[i]; n.Kind {
		case block.Lines:
			w.lines(n)
		case block.Tagged:
			w.html(n)
		case block.Note:
			w.alert(n, n.Name, map[string]string{"???": "-", "???+": "+"}[n.Mark])
		case block.Tab:
			i = w.tabs(list, i)
		case block.Slashes:
			i = w.slashes(list, i)
		}
	}
}

// alert writes an admonition as an alert. sign is "+" or "-" if it can be folded.
func (w text) alert(n *block.Node, kind, sign string) {
	if kind == "" {
		kind = "note"
	}
	w.Quote(n, "[!"+kind+"]"+sign+block.Titled(n.Title), func() { w.nodes(n.Inside) })
}

// slashes writes a block of PyMdown Extensions and, for tabs, the blocks that follow it; it returns the index of the
// last one. Other blocks, such as html, keep only their text.
func (w text) slashes(list []*block.Node, i int) int {
	n := list[i]
	kind := strings.ToLower(n.Options["type"])
	switch n.Name {
	case "tab":
		return w.tabs(list, i)
	case "details":
		sign := "-"
		if strings.EqualFold(n.Options["open"], "true") {
			sign = "+"
		}
		w.alert(n, kind, sign)
	case "admonition":
		w.alert(n, kind, "")
	case "html", "define", "caption", "figure-caption", "table-caption":
		w.Open(n)
		w.nodes(n.Inside)
		w.Apart()
	default:
		w.alert(n, n.Name, "")
	}
	return i
}

func isTab(n *block.Node) bool {
	return n.Kind == block.Tab || n.Kind == block.Slashes && n.Name == "tab"
}

// tabs writes a group of tabs, between which there are only blank lines and link definitions, and returns the index of
// the last one.
func (w text) tabs(list []*block.Node, i int) int {
	first, last := *list[i], i
	var between []*block.Node
	w.Quote(&first, "[!tabs]", func() {
		for j := i; j < len(list) && (list[j].Kind == block.Lines || isTab(list[j])); j++ {
			tab := *list[j]
			switch {
			case !isTab(&tab):
				if !defines(&tab) {
					return
				}
				continue
			case j > i && tab.Mark == "!": // another group
				return
			}
			between = append(between, list[min(last+1, j):j]...)
			tab.First, tab.Rest, last = "", "", j
			w.Quote(&tab, "[!tab] "+tab.Title, func() { w.nodes(tab.Inside) })
		}
	})
	for _, n := range between {
		w.lines(n)
	}
	return last
}

var definition = regexp.MustCompile(`^ {0,3}\[[^\]]+\]:\s`)

// defines reports whether lines are blank or define links.
func defines(n *block.Node) bool {
	return !slices.ContainsFunc(n.Lines, func(l block.Line) bool {
		return l.Text != "" && !definition.MatchString(l.Text)
	})
}

// html writes an HTML element around Markdown: https://python-markdown.github.io/extensions/md_in_html/
func (w text) html(n *block.Node) {
	w.Open(n)
	w.Element(n, n.Tag.HTML("markdown"), func() { w.nodes(n.Inside) })
}

// https://python-markdown.github.io/extensions/attr_list/
var (
	oneAttribute  = `(?:[.#][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%./-]+))`
	attributeList = `\{:?[ \t]*` + oneAttribute + `(?:[ \t]+` + oneAttribute + `)*[ \t]*\}`
	classList     = `\{:?[ \t]*[.#][\w:-]+(?:[ \t]+` + oneAttribute + `)*[ \t]*\}` // does not match \sum_{k=0}
	ownAttributes = regexp.MustCompile(`^[ \t]*` + attributeList + `[ \t]*$`)
	attributesOf  = regexp.MustCompile(`([)\]])` + attributeList + `|([*_])` + classList)
	codeAttribute = regexp.MustCompile(`^` + attributeList)
)

// attributes removes the attribute lists of links, images, code, emphasis and paragraphs, which are for styles of the
// old theme. Those of headings are kept.
func attributes(line string) string {
	if !strings.Contains(line, "{") || strings.HasPrefix(line, "#") {
		return line
	}
	if ownAttributes.MatchString(line) {
		return ""
	}
	parts := strings.Split(line, "`") // every second one is code
	for n := range parts {
		if n%2 == 1 {
			continue
		}
		if parts[n] = attributesOf.ReplaceAllString(parts[n], "$1$2"); n > 0 {
			parts[n] = codeAttribute.ReplaceAllString(parts[n], "")
		}
	}
	return strings.Join(parts, "`")
}
