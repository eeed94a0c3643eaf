// Package dialect turns the Markdown of other tools (Obsidian, MkDocs, Docusaurus, Jekyll) into that of sitegen, for
// folders that are built as they are.
//
// A text keeps its lines wherever that is possible, so that messages name the line in the file. Code stays as it is.
package dialect

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// Dialect is how the files of a folder are written. The zero value is sitegen's own Markdown.
type Dialect struct {
	// Tool is Plain, or the name of a tool in lower case; "" is sitegen.
	Tool string
	// Settings are those of a project of Jekyll; nil for the defaults.
	Settings *Settings
	// KeepNumbers says that the numbers at the beginning of names in a project of Docusaurus are no positions.
	KeepNumbers bool
	// PageTitle is what {{ page.title }} stands for in the text of a page of Jekyll; "" leaves it.
	PageTitle string
}

// Of returns the dialect for a page with this front matter.
func (d Dialect) Of(values map[string]any) Dialect {
	d.PageTitle, _ = values["title"].(string)
	return d
}

// The tools.
const (
	Plain      = "plain" // a folder that no tool is known of
	Obsidian   = "obsidian"
	MkDocs     = "mkdocs"
	Docusaurus = "docusaurus"
	Jekyll     = "jekyll"
)

// IsPage reports whether files with an extension, in lower case, are pages of the tool beside those of Markdown.
func (d Dialect) IsPage(ext string) bool { return d.Tool == Docusaurus && ext == "mdx" }

// Copies reports whether every file beside the pages is part of the site: the folder of pages of MkDocs has nothing else in it,
// and Jekyll copies all that is not excluded.
// https://www.mkdocs.org/user-guide/writing-your-docs/#file-layout, https://jekyllrb.com/docs/static-files/
func (d Dialect) Copies() bool { return d.Tool == MkDocs || d.Tool == Jekyll }

// Copied reports whether a file of a tool that copies files is copied as it is, by how it begins. Jekyll executes a file
// with front matter as a template: https://jekyllrb.com/docs/front-matter/
func (d Dialect) Copied(start []byte) bool {
	line, _, more := bytes.Cut(start, []byte("\n"))
	return d.Tool != Jekyll || !more || string(bytes.TrimRight(line, " \t\r")) != "---"
}

// Text returns a body as sitegen's Markdown.
func (d Dialect) Text(body []byte) []byte {
	if d.Tool == "" {
		return body
	}
	t := newText(string(body))
	switch d.Tool {
	case Obsidian:
		t.obsidian()
		t.bases()
	case MkDocs:
		t.lines = admonitions(blocks(attributes(t.lines)), 0)
	case Docusaurus:
		t.mdx()
		t.lines = containers(marked(t.lines))
	case Jekyll:
		t.liquid(d.PageTitle, d.settings())
	}
	return []byte(fences(strings.Join(t.lines, "\n")))
}

// maxNesting is the limit for admonitions and tabs in each other: each level reads again what is in it.
const maxNesting = 100

// TooDeep returns a problem if admonitions, tabs, or other blocks of the tool are nested too deeply for Text; nil if not.
func (d Dialect) TooDeep(body []byte) *Problem {
	lines := strings.Split(string(body), "\n")
	line := 0
	switch d.Tool {
	case MkDocs:
		if line = tooDeep(blockEnds(lines)); line == 0 {
			line = tooDeepNote(blocks(lines))
		}
	case Docusaurus:
		line = tooDeep(containerEnds(lines))
	}
	if line == 0 {
		return nil
	}
	return &Problem{
		Line: line, Message: fmt.Sprintf("admonitions or tabs are nested more than %d levels", maxNesting), Hint: "nest them less deeply",
	}
}

// Problem is something in a body that has no meaning here.
type Problem struct {
	Line    int    // of the body, from 1
	Name    string // of the tag or component
	Message string
	Hint    string
}

// Check returns what of a body is lost, each thing once.
func (d Dialect) Check(body []byte) []Problem {
	switch d.Tool {
	case Obsidian:
		t := newText(string(body))
		t.obsidian()
		return t.bases()
	case Docusaurus:
		return components(newText(string(body)))
	case Jekyll:
		t := newText(string(body))
		t.liquid(d.PageTitle, d.settings())
		return leftLiquid(t)
	}
	return nil
}

// text is a body in lines.
type text struct {
	lines  []string // without their newline
	places []place
}

// place is what a line is to fenced code.
type place uint8

const (
	noCode place = iota
	opening
	inside
	closing
)

// fenceLine is a fence, in quotes and lists, too.
var fenceLine = regexp.MustCompile("^[ \\t>]*(?:(?:[-*+]|\\d+[.)])[ \\t]+)?(`{3,}|~{3,})(.*)$")

func newText(body string) *text {
	t := &text{lines: strings.Split(body, "\n")}
	t.places = placesOf(t.lines)
	return t
}

func placesOf(lines []string) []place {
	places := make([]place, len(lines))
	var f fence
	for i, line := range lines {
		places[i] = f.next(line)
	}
	return places
}

// fence is that of the code which lines are in, "" for none.
type fence string

// next returns what the next line is.
func (f *fence) next(line string) place {
	m := fenceLine.FindStringSubmatch(strings.TrimSuffix(line, "\r"))
	switch {
	case *f == "" && m != nil && !(m[1][0] == '`' && strings.Contains(m[2], "`")):
		*f = fence(m[1])
		return opening
	case *f != "" && m != nil && strings.HasPrefix(m[1], string(*f)) && blank(m[2]):
		*f = ""
		return closing
	case *f != "":
		return inside
	}
	return noCode
}

// each replaces the lines outside of fenced code.
func (t *text) each(f func(line string) string) {
	for i, line := range t.lines {
		if t.places[i] == noCode {
			t.lines[i] = f(line)
		}
	}
}

// outside applies f to the parts of a line that are no code.
func outside(line string, f func(string) string) string {
	if !strings.Contains(line, "`") {
		return f(line)
	}
	var b strings.Builder
	for line != "" {
		start := strings.IndexByte(line, '`')
		if start < 0 {
			break
		}
		n := len(line[start:]) - len(strings.TrimLeft(line[start:], "`"))
		end := strings.Index(line[start+n:], line[start:start+n])
		if end < 0 {
			break
		}
		b.WriteString(f(line[:start]))
		end += start + 2*n
		b.WriteString(line[start:end])
		line = line[end:]
	}
	return b.String() + f(line)
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func blank(line string) bool { return strings.TrimSpace(line) == "" }
