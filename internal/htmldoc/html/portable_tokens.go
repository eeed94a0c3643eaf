package html

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
)

// tokens reads a fragment like html.Tokenizer but without its buffers: text and tags in the usual form. From
// the first token that requires the tokenizer on, a tokenizer reads the rest.
type tokens struct {
	room  []byte // the fragment
	src   []byte // the remaining text
	raw   []byte // the current token
	name  []byte // of the current tag
	attrs []plainAttr
	given int             // of attrs
	z     *html.Tokenizer // nil: it was not needed so far
}

type plainAttr struct{ key, value []byte }

// Next reads the next token.
func (t *tokens) Next() html.TokenType {
	if t.z == nil {
		if kind, ok := t.usual(); ok {
			return kind
		}
		t.z = html.NewTokenizer(bytes.NewReader(t.src))
	}
	return t.z.Next()
}

// usual reads a token in the usual form; ok is false if the tokenizer must read it.
func (t *tokens) usual() (kind html.TokenType, ok bool) {
	switch n := bytes.IndexByte(t.src, '<'); {
	case len(t.src) == 0:
		return html.ErrorToken, true
	case n < 0:
		return html.TextToken, t.text(len(t.src))
	case n > 0:
		return html.TextToken, startsMarkup(t.src[n:]) && t.text(n)
	case len(t.src) > 2 && t.src[1] == '/' && isLetter(t.src[2]):
		name, rest := plainName(t.src[2:])
		if !isLower(name) || len(rest) == 0 || rest[0] != '>' {
			return 0, false
		}
		t.name, t.attrs, t.given = name, t.attrs[:0], 0
		t.take(rest[1:])
		return html.EndTagToken, true
	case len(t.src) > 1 && isLetter(t.src[1]):
		return html.StartTagToken, t.tag()
	}
	return 0, false
}

// take makes the text before rest the current token.
func (t *tokens) take(rest []byte) {
	t.raw, t.src = t.src[:len(t.src)-len(rest)], rest
}

// text reads n bytes of text.
func (t *tokens) text(n int) bool {
	if s := t.src[:n]; bytes.IndexByte(s, '\r') >= 0 || bytes.IndexByte(s, 0) >= 0 {
		return false
	}
	t.take(t.src[n:])
	return true
}

// tag reads a start tag. It returns false if the tokenizer must read it.
func (t *tokens) tag() bool {
	name, b := plainName(t.src[1:])
	if !isLower(name) || rawNames[string(name)] {
		return false
	}
	t.name, t.attrs, t.given = name, t.attrs[:0], 0
	for {
		for len(b) > 0 && isSpace(b[0]) {
			b = b[1:]
		}
		switch {
		case len(b) > 0 && b[0] == '>':
			t.take(b[1:])
			return true
		case len(b) > 1 && b[0] == '/' && b[1] == '>':
			t.take(b[2:])
			return true
		case len(b) == 0 || b[0] == '/':
			return false
		}
		key, value, rest, ok := plainAttribute(b)
		if !ok || !isLower(key) || !t.isNew(key) || !saysWhatItHas(value) && !plainReferences(value) {
			return false
		}
		t.attrs, b = append(t.attrs, plainAttr{key, value}), rest
	}
}

// isNew reports whether the current tag has no attribute of that name yet. A tag with many attributes is left
// to the tokenizer.
func (t *tokens) isNew(key []byte) bool {
	return len(t.attrs) < 32 && !slices.ContainsFunc(t.attrs, func(a plainAttr) bool { return bytes.Equal(a.key, key) })
}

// rawNames are the elements whose content the tokenizer reads in another way.
var rawNames = set("iframe noembed noframes noscript plaintext script style textarea title xmp")

// isLower reports whether a name has no upper-case letter.
func isLower(name []byte) bool {
	for _, c := range name {
		if 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return len(name) > 0
}

// plainReferences reports whether the references in an attribute value mean the same there as in text: they end
// with a semicolon, and are numbers or names that XML has.
func plainReferences(value []byte) bool {
	if bytes.IndexByte(value, '\r') >= 0 || bytes.IndexByte(value, 0) >= 0 {
		return false
	}
	for {
		_, rest, more := bytes.Cut(value, []byte("&"))
		if !more {
			return true
		}
		name, after, ended := bytes.Cut(rest, []byte(";"))
		if !ended {
			return false
		}
		switch string(name) {
		case "amp", "lt", "gt", "quot", "apos":
		default:
			if number, ok := bytes.CutPrefix(name, []byte("#")); !ok || len(number) == 0 ||
				len(bytes.Trim(number, "0123456789")) > 0 {
				return false
			}
		}
		value = after
	}
}

// Text returns the current text with references resolved.
func (t *tokens) Text() []byte {
	if t.z != nil {
		return t.z.Text()
	}
	return unescaped(t.raw)
}

func unescaped(b []byte) []byte {
	if bytes.IndexByte(b, '&') < 0 {
		return b
	}
	return []byte(html.UnescapeString(string(b)))
}

// Raw returns the current token as written.
func (t *tokens) Raw() []byte {
	if t.z != nil {
		return t.z.Raw()
	}
	return t.raw
}

// TagName returns the name of the current tag, and whether it has attributes.
func (t *tokens) TagName() (name []byte, more bool) {
	if t.z != nil {
		return t.z.TagName()
	}
	return t.name, len(t.attrs) > 0
}

// TagAttr returns the next attribute of the current tag, and whether there are more.
func (t *tokens) TagAttr() (key, value []byte, more bool) {
	if t.z != nil {
		return t.z.TagAttr()
	}
	a := t.attrs[t.given]
	t.given++
	return a.key, unescaped(a.value), t.given < len(t.attrs)
}

// begin starts reading another fragment, reuses memory, and returns t.
func (t *tokens) begin(s string) *tokens {
	t.room = append(t.room[:0], s...)
	t.src, t.z = t.room, nil
	return t
}
