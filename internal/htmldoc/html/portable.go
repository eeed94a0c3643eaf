package html

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
)

// Portable prepares a fragment of the page at base for use outside of its page, in a feed reader (rule B7):
//
//   - URLs become absolute, and links to an ID on the page lead to that page;
//   - active, framed, interactive, or hidden content is removed: scripts, forms, frames (replaced by a link to
//     their content), event handlers, script URLs, comments;
//   - what only the theme of the page uses is removed: buttons, navigation, anchors of headings, aria-hidden
//     ornaments, line numbers, classes, and IDs to which nothing in the fragment links;
//   - what needs a style sheet becomes plain HTML: an alert is a quotation with a bold title, highlighted code
//     is text, a task has a sign, a formula is its source;
//   - elements are nested as the HTML standard requires, even if the fragment is not.
//
// Applying it again changes nothing, and the time is linear in the size of the fragment.
func Portable(fragment string, base *url.URL) string { return new(porter).make(fragment, base) }

// porter makes fragments portable one by one and reuses memory.
type porter struct{ work portable }

// make does the work of Portable.
func (r *porter) make(fragment string, base *url.URL) string {
	if !strings.ContainsAny(fragment, "<&>\r\x00") {
		return fragment
	}
	p := &r.work
	*p = portable{
		home: homeOf(base), lastForm: sync.OnceValue(func() int { return lastEndOfForm(fragment) }),
		dst: slices.Grow(p.dst[:0], len(fragment)+len(fragment)/8), first: p.first,
		open: p.open[:0], attrs: p.attrs[:0], label: p.label[:0], ids: p.ids[:0], links: p.links[:0],
	}
	p.first.begin(fragment)
	p.read(&p.first)
	p.closeTo(0)
	return p.withoutIDs()
}

// portable is the state of one conversion.
type portable struct {
	z     *tokens
	first tokens // of the fragment
	home
	dst  []byte
	open []element
	over map[string]int // elements deeper than maxDepth, by name; their tags are dropped

	attrs []html.Attribute // of the current tag
	tag                    // what they tell
	muted int              // open elements that are left out with all they hold
	pre   int              // open pre elements
	title int              // open titles of alerts
	cells int              // of the current row of a table with line numbers
	label []byte           // of the current drawing or formula

	ids      []idMark
	links    []linkMark
	at       int        // offset of the current token in the fragment
	lastForm func() int // offset of the last end tag of a form, or -1
	nested   bool       // in a noscript element
}

// element is an open element.
type element struct {
	name  string // as it was written
	out   string // name in the output; "" if its tags are dropped
	close string // what ends it
	start int    // where its start tag begins in the output
	inner int    // where its content begins
	kind  kind
	mark  int // one more than the index of its ID, if it has no other attributes; else 0
}

// kind tells how an element is treated.
type kind uint8

const (
	plain    kind = iota
	mute          // left out with all it holds
	alert         // an alert; its title is marked
	title         // the title of an alert
	numbered      // a table that shows line numbers next to code
	anchor        // a link of a heading to itself
	marked        // the same, and its class says so
	diagram       // the box of a drawing that was made from text
	drawing       // an SVG image
	formula       // MathML
	note          // the annotation of a formula, or the title of a drawing: its text is kept
	object        // an object with a data address
)

// maxDepth is the maximum nesting of elements; feed readers have similar limits.
const maxDepth = 100

// read reads a piece of HTML.
func (p *portable) read(z *tokens) {
	p.z = z
	for {
		switch p.z.Next() {
		case html.ErrorToken:
			return
		case html.TextToken:
			p.text()
		case html.StartTagToken, html.SelfClosingTagToken:
			p.start()
		case html.EndTagToken:
			name, _ := p.z.TagName()
			p.end(known(name))
		}
		p.at += len(p.z.Raw())
	}
}

// lastEndOfForm returns the offset of the last end tag of a form, or -1.
func lastEndOfForm(s string) int {
	const name = "form"
	for i := len(s); ; {
		if i = strings.LastIndex(s[:i], "</"); i < 0 {
			return -1
		}
		if rest := s[i+2:]; len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) {
			return i
		}
	}
}

func (p *portable) top() *element {
	if len(p.open) == 0 {
		return &element{}
	}
	return &p.open[len(p.open)-1]
}

func (p *portable) text() {
	if p.top().name == "noscript" { // the tokenizer returns its content as text, but readers parse it
		p.noscript(string(p.z.Raw()))
		return
	}
	if p.muted > 0 {
		if p.top().kind == note {
			p.label = append(p.label, p.z.Text()...)
		}
		return
	}
	text := p.z.Text()
	if len(bytes.TrimSpace(text)) > 0 {
		p.cell()
		text = p.alertMark(text)
	}
	p.dst = appendText(p.dst, text)
}

// alertMark writes the title of an alert that no template has rendered: "[!NOTE]" at the start of a quotation
// (https://gohugo.io/render-hooks/blockquotes/#alerts). It returns the text after it.
func (p *portable) alertMark(text []byte) []byte {
	n := len(p.open)
	if n < 2 || p.open[n-1].out != "p" || p.open[n-2].out != "blockquote" || len(p.dst) != p.open[n-1].inner ||
		len(bytes.TrimSpace(p.dst[p.open[n-2].inner:p.open[n-1].start])) > 0 {
		return text
	}
	line, rest, more := bytes.Cut(text, []byte("\n"))
	mark, ok := bytes.CutPrefix(line, []byte("[!"))
	word, own, closed := bytes.Cut(mark, []byte("]"))
	if !ok || !closed || len(word) == 0 || len(word) > 20 ||
		bytes.ContainsFunc(word, func(r rune) bool { return r|0x20 < 'a' || r|0x20 > 'z' }) {
		return text
	}
	name := bytes.TrimSpace(bytes.TrimLeft(own, "+-"))
	if len(name) == 0 {
		name = append(bytes.ToUpper(word[:1]), bytes.ToLower(word[1:])...)
	}
	p.dst = append(appendText(append(p.dst, "<strong>"...), name), "</strong>"...)
	if more {
		p.dst = append(p.dst, "<br>"...)
	}
	return rest
}

// noscript reads the contents of a noscript element.
func (p *portable) noscript(s string) {
	if p.nested || p.muted > 0 {
		return
	}
	z, at := p.z, p.at
	p.nested = true
	floor := len(p.open)
	p.read(new(tokens).begin(s))
	p.closeTo(floor)
	p.nested, p.z, p.at = false, z, at
}

// appendText appends escaped text without control characters and carriage returns.
func appendText(dst, text []byte) []byte {
	for _, c := range text {
		switch {
		case c == '&':
			dst = append(dst, "&amp;"...)
		case c == '<':
			dst = append(dst, "&lt;"...)
		case c == '>':
			dst = append(dst, "&gt;"...)
		case c == '\r':
			dst = append(dst, '\n')
		case c < ' ' && c != '\n' && c != '\t':
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
