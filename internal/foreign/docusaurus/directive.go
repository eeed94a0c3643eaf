package docusaurus

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// admonitions lists the containers of Docusaurus: https://docusaurus.io/docs/markdown-features/admonitions
var admonitions = []string{
	"note", "tip", "info", "warning", "danger", "caution", "important", "success", "secondary",
}

// keywords returns the containers that the options of a project add.
func (l *layout) keywords() (out []string) {
	for _, of := range slices.Concat(l.instances("docs"), l.instances("blog"), l.instances("pages")) {
		for _, name := range conversion.Strings(of.Get("admonitions", "keywords")) {
			out = append(out, strings.ToLower(name))
		}
	}
	return out
}

const (
	longestLabel = 1000 // in bytes
	mostLabels   = 20   // maximum number of directives in each other
)

var (
	leafDirective = pattern.New(`^(\s*(?:(?:[-*+>]|\d+[.)])\s+)*)::([A-Za-z][\w-]*)(?:\[(.*)\])?(.*)$`)
	// textDirective also matches text that is not a directive: destinations of links, and tags.
	textDirective = pattern.New(`\]\([^()\s]*\)|<[^<>]*>|\\:|:{1,2}[A-Za-z][\w-]*[\[{]`)
)

// directives replaces the directives ::name[label] and :name[label] by their labels, which is what Docusaurus shows of
// those that no plugin uses. A name alone is text.
func (p *page) directives(lines []block.Line) {
	for i := range lines {
		l := &lines[i]
		if l.Code || !strings.Contains(l.Text, ":") {
			continue
		}
		if m := leafDirective.FindStringSubmatch(l.Text); m != nil && m[4] == block.Attributes(m[4]) {
			p.unused(l.No, "::"+m[2])
			l.Text = strings.TrimRight(m[1]+m[3], " ")
		}
		l.Text = block.Outside(l.Text, func(s string) string { return p.labels(s, l.No, 0) })
	}
}

// labels replaces the text directives in a part of a line by their labels.
func (p *page) labels(s string, line, depth int) string {
	if !strings.Contains(s, ":") || depth == mostLabels {
		return s
	}
	var b strings.Builder
	end := 0
	for _, m := range textDirective.FindAllStringIndex(s, -1) {
		if m[0] < end || s[m[0]] != ':' || s[m[0]+1] == ':' {
			continue
		}
		rest, label, name := s[m[1]-1:], "", s[m[0]:m[1]-1]
		if rest[0] == '[' {
			n := bracketed(rest[:min(len(rest), longestLabel)])
			if n == 0 {
				continue
			}
			label, rest = rest[1:n-1], rest[n:]
		} else if block.Attributes(rest) == "" {
			continue
		}
		p.unused(line, name)
		b.WriteString(s[end:m[0]] + p.labels(label, line, depth+1))
		end = len(s) - len(rest) + len(block.Attributes(rest))
	}
	return b.String() + s[end:]
}

// bracketed returns the length of the text in brackets at the start of s, or 0.
func bracketed(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

func (p *page) unused(line int, name string) {
	p.Lose(&block.Tag{Line: line}, name, "the directive "+name+" is left out, its text is kept",
		"write it as Markdown, or as a shortcode of the project")
}

// container writes an admonition. Of other containers, the text is kept.
func (p *page) container(n *block.Node) {
	if slices.Contains(admonitions, n.Name) || slices.Contains(p.kinds, n.Name) {
		p.alert(n, n.Name, n.Title)
		return
	}
	p.unused(n.Line, ":::"+n.Name)
	p.Kept(n, func() {
		if n.Title != "" {
			p.Line(n.Title)
			p.Apart()
		}
		p.Nodes(n.Inside)
	})
}

// alert writes an admonition. A kind of the project whose name is not a word has the look of a note and its name as title.
func (p *page) alert(n *block.Node, kind, title string) {
	if strings.ContainsFunc(kind, func(c rune) bool { return c < 'A' || c > 'z' || c > 'Z' && c < 'a' }) {
		kind, title = "note", cmp.Or(title, kind)
	}
	p.Quote(n, "[!"+kind+"]"+block.Titled(title), func() { p.Nodes(n.Inside) })
}
