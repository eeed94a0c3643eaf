package jekyll

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	extensions "github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/liquid"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// markdownify is the filter of this name: https://jekyllrb.com/docs/liquid/filters/. In a page in HTML, and in a block
// of HTML, where Markdown is not read, it returns HTML; elsewhere the text, which is converted with the page.
func (r *text) markdownify(run *liquid.Run, v any, _ []any) (any, bool) {
	s := run.Text(v)
	if !run.Spend(10 + len(s)/10) {
		return nil, true
	}
	if !r.noMarkdown() && !r.inBlock(run) {
		return s, true
	}
	return r.toHTML(s), true
}

// inBlock reports whether what is printed next is in a block of HTML whose text is not Markdown: it is in an element
// that contains blocks, or no blank line is between it and a line that starts with a tag.
func (r *text) inBlock(run *liquid.Run) bool {
	printed := run.Printed()
	if !run.Spend(len(printed) / 500) {
		return false
	}
	parses := r.parses(&block.Text{}) // by the configuration
	isText := func(name, attributes string) bool {
		return strings.Contains(attributes, "markdown=") || parses && slices.Contains(containers, name)
	}
	var open []string
	count := map[string]int{} // of the names in open
	for i := strings.IndexByte(printed, '<'); i >= 0 && i < len(printed); {
		tag := printed[i+1:]
		next := strings.IndexAny(tag, "<>")
		if next < 0 {
			break
		}
		isTag := tag[next] == '>'
		before := printed[strings.LastIndexByte(printed[:i], '\n')+1 : i]
		if i += 1 + next; isTag {
			if more := strings.IndexByte(printed[i:], '<'); more < 0 {
				i = -1
			} else {
				i += more
			}
		}
		tag, end := strings.CutPrefix(tag[:next], "/")
		name, attributes, _ := strings.Cut(strings.ReplaceAll(tag, "\n", " "), " ")
		switch {
		case !isTag || !slices.Contains(structurals, name):
		case !end && isText(name, attributes):
			open = nil
			clear(count)
		case !end && (len(open) > 0 || block.Blank(before)):
			open = append(open, name)
			count[name]++
		case end:
			for ended := false; !ended && count[name] > 0; {
				last := open[len(open)-1]
				open, ended = open[:len(open)-1], last == name
				count[last]--
			}
		}
	}
	if len(open) > 0 {
		return true
	}
	name, line := run.TagAbove()
	return name != "" && !isText(name, line)
}

var structurals = strings.Split(structural, "|")

// toHTML returns the HTML of a text in kramdown. It has no blank lines, which would end the block of HTML around it.
func (r *text) toHTML(s string) string {
	t := block.New(comments.ReplaceAllString(s, "")) // with one, goldmark takes the rest of its line for HTML
	part := &text{settings: r.settings, page: &foreign.Page{File: "text.md", Base: r.page.Base}, Writer: block.NewWriter()}
	_ = part.converted(t) // what it leaves out is that of a value
	var b bytes.Buffer
	ids := parser.WithContext(parser.NewContext(parser.WithIDs(headings{})))
	_ = asHTML.Convert([]byte(t.String()), &b, ids) // writing to memory does not fail
	return unbrokenHTML(strings.TrimRight(b.String(), "\n"))
}

// unbrokenHTML returns HTML without blank lines, which would end a block of HTML.
func unbrokenHTML(s string) string { return strings.ReplaceAll(s, "\n\n", "\n&#10;") }

var comments = pattern.New(`(?s)<!--.*?-->`)

var asHTML = goldmark.New(
	goldmark.WithExtensions(extensions.GFM, extensions.DefinitionList, extensions.Footnote),
	goldmark.WithParserOptions(parser.WithAttribute(), parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

// headings counts the IDs of headings, as each value is converted by itself: two with one heading have the same ID.
type headings map[string]int

// Generate returns the ID of a heading.
func (h headings) Generate(value []byte, _ ast.NodeKind) []byte {
	id := cmp.Or(nav.Slug(string(value)), "section")
	if h[id]++; h[id] > 1 {
		id += "-" + strconv.Itoa(h[id]-1)
	}
	return []byte(id)
}

// Put notes an ID of the text.
func (h headings) Put(value []byte) { h[string(value)]++ }
