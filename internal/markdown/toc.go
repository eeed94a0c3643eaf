package markdown

import "html/template"

// Fragments are the headings of a page: https://gohugo.io/methods/page/fragments/
type Fragments struct {
	Headings    []*Heading          // top level; a level that is skipped is a Heading with an empty ID
	Identifiers []string            // sorted
	HeadingsMap map[string]*Heading // by ID
}

// Heading is one heading with those below it.
type Heading struct {
	ID       string
	Level    int
	Title    string // HTML
	Headings []*Heading
}

// ToHTML returns the table of contents as nested lists inside a nav element, as Hugo prints it:
// levels from start to stop (-1: all), with ol in place of ul when ordered.
func (f *Fragments) ToHTML(start, stop int, ordered bool) template.HTML { return "" }
