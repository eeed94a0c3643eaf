package mdx

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// imported is what a name in a page stands for: https://docusaurus.io/docs/markdown-features/react#importing-markdown
type imported struct {
	file string // path in the project
	raw  bool   // its text is code
}

const (
	mostParts  = 4 << 20 // maximum number of bytes of the parts of a page
	mostNested = 10      // maximum number of parts in each other
)

var (
	importLine = pattern.New(
		`(?m)(?:^|;[ \t]*)import\s+([A-Za-z_$][\w$]*)(?:\s*,\s*(?:\{[^{}]*\}|\*\s+as\s+\w+))?\s+from\s+['"](!!raw-loader!)?([^'"\n]+?)(\?raw)?['"]` +
			`(?:\s+(?:with|assert)\s*\{[^{}\n]*\})?`)
	// namesLine matches an import of names, or of a module as one object.
	namesLine = pattern.New(
		`(?m)(?:^|;[ \t]*)import\s+(?:[\w$]+\s*,\s*)?(?:\{([^{}]*)\}|\*\s+as\s+([\w$]+))\s*from\b`)
	// asset matches a module that is a file of the project: https://docusaurus.io/docs/markdown-features/assets#images
	asset      = pattern.New(`(?i)\.(?:png|jpe?g|gif|webp|avif|svg|ico|mp4|webm|mov|mp3|wav|pdf|zip|docx?)$`)
	escaped    = pattern.New(`\\([^A-Za-z0-9\n])`) // in a text of JavaScript
	exportLine = pattern.New(`(?m)^export\b`)      // also below imports, without a blank line
	partLink   = pattern.New(
		`(\]\(|^ {0,3}\[[^\]\n]+\]:[ \t]+)(\.{1,2}/[^)\s:#?]+|[\w-][^)\s:#?]*)([)#?\s]|$)`)
)

// mostExports is the maximum number of bytes of exports that are read for the values of expressions.
const mostExports = 1 << 14

// modules reads the JavaScript of a text: the parts that it imports, by name, and its exports. file is its path.
func (p *Page) modules(lines []string, file string) {
	p.imports, p.assets, p.exports, p.renamed = map[string]imported{}, map[string]string{}, "", map[string]string{}
	for _, text := range block.Modules(lines) {
		if exportLine.MatchString(text) && !strings.Contains(text, "export default") &&
			len(p.exports)+len(text) < mostExports {
			p.exports += text + "\n"
		}
		for _, m := range namesLine.FindAllStringSubmatch(text, -1) {
			for name := range strings.SplitSeq(m[1], ",") {
				if words := strings.Fields(name); len(words) == 3 && words[1] == "as" {
					p.renamed[words[2]] = words[0]
				}
			}
			if m[2] != "" {
				p.renamed[m[2]] = everything
			}
		}
		for _, m := range importLine.FindAllStringSubmatch(text, -1) {
			m[3] = escaped.ReplaceAllString(m[3], "$1")
			to := p.Module(m[3])
			if to == "" {
				to = path.Join(path.Dir(file), m[3])
			}
			raw := m[2]+m[4] != ""
			switch {
			case strings.HasPrefix(m[3], "@theme/"), strings.HasPrefix(m[3], "@docusaurus/"):
				p.renamed[m[1]] = path.Base(m[3])
			case raw || isText(m[3]) && m[1][0] >= 'A' && m[1][0] <= 'Z':
				p.imports[m[1]] = imported{to, raw}
			case asset.MatchString(m[3]) && (m[3][0] == '.' || p.Module(m[3]) != ""):
				p.assets[m[1]] = m[3]
			case path.Ext(to) == ".json" && p.From.Read != nil:
				if data, ok := p.From.Read(to); ok && len(p.exports)+len(data) < mostExports && json.Valid(data) {
					p.exports = strings.Replace(p.exports, m[0], "", 1) + "const " + m[1] + " = " + string(data) + "\n"
				}
			}
		}
	}
}

// everything is the name of a component that is an object with all components of a module.
const everything = "*"

// named returns the name of a component that a text names, which an import may have changed.
func (p *Page) named(name string) string {
	if of, rest, ok := strings.Cut(name, "."); ok && p.renamed[of] == everything {
		return rest
	}
	if real := p.renamed[name]; real != "" && real != everything {
		return real
	}
	return name
}

// isText reports whether a module is a page or a part of one.
func isText(name string) bool {
	return slices.Contains([]string{".md", ".mdx"}, path.Ext(name))
}

// open returns the text of a file that the page imports.
func (p *Page) open(name string) (text string, ok bool) {
	from := p.imports[name]
	if p.From.Read == nil || from.file == "" {
		return "", false
	}
	data, ok := p.From.Read(from.file)
	if p.left -= len(data); p.left < 0 {
		return "", false
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n"), ok
}

// part writes the text of an imported file in place of its tag.
func (p *Page) part(n *block.Node) {
	from := p.imports[n.Name]
	text, ok := p.open(n.Name)
	if !ok || p.nested == mostNested || slices.Contains(p.inside, from.file) {
		why := "no such file in the project or its git repository"
		switch {
		case p.left < 0:
			why = fmt.Sprintf("the page includes more than %d MB", mostParts>>20)
		case ok:
			why = "the file includes itself"
		}
		p.Lose(n.Tag, "<"+n.Name+">", fmt.Sprintf("the part <%s> is left out: %s", n.Name, why),
			"paths are relative to the page; @site is the folder of the project")
		return
	}
	if b, err := frontmatter.Parse(from.file, []byte(text)); err == nil {
		text = text[b.Body:]
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	outer := *p
	props := &script.Object{Values: map[string]any{}}
	for _, a := range n.Tag.Attributes {
		props.Values[a.Name] = p.valueOf(a)
	}
	if p.props = props; p.at == 0 {
		p.at, p.atColumn = n.Tag.Line, n.Tag.Column
	}
	p.File = from.file
	lines = p.Prepare(lines)
	p.modules(lines, p.File)
	p.inside, p.nested = append(slices.Clip(p.inside), from.file), p.nested+1
	tree := block.Read(strings.Join(lines, "\n"), p.syntax())
	p.Kept(n, func() { p.Nodes(tree.Nodes) })
	p.imports, p.assets, p.exports, p.renamed = outer.imports, outer.assets, outer.exports, outer.renamed
	p.File = outer.File
	p.at, p.props = outer.at, outer.props
	p.inside, p.nested = outer.inside, outer.nested
	p.Nodes(n.Inside)
}

// Kept writes what inside writes in place of a construct.
func (p *Page) Kept(n *block.Node, inside func()) {
	p.Open(n)
	prefix := n.First
	if !block.Blank(prefix) { // a list item
		p.Line(strings.TrimRight(prefix, " "))
		prefix = n.Rest
	}
	p.Within(prefix, inside)
	p.Apart()
}

// Lose reports a construct that is left out, at its tag or at that of the part around.
func (p *Page) Lose(t *block.Tag, name, message, hint string) {
	line, column := t.Line, t.Column
	if p.at > 0 {
		line, column = p.at, p.atColumn
	}
	p.Lost.AddAt(line, column, name, message, hint)
}

// moved changes the links of a part to files next to it, so they lead there from the page.
func (p *Page) moved(s string) string {
	dir, here := path.Dir(p.File), path.Dir(p.From.File)
	if p.at == 0 || dir == here || !strings.Contains(s, "](") && !strings.Contains(s, "]:") {
		return s
	}
	return partLink.ReplaceAllStringFunc(s, func(link string) string {
		m := partLink.FindStringSubmatch(link)
		return m[1] + relative(here, path.Join(dir, m[2])) + m[3]
	})
}

// relative returns the path of a file from a folder.
func relative(from, file string) string {
	a, b := strings.Split(path.Clean(from), "/"), strings.Split(file, "/")
	if from == "." {
		a = nil
	}
	n := 0
	for n < len(a) && n < len(b)-1 && a[n] == b[n] {
		n++
	}
	return strings.Repeat("../", len(a)-n) + strings.Join(b[n:], "/")
}

// Code writes an element around a text as fenced code, with the words behind the fence. text replaces the text, unless
// it is "".
func (p *Page) Code(n *block.Node, words, text string) {
	if text == "" {
		text = strings.Trim(n.Text(), "\n ")
	}
	if strings.HasPrefix(text, "\x00") {
		text = p.restored(text, func(s string) string { return s })
	}
	text = strings.Trim(text, "\n")
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	p.Open(n)
	code := p.Prepare(append(append([]string{fence + words}, strings.Split(text, "\n")...), fence))
	p.Line(n.First + code[0])
	p.Within(n.Rest, func() {
		for _, line := range code[1:] {
			p.Line(line)
		}
	})
	p.Apart()
}

// keep returns a mark for a text over several lines that is the value of an expression.
func (p *Page) keep(text string) string {
	p.texts = append(p.texts, text)
	return fmt.Sprintf("\x00%d\x00", len(p.texts)-1)
}

var kept = pattern.New("\x00(\\d+)\x00")

// restored replaces the marks in a text by what f makes of the texts.
func (p *Page) restored(s string, f func(string) string) string {
	return kept.ReplaceAllStringFunc(s, func(m string) string {
		i, err := strconv.Atoi(strings.Trim(m, "\x00"))
		if err != nil || i >= len(p.texts) {
			return ""
		}
		return f(p.texts[i])
	})
}

// shown replaces the marks in a text by the texts on one line, as in a paragraph.
func (p *Page) shown(s string) string {
	return p.restored(s, func(s string) string { return asText.Replace(strings.Join(strings.Fields(s), " ")) })
}

var anyTag = pattern.New(`<[^>]*>`)
