package markdown

import (
	"html"
	"html/template"
	"slices"
	"sort"
	"strings"
)

// Fragments are the headings of a page: https://gohugo.io/methods/page/fragments/
type Fragments struct {
	Headings []*Heading // top level; a skipped level is a Heading with an empty ID
	// Identifiers has the IDs of headings, and of definition terms if these have IDs, with duplicates. With
	// Options.WikiLinks, it also has those of named blocks and of elements of HTML.
	Identifiers Identifiers
	HeadingsMap map[string]*Heading // by ID; of equal ones the last
}

// noFragments is compared by pointer, so that it prints like others.
var noFragments Fragments

// NoFragments returns the fragments of a text in HTML: ToHTML prints nothing.
func NoFragments() *Fragments { return &noFragments }

// IsZero reports whether the text is in HTML: with leaves its fragments out, as in Hugo.
func (f *Fragments) IsZero() bool { return f == &noFragments }

// Heading is a heading with its subheadings.
type Heading struct {
	ID       string
	Level    int
	Title    string // HTML
	Headings []*Heading
}

// String is "Heading(id)" (string).
func (h *Heading) String() string { return "Heading(" + h.ID + ")" }

// IsZero reports whether the heading is a placeholder for a level that the author skipped.
func (h *Heading) IsZero() bool { return h.ID == "" && h.Title == "" }

// Identifiers is a sorted list of IDs.
type Identifiers []string

// Contains reports whether id is in the list.
func (l Identifiers) Contains(id string) bool {
	_, found := slices.BinarySearch(l, id)
	return found
}

// Count returns how many times id is in the list.
func (l Identifiers) Count(id string) int {
	from := sort.SearchStrings(l, id)
	n := 0
	for n < len(l)-from && l[from+n] == id {
		n++
	}
	return n
}

// Fill replaces the tokens of holes in the titles.
func (f *Fragments) Fill(h *Holes) {
	if h.Len() == 0 {
		return
	}
	var walk func([]*Heading)
	walk = func(list []*Heading) {
		for _, head := range list {
			head.Title = h.Fill(head.Title)
			walk(head.Headings)
		}
	}
	walk(f.Headings)
}

// ToHTML returns the table of contents as nested lists inside a nav element, as Hugo prints it: levels from start to
// stop (-1: all), with ol instead of ul if ordered.
func (f *Fragments) ToHTML(start, stop int, ordered bool) template.HTML {
	if f == nil || f == &noFragments {
		return ""
	}
	t := tocPrinter{start: start, stop: stop, tag: "ul"}
	if ordered {
		t.tag = "ol"
	}
	t.b.WriteString(`<nav id="TableOfContents">`)
	t.list(f.Headings, 1, 0)
	t.b.WriteString("</nav>")
	return template.HTML(t.b.String())
}

// tocPrinter writes the nested lists. The white space is Hugo's.
type tocPrinter struct {
	b           strings.Builder
	start, stop int
	tag         string
}

func (t *tocPrinter) list(list []*Heading, level, indent int) {
	if level < t.start {
		for _, h := range list {
			t.list(h.Headings, level+1, indent)
		}
		return
	}
	if len(list) == 0 || (t.stop != -1 && level > t.stop) {
		return
	}
	t.b.WriteByte('\n')
	t.line(indent+1, "<", t.tag, ">\n")
	for _, h := range list {
		t.line(indent+2, "<li>")
		if !h.IsZero() {
			t.line(0, `<a href="#`, html.EscapeString(h.ID), `">`, h.Title, "</a>")
		}
		t.list(h.Headings, level+1, indent+2)
		t.b.WriteString("</li>\n")
	}
	t.line(indent+1, "</", t.tag, ">\n")
	t.line(indent)
}

func (t *tocPrinter) line(indent int, parts ...string) {
	for range indent {
		t.b.WriteString("  ")
	}
	for _, p := range parts {
		t.b.WriteString(p)
	}
}

// tocBuilder nests headings in the order in which they come.
type tocBuilder struct {
	roots       []*Heading
	identifiers []string
}

func (b *tocBuilder) add(level int, id, title string) {
	h := &Heading{ID: id, Level: level, Title: title}
	if id == "" {
		h.Level = 0 // as in Hugo: a heading without ID has no level
	} else {
		b.identifiers = append(b.identifiers, id)
	}
	if level == 1 {
		b.roots = append(b.roots, h)
		return
	}
	if len(b.roots) == 0 {
		b.roots = append(b.roots, &Heading{})
	}
	at := b.roots[len(b.roots)-1]
	for range level - 2 {
		if len(at.Headings) == 0 {
			at.Headings = append(at.Headings, &Heading{})
		}
		at = at.Headings[len(at.Headings)-1]
	}
	at.Headings = append(at.Headings, h)
}

// FragmentsOf returns the fragments of headings in the order of the text, each with ID, Level, and Title.
func FragmentsOf(headings []Heading) *Fragments {
	var b tocBuilder
	for _, h := range headings {
		b.add(h.Level, h.ID, h.Title)
	}
	return b.build()
}

func (b *tocBuilder) build() *Fragments {
	f := &Fragments{Headings: b.roots, Identifiers: b.identifiers}
	if len(b.identifiers) == 0 {
		return f
	}
	slices.Sort(f.Identifiers)
	f.HeadingsMap = make(map[string]*Heading, len(b.identifiers))
	var index func([]*Heading)
	index = func(list []*Heading) {
		for _, h := range list {
			if h.ID != "" {
				f.HeadingsMap[h.ID] = h
			}
			index(h.Headings)
		}
	}
	index(b.roots)
	return f
}
