package block

import (
	"slices"
	"strings"
)

// Tag is a tag of HTML or JSX.
type Tag struct {
	Name       string // "" for a fragment of JSX
	Close      bool   // </name>
	Empty      bool   // <name />
	Attributes []Attribute
	Line       int  // from 1
	Column     int  // in characters, from 1
	Raw        bool // it is inside HTML in which Markdown is text
	Source     string
}

// Attribute is an attribute of a tag. An attribute without a value has its name as value.
type Attribute struct {
	Name, Value string
	Expression  bool // Value is the JavaScript between braces
}

// String returns the tag without its attributes.
func (t *Tag) String() string {
	if t.Close {
		return "</" + t.Name + ">"
	}
	return "<" + t.Name + ">"
}

// HTML returns the tag as HTML, without one attribute. An empty element has its end, too.
func (t *Tag) HTML(without string) string {
	if t.Close {
		return t.String()
	}
	var b strings.Builder
	b.WriteString("<" + t.Name)
	for _, a := range t.Attributes {
		if a.Name != without {
			b.WriteString(" " + a.Name + `="` + strings.ReplaceAll(a.Value, `"`, "&quot;") + `"`)
		}
	}
	switch {
	case !t.Empty:
		return b.String() + ">"
	case IsVoid(t.Name):
		return b.String() + " />"
	}
	return b.String() + "></" + t.Name + ">"
}

// IsVoid reports whether an HTML element has no end. Browsers read <iframe /> as the start of an element:
// https://html.spec.whatwg.org/multipage/syntax.html#void-elements
func IsVoid(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}

// Has reports whether a tag has an attribute.
func (t *Tag) Has(name string) bool {
	return slices.ContainsFunc(t.Attributes, func(a Attribute) bool { return a.Name == name })
}

// Value returns the value of an attribute; "" if there is none.
func (t *Tag) Value(name string) string {
	for _, a := range t.Attributes {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// longestTag is the maximum length of a tag or expression. The search for an end stops there, so many unfinished tags
// do not take more than linear time.
const longestTag = 1 << 14

// longestString is the maximum length of a quoted string in an expression.
const longestString = 1 << 11

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// nameEnd returns the end of the name that starts at i.
func nameEnd(s string, i int) int {
	for i < len(s) && (isLetter(s[i]) || s[i] >= '0' && s[i] <= '9' || strings.IndexByte("_-.:$@#", s[i]) >= 0) {
		i++
	}
	return i
}

func spaceEnd(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

// readTag reads the tag at the start of a text and returns its length, or 0 if there is none. With jsx, values may be
// expressions and a tag may have no name.
func readTag(s string, jsx bool) (t *Tag, n int) {
	s = s[:min(len(s), longestTag)]
	t = &Tag{}
	i := 1
	if t.Close = strings.HasPrefix(s, "</"); t.Close {
		i++
	}
	end := i
	if i < len(s) && isLetter(s[i]) {
		end = nameEnd(s, i)
	}
	if t.Name = s[i:end]; t.Name == "" && !(jsx && end < len(s) && s[end] == '>') || strings.ContainsAny(t.Name, "@$#") {
		return nil, 0
	}
	for i = end; ; {
		at := spaceEnd(s, i)
		switch {
		case at >= len(s):
			return nil, 0
		case s[at] == '>':
			return t, at + 1
		case s[at] == '/' && at+1 < len(s) && s[at+1] == '>':
			t.Empty = true
			return t, at + 2
		case s[at] == '{' && jsx && at > i: // {...props}
			size := Braces(s[at:])
			if size == 0 {
				return nil, 0
			}
			i = at + size
			continue
		case at == i && i == end:
			return nil, 0
		}
		next := nameEnd(s, at)
		if next == at {
			return nil, 0
		}
		a := Attribute{Name: s[at:next], Value: s[at:next]}
		i = next
		if at = spaceEnd(s, next); at < len(s) && s[at] == '=' {
			if i = value(s, spaceEnd(s, at+1), jsx, &a); i == 0 {
				return nil, 0
			}
		}
		t.Attributes = append(t.Attributes, a)
	}
}

// value reads the attribute value that starts at i and returns its end, or 0 if there is none.
func value(s string, i int, jsx bool, a *Attribute) int {
	switch {
	case i >= len(s):
		return 0
	case s[i] == '"' || s[i] == '\'':
		size := strings.IndexByte(s[i+1:], s[i])
		if size < 0 {
			return 0
		}
		a.Value = s[i+1 : i+1+size]
		return i + size + 2
	case s[i] == '{' && jsx:
		size := Braces(s[i:])
		if size == 0 {
			return 0
		}
		a.Value, a.Expression = strings.TrimSpace(s[i+1:i+size-1]), true
		return i + size
	}
	end := i
	for end < len(s) && !isSpace(s[end]) && strings.IndexByte("\"'=<>`", s[end]) < 0 {
		end++
	}
	if end == i || jsx {
		return 0
	}
	a.Value = s[i:end]
	return end
}

// Braces returns the length of the JavaScript in braces at the start of a text, or 0 if it has no end.
func Braces(s string) int { return bracketed(s, false) }

// bracketed is Braces, for any brackets if all is true.
func bracketed(s string, all bool) int {
	s = s[:min(len(s), longestTag)]
	depth := 0
	var until [2]int // end of the line in which a quote is an apostrophe
	end := 0         // of the line
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '{', '[', '(':
			if c != '{' && !all {
				continue
			}
			if depth++; depth > MaxNesting {
				return 0
			}
		case '}', ']', ')':
			if c != '}' && !all {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			if i >= end {
				end = len(s)
				if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
					end = i + n
				}
			}
			if apostrophe := &until[c&1]; i >= *apostrophe {
				if n := stringEnd(s[i+1:min(end, i+longestString)], c); n >= 0 {
					i += n + 1
				} else {
					*apostrophe = end
				}
			}
		case '`':
			end := stringEnd(s[i+1:], c)
			if end < 0 {
				return 0
			}
			i += end + 1
		case '/':
			if !strings.HasPrefix(s[i:], "/*") {
				continue
			}
			end := strings.Index(s[i+2:], "*/")
			if end < 0 {
				return 0
			}
			i += end + 3
		}
	}
	return 0
}

// stringEnd returns the offset of the closing quote, or -1.
func stringEnd(s string, quote byte) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case quote:
			return i
		}
	}
	return -1
}
