// Package markup reads, checks, and cleans the HTML of feeds, and escapes text for XML and JSON. It parses HTML
// as a browser does: it accepts any input.
package markup

import (
	"html"
	"strings"
)

// reader parses HTML as a browser does: it accepts any input, and examines each byte once
// (https://html.spec.whatwg.org/multipage/parsing.html#tokenization).
type reader struct {
	s   string
	i   int
	raw string // the element whose text is not markup: script, style …
}

type tokenKind uint8

const (
	textToken    tokenKind = iota
	rawToken               // the text of script, style and their like
	startToken             // <a href="…">
	endToken               // </a>
	commentToken           // a comment, a declaration, or what a browser considers one
)

type token struct {
	kind   tokenKind
	name   string // of an element, in lower case
	text   string // as in the source, with references
	attrs  []attr
	broken bool // the source ends within the tag
}

// attr is an attribute; the references in its value are resolved.
type attr struct{ name, value string }

func (t *token) attr(name string) (string, bool) {
	for _, a := range t.attrs {
		if a.name == name {
			return a.value, true
		}
	}
	return "", false
}

// rawText are the elements whose text is not markup.
var rawText = Set("script style textarea title xmp iframe noembed noframes")

// next returns the next token, false at the end.
func (m *reader) next() (token, bool) {
	if m.i >= len(m.s) {
		return token{}, false
	}
	if m.raw != "" {
		name := m.raw
		m.raw = ""
		if n := indexEnd(m.s[m.i:], name); n != 0 {
			if n < 0 {
				n = len(m.s) - m.i
			}
			return m.take(rawToken, n), true
		}
	}
	rest := m.s[m.i:]
	if rest[0] != '<' || !opens(rest) {
		n := 1
		for n < len(rest) && (rest[n] != '<' || !opens(rest[n:])) {
			n++
		}
		return m.take(textToken, n), true
	}
	switch c := rest[1]; {
	case strings.HasPrefix(rest, "<!--"):
		if n := strings.Index(rest[2:], "-->"); n >= 0 { // "<!-->" is a complete comment
			return m.take(commentToken, n+5), true
		}
		return m.take(commentToken, len(rest)), true
	case c == '!' || c == '?' || c == '/' && !Letter(rest[2]):
		if n := strings.IndexByte(rest, '>'); n >= 0 {
			return m.take(commentToken, n+1), true
		}
		return m.take(commentToken, len(rest)), true
	}
	return m.tag(), true
}

// take returns the next n bytes as a token without a name.
func (m *reader) take(kind tokenKind, n int) token {
	m.i += n
	return token{kind: kind, text: m.s[m.i-n : m.i]}
}

// opens reports whether s, which begins with <, begins markup.
func opens(s string) bool {
	if len(s) < 2 {
		return false
	}
	return Letter(s[1]) || s[1] == '!' || s[1] == '?' || s[1] == '/' && len(s) > 2
}

// indexEnd finds the end tag of name.
func indexEnd(s, name string) int {
	for i := 0; ; i += 2 {
		n := strings.Index(s[i:], "</")
		if n < 0 {
			return -1
		}
		i += n
		if rest := s[i+2:]; len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) &&
			(len(rest) == len(name) || Space(rest[len(name)]) || rest[len(name)] == '>' || rest[len(name)] == '/') {
			return i
		}
	}
}

// tag reads a start or an end tag.
func (m *reader) tag() token {
	start := m.i
	t := token{kind: startToken}
	m.i++
	if m.s[m.i] == '/' {
		t.kind = endToken
		m.i++
	}
	t.name = strings.ToLower(m.until("/>"))
	for {
		for m.i < len(m.s) && (Space(m.s[m.i]) || m.s[m.i] == '/') {
			m.i++
		}
		if m.i >= len(m.s) {
			t.broken = true
			break
		}
		if m.s[m.i] == '>' {
			m.i++
			break
		}
		if a, ok := m.attribute(); ok {
			if _, twice := t.attr(a.name); !twice && len(t.attrs) < maxAttrs {
				t.attrs = append(t.attrs, a)
			}
		}
	}
	t.text = m.s[start:m.i]
	if t.kind == startToken && rawText[t.name] {
		m.raw = t.name
	}
	return t
}

// maxAttrs limits the number of attributes, and so the time for a tag.
const maxAttrs = 64

// until returns the text before white space and the bytes of stops.
func (m *reader) until(stops string) string {
	from := m.i
	for m.i < len(m.s) && !Space(m.s[m.i]) && strings.IndexByte(stops, m.s[m.i]) < 0 {
		m.i++
	}
	return m.s[from:m.i]
}

func (m *reader) attribute() (attr, bool) {
	from := m.i
	if m.s[m.i] == '=' {
		m.i++ // a name may begin with it
	}
	m.until("/>=")
	a := attr{name: strings.ToLower(m.s[from:m.i])}
	for m.i < len(m.s) && Space(m.s[m.i]) {
		m.i++
	}
	if m.i >= len(m.s) || m.s[m.i] != '=' {
		return a, true
	}
	m.i++
	for m.i < len(m.s) && Space(m.s[m.i]) {
		m.i++
	}
	if m.i >= len(m.s) {
		return a, false
	}
	if q := m.s[m.i]; q == '"' || q == '\'' {
		n := strings.IndexByte(m.s[m.i+1:], q)
		if n < 0 {
			m.i = len(m.s)
			return a, false
		}
		a.value = m.s[m.i+1 : m.i+1+n]
		m.i += n + 2
	} else {
		a.value = m.until(">")
	}
	if strings.IndexByte(a.value, '&') >= 0 {
		a.value = html.UnescapeString(a.value)
	}
	return a, true
}

// PlainText returns the text of a piece of HTML.
func PlainText(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	var b strings.Builder
	for m := (reader{s: s}); ; {
		tok, ok := m.next()
		if !ok {
			return b.String()
		}
		if tok.kind == textToken {
			b.WriteString(html.UnescapeString(tok.text))
		}
	}
}
