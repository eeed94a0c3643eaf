package markup

import (
	"html"
	"strings"
)

// maxDepth is the maximum nesting of elements; deeper tags are dropped, and their text stays.
const maxDepth = 128

// Tidy appends s, which must be valid UTF-8, as balanced XHTML without scripts, URLs for which RunsCode is
// true, frames, styles, and forms (rules A6, B7).
func Tidy(dst []byte, s string) []byte {
	t := tidier{dst: dst, m: reader{s: s}}
	for {
		tok, ok := t.m.next()
		if !ok {
			break
		}
		t.token(tok)
	}
	t.closeTo(0)
	return t.dst
}

type tidier struct {
	dst  []byte
	m    reader
	open []string // elements that are open, outermost first
	gone string   // the element that goes with all that is in it
	deep int      // how many elements of that name are open
}

func (t *tidier) token(tok token) {
	if t.gone != "" {
		switch {
		case tok.name != t.gone:
		case tok.kind == startToken:
			t.deep++
		case tok.kind == endToken:
			if t.deep--; t.deep == 0 {
				t.gone = ""
			}
		}
		return
	}
	switch tok.kind {
	case textToken:
		text := tok.text
		if strings.IndexByte(text, '&') >= 0 {
			text = html.UnescapeString(text)
		}
		t.dst, _ = EscapeXML(t.dst, text, "&amp;", "&lt;", `"`)
	case startToken:
		t.start(tok)
	case endToken:
		t.end(tok.name)
	}
}

func (t *tidier) start(tok token) {
	switch {
	case tok.broken:
		return
	case gone[tok.name]:
		if !void[tok.name] {
			t.gone, t.deep = tok.name, 1
		}
		return
	case !safe[tok.name] || len(t.open) >= maxDepth:
		return
	}
	t.imply(tok.name)
	t.dst = append(append(t.dst, '<'), tok.name...)
	for _, a := range tok.attrs {
		t.attribute(a)
	}
	if void[tok.name] {
		t.dst = append(t.dst, "/>"...)
		return
	}
	t.dst = append(t.dst, '>')
	t.open = append(t.open, tok.name)
}

func (t *tidier) attribute(a attr) {
	if a.name == "style" {
		if a.value = safeStyle(a.value); a.value == "" {
			return
		}
	}
	if data := strings.HasPrefix(a.name, "data-"); !safeAttr[a.name] && !data || data && !Only(a.name, "-_.") {
		return
	}
	if addresses[a.name] && RunsCode(a.value) || a.name == "srcset" && unsafeSet(a.value) {
		return
	}
	t.dst = append(append(append(t.dst, ' '), a.name...), `="`...)
	t.dst, _ = EscapeXML(t.dst, strings.ToValidUTF8(a.value, ""), "&amp;", "&lt;", "&quot;")
	t.dst = append(t.dst, '"')
}

// unsafeSet reports whether a srcset contains a URL that runs code.
func unsafeSet(s string) bool {
	for part := range strings.SplitSeq(s, ",") {
		if RunsCode(part) {
			return true
		}
	}
	return false
}

// closers lists the open elements that a start tag ends (HTML, "optional tags").
var closers = map[string]string{
	"li": "li", "dt": "dt dd", "dd": "dt dd", "tr": "tr td th", "td": "td th", "th": "td th",
	"thead": "caption colgroup", "tbody": "thead tbody tr td th", "tfoot": "thead tbody tr td th",
	"rt": "rt rp", "rp": "rt rp",
}

// scopes are the elements at which the search for closers stops.
var scopes = Set("ul ol dl table ruby div section article blockquote")

// blocks are the elements that end a paragraph.
var blocks = Set(`address article aside blockquote center details div dl figcaption figure footer h1 h2 h3 h4 h5 h6
	header hgroup hr main nav ol p pre section table ul`)

// imply closes the elements that the start of name ends.
func (t *tidier) imply(name string) {
	if name == "a" || headings[name] {
		t.unnest(name)
	}
	if blocks[name] {
		if n := len(t.open); n > 0 && t.open[n-1] == "p" {
			t.closeTo(n - 1)
		}
	}
	ends := closers[name]
	if ends == "" {
		return
	}
	to := len(t.open)
	for i := len(t.open) - 1; i >= 0 && !scopes[t.open[i]]; i-- {
		if strings.Contains(" "+ends+" ", " "+t.open[i]+" ") {
			to = i
		}
	}
	t.closeTo(to)
}

// unnest closes a link before another link, and a heading before another heading, in the same table cell.
func (t *tidier) unnest(name string) {
	for i := len(t.open) - 1; i >= 0; i-- {
		switch open := t.open[i]; {
		case name == "a" && open == "a", headings[name] && headings[open]:
			t.closeTo(i)
			return
		case open == "td" || open == "th" || open == "caption":
			return
		}
	}
}

// end closes the innermost open element of that name, and everything in it.
func (t *tidier) end(name string) {
	for i := len(t.open) - 1; i >= 0; i-- {
		if t.open[i] == name {
			t.closeTo(i)
			return
		}
	}
}

func (t *tidier) closeTo(n int) {
	for i := len(t.open) - 1; i >= n; i-- {
		t.dst = append(append(append(t.dst, "</"...), t.open[i]...), '>')
	}
	t.open = t.open[:n]
}
