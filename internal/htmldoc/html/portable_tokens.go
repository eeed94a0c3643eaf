package html

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
)

// tokens reads a fragment as html.Tokenizer does, without its buffers: text and tags that are written as nearly all
// are. From the first token on that takes more to be read right, a tokenizer reads the rest.
type tokens struct {
	room  []byte // the fragment
	src   []byte // what is left
	raw   []byte // the token at hand
	name  []byte // of the tag at hand
	attrs []plainAttr
	given int             // of attrs
	z     *html.Tokenizer // nil: it was not needed so far
}

type plainAttr struct{ key, value []byte }

// Next reads the next token.
func (t *tokens) Next() html.TokenType {
	if t.z == nil {
		if kind, ok := t.plain(); ok {
			return kind
		}
		t.z = html.NewTokenizer(bytes.NewReader(t.src))
	}
	return t.z.Next()
}

// plain reads a token; ok is false for one that the tokenizer must read.
func (t *tokens) plain() (kind html.TokenType, ok bool) {
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

// take makes what stands before rest the token at hand.
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

// tag reads a start tag.
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

// isNew reports whether the tag at hand has no attribute of that name yet. A tag with many attributes is not plain.
func (t *tokens) isNew(key []byte) bool {
	return len(t.attrs) < 32 && !slices.ContainsFunc(t.attrs, func(a plainAttr) bool { return bytes.Equal(a.key, key) })
}

// rawNames are the elements whose content the tokenizer reads in another way.
var rawNames = set("iframe noembed noframes noscript plaintext script style textarea title xmp")

// isLower reports whether a name has no capital letter; "" has none to tell.
func isLower(name []byte) bool {
	for _, c := range name {
		if 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return len(name) > 0
}

// plainReferences reports whether the references in the value of an attribute mean there what they mean in text: those
// that end, with a name that XML has or a number.
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

// Text returns the text at hand without references.
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

// Raw returns the token at hand as it is written.
func (t *tokens) Raw() []byte {
	if t.z != nil {
		return t.z.Raw()
	}
	return t.raw
}

// TagName returns the name of the tag at hand, and whether it has attributes.
func (t *tokens) TagName() (name []byte, more bool) {
	if t.z != nil {
		return t.z.TagName()
	}
	return t.name, len(t.attrs) > 0
}

// TagAttr returns the next attribute of the tag at hand, and whether there are others.
func (t *tokens) TagAttr() (key, value []byte, more bool) {
	if t.z != nil {
		return t.z.TagAttr()
	}
	a := t.attrs[t.given]
	t.given++
	return a.key, unescaped(a.value), t.given < len(t.attrs)
}

// begin begins with another fragment, in the room of the one before, and returns t.
func (t *tokens) begin(s string) *tokens {
	t.room = append(t.room[:0], s...)
	t.src, t.z = t.room, nil
	return t
}
