package sitemap

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// space is a namespace.
type space uint8

const (
	spaceNone space = iota
	spaceSitemap
	spaceImage
	spaceVideo
	spaceNews
	spaceXHTML
	spaceAtom
	spaceAtom03 // of version 0.3
	spaceRSS10  // of RSS 1.0
	spaceDC
	spaceXML // of xml:lang and the like
	spaceXSI
	spaceOther

	spaceWrong space = 0x80 // a flag: the namespace is misspelled (rule U6)
)

// namespaces are the known namespaces, by their space.
var namespaces = [...]string{
	spaceSitemap: nsSitemap, spaceImage: nsImage, spaceVideo: nsVideo, spaceNews: nsNews, spaceXHTML: nsXHTML,
	spaceAtom: "http://www.w3.org/2005/Atom", spaceAtom03: "http://purl.org/atom/ns#",
	spaceRSS10: "http://purl.org/rss/1.0/",
	spaceDC:    "http://purl.org/dc/elements/1.1/",
	spaceXML:   "http://www.w3.org/XML/1998/namespace", spaceXSI: nsXSI,
}

// spaceOf finds a namespace; for common misspellings it sets spaceWrong.
func spaceOf(uri []byte) space {
	if len(uri) == 0 {
		return spaceNone
	}
	for i, ns := range namespaces {
		if string(uri) == ns && ns != "" {
			return space(i)
		}
	}
	s := strings.TrimRight(strings.ToLower(string(uri)), "/ ")
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "https:"); ok {
		s = "http:" + rest
	}
	for i, ns := range namespaces[:spaceXHTML+1] {
		if s == ns && ns != "" {
			return space(i) | spaceWrong
		}
	}
	return spaceOther
}

// binding maps a prefix to a namespace.
type binding struct {
	prefix string
	space  space
}

// lookup finds the namespace of a prefix.
func (s *scanner) lookup(prefix []byte) (space, bool) {
	for i := len(s.bounds) - 1; i >= 0; i-- {
		if s.bounds[i].prefix == string(prefix) {
			return s.bounds[i].space, true
		}
	}
	if string(prefix) == "xml" {
		return spaceXML, true
	}
	return spaceNone, len(prefix) == 0
}

// nameEnd tells which bytes end a name; all others are part of it.
var nameEnd = [256]bool{
	' ': true, '\t': true, '\n': true, '\r': true, '/': true, '>': true, '=': true, '<': true,
	'"': true, '\'': true, '&': true,
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// cutName splits a name into prefix and local part.
func cutName(name []byte) (prefix, local []byte, ok bool) {
	if len(name) == 0 || name[0] >= '0' && name[0] <= '9' || name[0] == '-' || name[0] == '.' {
		return nil, nil, false
	}
	i := bytes.IndexByte(name, ':')
	if i < 0 {
		return nil, name, true
	}
	return name[:i], name[i+1:], i > 0 && i < len(name)-1 && bytes.IndexByte(name[i+1:], ':') < 0
}

// tagLength returns the length of the tag at s.pos, up to its ">"; one in quotes does not count.
func (s *scanner) tagLength() (int, error) {
	n := s.find(1, ">")
	if n < 0 {
		return 0, s.ended("a tag")
	}
	tag := s.buf[s.pos+1 : s.pos+n]
	if bytes.IndexByte(tag, '"') < 0 && bytes.IndexByte(tag, '\'') < 0 {
		return n, nil
	}
	return s.unquoted(1, "a tag", false)
}

// unquoted returns the position of the first ">" from i that is not in quotes, nor, with nested, in brackets.
func (s *scanner) unquoted(i int, what string, nested bool) (int, error) {
	var quote byte
	brackets := 0
	for ; ; i++ {
		for s.pos+i >= len(s.buf) {
			if !s.more() {
				return 0, s.ended(what)
			}
		}
		switch c := s.buf[s.pos+i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[' && nested:
			brackets++
		case c == ']' && nested:
			brackets--
		case c == '>' && brackets <= 0:
			return i, nil
		}
	}
}

// start reads a start tag.
func (s *scanner) start() (token, error) {
	if len(s.open) == 0 && s.rooted {
		return 0, s.fail("XML", "a second root element")
	}
	if len(s.open) == maxDepth {
		return 0, s.fail("XML", "more than %d elements inside of each other", maxDepth)
	}
	n, err := s.tagLength()
	if err != nil {
		return 0, err
	}
	tag := s.buf[s.pos+1 : s.pos+n]
	if len(tag) > 0 && tag[len(tag)-1] == '/' {
		tag, s.empty = tag[:len(tag)-1], true
	}
	i := 0
	for i < len(tag) && !nameEnd[tag[i]] {
		i++
	}
	name := tag[:i]
	prefix, local, ok := cutName(name)
	if !ok {
		return 0, s.fail("XML", "a tag without a name")
	}
	el := openElement{len(s.names), len(s.bounds)}
	if err := s.readAttrs(tag, i); err != nil {
		return 0, err
	}
	s.names = append(s.names, name...)
	s.open = append(s.open, el)
	if s.space, ok = s.lookup(prefix); !ok {
		return 0, s.fail("XML", "the prefix %q is not declared", prefix)
	}
	s.name, s.rooted, s.begun = local, true, true
	s.pos += n + 1
	return tokenStart, nil
}

// readAttrs sets s.attrs, and s.bounds from namespace declarations. i is the end of the name in the tag.
func (s *scanner) readAttrs(tag []byte, i int) error {
	s.attrs = s.attrs[:0]
	for {
		from := i
		for i < len(tag) && isSpace(tag[i]) {
			i++
		}
		if i == len(tag) {
			break
		}
		if i == from {
			return s.fail("XML", "no space between attributes")
		}
		from = i
		for i < len(tag) && !nameEnd[tag[i]] {
			i++
		}
		prefix, local, ok := cutName(tag[from:i])
		if !ok {
			return s.fail("XML", "an attribute without a name")
		}
		for i < len(tag) && isSpace(tag[i]) {
			i++
		}
		if i == len(tag) || tag[i] != '=' {
			return s.fail("XML", "the attribute %q has no value", tag[from:i])
		}
		for i++; i < len(tag) && isSpace(tag[i]); {
			i++
		}
		if i == len(tag) || tag[i] != '"' && tag[i] != '\'' {
			return s.fail("XML", "the value of the attribute %q is not in quotes", local)
		}
		n := bytes.IndexByte(tag[i+1:], tag[i])
		if n < 0 {
			return s.fail("XML", "the value of the attribute %q has no end", local)
		}
		a := attr{prefix: prefix, name: local, value: tag[i+1 : i+1+n], at: i + 2}
		i += n + 2
		if err := s.addAttr(a); err != nil {
			return err
		}
	}
	for i := range s.attrs {
		a := &s.attrs[i]
		if len(a.prefix) > 0 {
			var ok bool
			if a.space, ok = s.lookup(a.prefix); !ok {
				return s.fail("XML", "the prefix %q is not declared", a.prefix)
			}
		}
	}
	return nil
}

// addAttr adds an attribute.
func (s *scanner) addAttr(a attr) error {
	prefix, local, value := a.prefix, a.name, a.value
	s.text, s.cdata = value, true
	if err := s.checkText(); err != nil {
		return err
	}
	if bytes.IndexByte(value, '<') >= 0 {
		return s.fail("XML", `"<" in the value of the attribute %q`, local)
	}
	for _, b := range s.attrs {
		if string(b.name) == string(local) && string(b.prefix) == string(prefix) {
			return s.fail("XML", "the attribute %q appears twice", local)
		}
	}
	if len(s.attrs) == maxAttrs {
		return s.fail("XML", "more than %d attributes", maxAttrs)
	}
	isDefault := len(prefix) == 0 && string(local) == "xmlns"
	if isDefault || string(prefix) == "xmlns" {
		uri, ok := appendDecoded(nil, value)
		if !ok {
			return s.fail("XML", "an entity that is not known")
		}
		name := ""
		if !isDefault {
			name = string(local)
			if len(uri) == 0 {
				return s.fail("XML", "the prefix %q is not declared", name)
			}
		}
		s.bounds = append(s.bounds, binding{name, spaceOf(uri)})
		return nil
	}
	s.attrs = append(s.attrs, a)
	return nil
}

// end reads an end tag.
func (s *scanner) end() (token, error) {
	n := s.find(2, ">")
	if n < 0 {
		return 0, s.ended("a tag")
	}
	name := s.buf[s.pos+2 : s.pos+n]
	for len(name) > 0 && isSpace(name[len(name)-1]) {
		name = name[:len(name)-1]
	}
	if len(s.open) == 0 {
		return 0, s.fail("XML", "</%s> without a start", name)
	}
	if want := s.names[s.open[len(s.open)-1].from:]; !bytes.Equal(name, want) {
		return 0, s.fail("XML", "</%s> where </%s> is expected", name, want)
	}
	s.pos += n + 1
	s.pop()
	return tokenEnd, nil
}

// pop closes the innermost element.
func (s *scanner) pop() {
	el := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	s.names, s.bounds = s.names[:el.from], s.bounds[:el.bounds]
}

// appendDecoded appends text with its references replaced. It reports false for an entity that XML does not
// predefine, and for a character that XML forbids.
func appendDecoded(dst, text []byte) ([]byte, bool) {
	for {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			return append(dst, text...), true
		}
		dst = append(dst, text[:i]...)
		text = text[i+1:]
		n := bytes.IndexByte(text, ';')
		if n < 0 || n > 12 {
			return dst, false
		}
		switch ref := text[:n]; string(ref) {
		case "amp":
			dst = append(dst, '&')
		case "lt":
			dst = append(dst, '<')
		case "gt":
			dst = append(dst, '>')
		case "quot":
			dst = append(dst, '"')
		case "apos":
			dst = append(dst, '\'')
		default:
			r, ok := charRef(ref)
			if !ok {
				return dst, false
			}
			dst = utf8.AppendRune(dst, r)
		}
		text = text[n+1:]
	}
}

// charRef parses "#38" or "#x26".
func charRef(ref []byte) (rune, bool) {
	if len(ref) < 2 || ref[0] != '#' {
		return 0, false
	}
	r, base, digits := rune(0), rune(10), ref[1:]
	if digits[0] == 'x' {
		base, digits = 16, digits[1:]
	}
	if len(digits) == 0 {
		return 0, false
	}
	for _, c := range digits {
		d := rune(99)
		if isHex(c) {
			d = rune(unhex(c))
		}
		if d >= base || r > 0x10FFFF {
			return 0, false
		}
		r = r*base + d
	}
	return r, isXMLChar(r)
}
