package html

import (
	"bytes"
	"strings"
)

// plainHead does the work of Head for Directives without a tokenizer and its buffers, for heads in the usual
// form; ok is false for anything that requires the tokenizer. It does not read the title. body is what follows.
func plainHead(doc []byte) (f Facts, body []byte, ok bool) {
	for {
		i := bytes.IndexByte(doc, '<')
		if i < 0 {
			return f, nil, true
		}
		body = doc[i:]
		if doc = doc[i+1:]; len(doc) < 2 {
			return f, nil, false
		}
		switch c := doc[0]; {
		case c == '!':
			if doc, ok = plainComment(doc[1:]); !ok {
				return f, nil, false
			}
		case c == '/':
			name, rest := plainName(doc[1:])
			if len(name) == 0 || len(rest) == 0 || rest[0] != '>' {
				return f, nil, false
			}
			if foldName(name, "head") {
				return f, body, true
			}
			doc = rest[1:]
		case isLetter(c):
			var over bool
			if doc, over, ok = f.plainTag(doc); over || !ok {
				return f, body, ok
			}
		default:
			return f, nil, false
		}
	}
}

// plainComment skips a comment or document type after "<!".
func plainComment(b []byte) (rest []byte, ok bool) {
	if !isLetter(b[0]) {
		if !bytes.HasPrefix(b, []byte("--")) {
			return nil, false
		}
		// A comment may end in other ways, all of which begin with two dashes or an arrow.
		b = b[2:]
		end := bytes.Index(b, []byte("--"))
		if end <= 0 || b[0] == '>' || b[0] == '-' || end+2 >= len(b) || b[end+2] != '>' {
			return nil, false
		}
		return b[end+3:], true
	}
	end := bytes.IndexByte(b, '>')
	return b[end+1:], end >= 0
}

// plainTag reads a start tag, and the text of an element whose contents are not markup. over means that the tag
// belongs into the body.
func (f *Facts) plainTag(b []byte) (rest []byte, over, ok bool) {
	name, b := plainName(b)
	var rel, href, of, equiv, content []byte
	var seen [5]bool
	for {
		for len(b) > 0 && isSpace(b[0]) {
			b = b[1:]
		}
		if len(b) == 0 {
			return nil, false, false
		}
		if b[0] == '>' {
			b = b[1:]
			break
		}
		if b[0] == '/' {
			if len(b) < 2 || b[1] != '>' || rawText(name) {
				return nil, false, false
			}
			b = b[2:]
			break
		}
		var key, value []byte
		if key, value, b, ok = plainAttribute(b); !ok {
			return nil, false, false
		}
		for i, known := range [...]string{"rel", "href", "name", "http-equiv", "content"} {
			if !foldName(key, known) {
				continue
			}
			if seen[i] {
				return nil, false, false // the first one counts
			}
			seen[i] = true
			*[...]*[]byte{&rel, &href, &of, &equiv, &content}[i] = value
		}
	}
	switch {
	case rawText(name):
		b, ok = afterRaw(b, name)
		return b, false, ok
	case !sayWhatTheyHave(rel, of, equiv):
		return nil, false, false
	case foldName(name, "meta"):
		if len(of) == len("robots") || len(of) == len("googlebot") || len(equiv) > 0 {
			if !saysWhatItHas(content) {
				return nil, false, false
			}
			f.directive(string(of), string(equiv), string(content))
		}
	case foldName(name, "link"):
		for token := range bytes.FieldsSeq(rel) {
			if bytes.EqualFold(token, []byte("canonical")) && f.Canonical == "" {
				if !saysWhatItHas(href) {
					return nil, false, false
				}
				f.Canonical = strings.TrimSpace(string(href))
			}
		}
	case foldName(name, "html"), foldName(name, "head"), foldName(name, "base"):
	case foldName(name, "noscript"), foldName(name, "template"):
		return nil, false, false
	default:
		return nil, true, true
	}
	return b, false, true
}

// sayWhatTheyHave is saysWhatItHas for several values.
func sayWhatTheyHave(values ...[]byte) bool {
	for _, v := range values {
		if !saysWhatItHas(v) {
			return false
		}
	}
	return true
}

// saysWhatItHas reports whether an attribute value needs no decoding: no character references, CR, or NUL.
func saysWhatItHas(value []byte) bool {
	return bytes.IndexByte(value, '&') < 0 && bytes.IndexByte(value, '\r') < 0 && bytes.IndexByte(value, 0) < 0
}

// plainAttribute reads an attribute. Its value is not decoded: see saysWhatItHas.
func plainAttribute(b []byte) (key, value, rest []byte, ok bool) {
	for len(key) < len(b) && (isLetter(b[len(key)]) || b[len(key)] == '-' || b[len(key)] == ':' || b[len(key)] == '_') {
		key = b[:len(key)+1]
	}
	if b = b[len(key):]; len(key) == 0 || len(b) < 2 {
		return nil, nil, nil, false
	}
	if b[0] != '=' { // it has no value, and none follows behind spaces
		ok = b[0] == '>' || isSpace(b[0]) && (isLetter(b[1]) || b[1] == '>')
		return key, nil, b, ok
	}
	b = b[1:]
	if q := b[0]; q == '"' || q == '\'' {
		end := bytes.IndexByte(b[1:], q)
		if end < 0 {
			return nil, nil, nil, false
		}
		value, b = b[1:1+end], b[end+2:]
		if len(b) == 0 || b[0] != '>' && b[0] != '/' && !isSpace(b[0]) {
			return nil, nil, nil, false
		}
	} else {
		end := bytes.IndexAny(b, " \t\r\n\f>\"'=<`")
		if end <= 0 || b[end-1] == '/' || b[end] != '>' && !isSpace(b[end]) {
			return nil, nil, nil, false
		}
		value, b = b[:end], b[end:]
	}
	return key, value, b, true
}

// rawText reports whether an element contains text instead of markup.
func rawText(name []byte) bool {
	return foldName(name, "title") || foldName(name, "script") || foldName(name, "style")
}

// afterRaw skips the text of such an element and its end tag.
func afterRaw(b []byte, name []byte) (rest []byte, ok bool) {
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 || i+2+len(name) >= len(b) || b[i+1] == '!' { // a script may hide its end in a comment
			return nil, false
		}
		if b = b[i+1:]; b[0] == '/' && bytes.EqualFold(b[1:1+len(name)], name) {
			b = b[1+len(name):]
			return b[1:], b[0] == '>'
		}
	}
}

// plainName splits off the letters and digits at the beginning of b.
func plainName(b []byte) (name, rest []byte) {
	for i, c := range b {
		if !isLetter(c) && (c < '0' || c > '9') {
			if c != '>' && c != '/' && !isSpace(c) {
				return nil, nil
			}
			return b[:i], b[i:]
		}
	}
	return nil, nil
}

// foldName compares with a lower-case ASCII name, ignoring case.
func foldName(b []byte, name string) bool { return len(b) == len(name) && foldEqual(b, name) }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
