package html

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
)

// Prose is the text of a document that readers see and that is not code, with a line for each block.
type Prose struct {
	Text  []byte
	marks []proseMark
	// hidden lists the open elements whose text does not count, and open has how many of each name these are.
	hidden []string
	open   map[string]int
}

// proseMark is where a part of the text is in the document.
type proseMark struct{ text, doc, size int }

// At returns the position in the document of a part of the text.
func (p *Prose) At(text int) int {
	i, found := slices.BinarySearchFunc(p.marks, text, func(m proseMark, at int) int { return m.text - at })
	if !found {
		i--
	}
	if i < 0 {
		return 0
	}
	m := p.marks[i]
	return m.doc + min(text-m.text, max(0, m.size-1)) // character references may shift it
}

func (p *Prose) reset() {
	p.Text, p.marks, p.hidden, p.open = p.Text[:0], p.marks[:0], p.hidden[:0], map[string]int{}
}

// words adds a text.
func (p *Prose) words(raw []byte, at int) {
	if len(p.hidden) > 0 {
		return
	}
	p.marks = append(p.marks, proseMark{len(p.Text), at, len(raw)})
	if bytes.IndexByte(raw, '&') < 0 {
		p.Text = append(p.Text, raw...)
		return
	}
	p.Text = append(p.Text, html.UnescapeString(string(raw))...)
}

// start adds the start of an element. keep means that programs in the browser do not fill in its text, or only later.
func (p *Prose) start(name string, keep bool) {
	switch n := len(p.hidden); {
	case n > 0 && p.hidden[n-1] != name && !notProse(name):
	case n > 0 || keep && !void[name] || notProse(name):
		p.hidden = append(p.hidden, name)
		p.open[name]++
		p.Text = append(p.Text, "\u00a0"...) // code separates words
	case !inProse(name):
		p.Text = append(p.Text, '\n')
	}
}

// end adds the end of an element.
func (p *Prose) end(name string) {
	for p.open[name] > 0 { // it is among them, so each is looked at once
		last := len(p.hidden) - 1
		at := p.hidden[last]
		p.hidden = p.hidden[:last]
		if p.open[at]--; at == name {
			return
		}
	}
	if len(p.hidden) == 0 && !inProse(name) {
		p.Text = append(p.Text, '\n')
	}
}

// notProse reports whether the text of an element is code, a formula, or never shown.
func notProse(name string) bool {
	switch name {
	case "script", "style", "code", "pre", "kbd", "samp", "textarea", "template", "math", "svg", "title", "noscript",
		"iframe", "xmp", "plaintext", "listing", "tt", "var", "select":
		return true
	}
	return false
}

// inProse reports whether an element does not start a line.
func inProse(name string) bool {
	switch name {
	case "a", "abbr", "b", "bdi", "bdo", "cite", "del", "dfn", "em", "font", "i", "ins", "label", "mark", "q", "s",
		"small",
		"span", "strong", "sub", "sup", "u", "wbr":
		return true
	}
	return false
}

// verbatim reports whether the tag has an attribute by which a program in the browser shows its text as it is, or hides
// it until its values are filled in: Vue, Alpine, and Angular.
func (r *PageReader) verbatim() bool {
	for i := range r.attrs {
		switch r.attrs[i].key {
		case "v-pre", "v-cloak", "x-cloak", "x-data", "ng-app", "ng-cloak", "ng-non-bindable":
			return true
		}
	}
	return false
}
