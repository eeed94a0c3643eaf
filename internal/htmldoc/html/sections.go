package html

import (
	"bytes"
	"html"
	"slices"
	"strings"
)

// Section is the text of a document below one of its headings.
type Section struct {
	ID      string // of the heading; "" without one
	Heading string // "" before the first heading, and for a level 1 heading, which is that of the page
	Text    string // words with one space between them, or a line feed between blocks and between lines of code
}

// ContentMark is the attribute that marks the elements with the content of a page; its value does not matter.
const ContentMark = "data-search-content"

// Sections returns the text of a document by headings: that of the elements with the attribute ContentMark, in
// which case marked is true, or else of its main content as defined by MainHash. Navigation, footers, forms,
// buttons, scripts, the links of footnotes, and hidden elements (hidden, aria-hidden="true") are left out.
//
// The document is scanned, not parsed.
func Sections(doc []byte) (list []Section, marked bool) {
	region, whole := markedRegion(doc), false
	if marked = region != nil; !marked {
		region, whole = mainRegion(doc)
	}
	s := sectioning{body: whole}
	s.scan(region)
	s.close()
	return s.list, marked
}

// markedRegion returns the elements with ContentMark, concatenated, or nil.
func markedRegion(doc []byte) []byte {
	var all []byte
	for at := 0; ; {
		n := bytes.Index(doc[at:], []byte(ContentMark))
		if n < 0 {
			return all
		}
		at += n
		near := max(0, at-1024) // a tag is seldom longer
		start := near + bytes.LastIndexByte(doc[near:at], '<')
		at += len(ContentMark)
		if start < near || !startsMarkup(doc[start:]) || !hasAttribute(doc[start:start+tagEnd(doc[start:])], ContentMark) {
			continue
		}
		body := doc[start+tagEnd(doc[start:]):]
		inside := body[:endOf(body, tagName(doc[start:]))]
		if all == nil {
			all = slices.Clip(inside)
		} else {
			all = append(append(all, "<p>"...), inside...)
		}
		at = max(at, len(doc)-len(body)+len(inside))
	}
}

// tagName returns the name of the start tag that b begins with, in lower case.
func tagName(b []byte) string {
	end := 1
	for end < len(b) && !nameEnds(b[end]) {
		end++
	}
	return strings.ToLower(string(b[1:end]))
}

// endOf returns the offset of the end tag of the element whose contents b begins with. Nested elements of the
// same name are skipped.
func endOf(b []byte, name string) int {
	depth := 1
	for at := 0; ; {
		n := bytes.IndexByte(b[at:], '<')
		if n < 0 {
			return len(b)
		}
		at += n
		switch {
		case at+1 < len(b) && b[at+1] == '/' && isTag(b[at:], name, 2):
			if depth--; depth == 0 {
				return at
			}
		case isTag(b[at:], name, 1):
			depth++
		}
		at++
	}
}

// hasAttribute reports whether a tag has an attribute, with or without a value.
func hasAttribute(tag []byte, name string) bool {
	for at := 0; ; at++ {
		n := bytes.Index(tag[at:], []byte(name))
		if n < 0 {
			return false
		}
		at += n
		end := at + len(name)
		if at > 0 && isSpace(tag[at-1]) && end < len(tag) && (nameEnds(tag[end]) || tag[end] == '=') {
			return true
		}
	}
}

// sectioning collects sections.
type sectioning struct {
	body    bool // the region is the entire body
	list    []Section
	now     Section
	text    []byte
	heading bool // text is that of a heading
	pre     bool // in an element pre, whose lines are lines of the text
}

func (s *sectioning) scan(b []byte) {
	for len(b) > 0 {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			i = len(b)
		}
		s.words(b[:i])
		if b = b[i:]; len(b) == 0 {
			return
		}
		if !startsMarkup(b) {
			s.text = append(s.text, '<')
			b = b[1:]
			continue
		}
		b = s.tag(b)
	}
}

// words adds text with white space collapsed, except ends of lines in code.
func (s *sectioning) words(b []byte) {
	if bytes.IndexByte(b, '&') >= 0 {
		b = []byte(html.UnescapeString(string(b)))
	}
	for len(b) > 0 {
		n := 0
		for n < len(b) && b[n] > ' ' {
			n++
		}
		s.text = append(s.text, b[:n]...)
		if b = b[n:]; len(b) > 0 {
			n = 0
			for n < len(b) && b[n] <= ' ' {
				n++
			}
			if s.pre && bytes.IndexByte(b[:n], '\n') >= 0 {
				s.endLine()
			} else {
				s.gap(' ')
			}
			b = b[n:]
		}
	}
}

// gap ends a word.
func (s *sectioning) gap(with byte) {
	if n := len(s.text); n > 0 && s.text[n-1] > ' ' {
		s.text = append(s.text, with)
	}
}

// endLine ends a word and, outside of headings, a line.
func (s *sectioning) endLine() {
	if s.heading {
		s.gap(' ')
		return
	}
	if n := len(s.text); n > 0 && s.text[n-1] == ' ' {
		s.text = s.text[:n-1]
	}
	s.gap('\n')
}

// taken returns the text so far and resets it.
func (s *sectioning) taken() string {
	text := strings.TrimSpace(string(s.text))
	s.text = s.text[:0]
	return text
}

// close ends a section.
func (s *sectioning) close() {
	if s.heading {
		s.endHeading()
	}
	s.now.Text = s.taken()
	if s.now.Heading != "" || s.now.Text != "" {
		s.list = append(s.list, s.now)
	}
	s.now = Section{}
}

func (s *sectioning) endHeading() {
	s.now.Heading, s.heading = s.taken(), false
}

// tag reads the markup at the beginning of b and returns the rest.
func (s *sectioning) tag(b []byte) []byte {
	if bytes.HasPrefix(b, []byte("<!--")) {
		return after(b[4:], "-->")
	}
	end := tagEnd(b)
	if b[1] == '/' {
		name := tagName(b[1:end])
		if s.heading && isHeading(name) {
			s.endHeading()
		} else if !inline[name] {
			s.endLine()
		}
		if name == "pre" {
			s.pre = false
		}
		return b[end:]
	}
	name, tag := tagName(b[:end]), b[:end]
	switch {
	case passedOver[name], name == "header" && s.body,
		name == "a" && bytes.HasPrefix(attribute(tag, "href"), []byte("#fn")), // link to a footnote or back
		bytes.Contains(tag, []byte("hidden")) && !void[name] &&
			(hasAttribute(tag, "hidden") || string(attribute(tag, "aria-hidden")) == "true"):
		rest := b[end:]
		rest = rest[endOf(rest, name):]
		if len(rest) > 0 {
			rest = rest[tagEnd(rest):]
		}
		if !inline[name] {
			s.endLine()
		}
		return rest
	case isHeading(name):
		s.close()
		if s.heading = name != "h1"; !s.heading {
			return b[end+endOf(b[end:], name):]
		}
		s.now.ID = html.UnescapeString(string(attribute(tag, "id")))
	case !inline[name]:
		s.endLine()
		s.pre = s.pre || name == "pre"
	}
	return b[end:]
}

func isHeading(name string) bool {
	return len(name) == 2 && name[0] == 'h' && '1' <= name[1] && name[1] <= '6'
}

// passedOver are elements that are not about the subject of the page.
var passedOver = map[string]bool{
	"nav": true, "footer": true, "script": true, "style": true, "template": true, "svg": true, "form": true,
	"button": true,
	"select": true, "textarea": true, "annotation": true, "iframe": true, "object": true, "noscript": true, "dialog": true,
}

// inline are elements that do not end a word.
var inline = map[string]bool{
	"a": true, "abbr": true, "b": true, "bdi": true, "bdo": true, "cite": true, "code": true, "data": true, "del": true,
	"dfn": true,
	"em":  true, "i": true, "ins": true, "kbd": true, "mark": true, "q": true, "s": true, "samp": true, "small": true,
	"span":   true,
	"strong": true, "sub": true, "sup": true, "time": true, "u": true, "var": true, "wbr": true,
}
