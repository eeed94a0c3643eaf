package html

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// MainHash returns the hash of the main content of a document: the main element; else the element with the role
// main; else the articles; else an element named content or main; else the body without header, nav, and
// footer. It is never 0.
//
// Only visible content counts: the words, regardless of markup and white space, and the URLs and texts of
// images, players, and frames. Navigation and footers in the content are ignored, because the links to
// neighbors change with the neighbors, and so are scripts and styles. The host of a URL and prefix, the folder
// of the site ("/blog", or ""), are ignored, because a site may move (rule M5).
//
// The document is scanned, not parsed. For invalid markup the hash is arbitrary but stable.
func MainHash(doc []byte, prefix string) uint64 {
	region, unmarked := mainRegion(doc)
	h := hashing{body: unmarked, prefix: prefix}
	h.d.Reset()
	h.scan(region)
	h.flush()
	return max(1, h.d.Sum64())
}

// MainPieces returns the hashes of the texts between tags, in order, of a document whose main content is not
// marked, so the caller can remove what the pages of a site share. It returns nil for any other document.
func MainPieces(doc []byte, prefix string) []uint64 {
	region, unmarked := mainRegion(doc)
	if !unmarked {
		return nil
	}
	h := hashing{body: true, prefix: prefix, pieces: []uint64{}}
	h.d.Reset()
	h.scan(region)
	h.piece()
	return h.pieces
}

// HashPieces returns the combined hash of some MainPieces, in order. It is never 0.
func HashPieces(pieces []uint64) uint64 {
	var d xxhash.Digest
	d.Reset()
	var b [8]byte
	for _, p := range pieces {
		binary.LittleEndian.PutUint64(b[:], p)
		d.Write(b[:])
	}
	return max(1, d.Sum64())
}

// mainRegion returns the main content; unmarked reports that it is the entire body.
func mainRegion(doc []byte) (region []byte, unmarked bool) {
	for _, find := range []func([]byte) []byte{
		func(doc []byte) []byte { return between(doc, "main") },
		func(doc []byte) []byte { return elementWith(doc, "role", "main") },
		func(doc []byte) []byte { return between(doc, "article") },
		func(doc []byte) []byte {
			return elementWith(doc, "id", "content", "main-content", "main", "bodyContent")
		},
	} {
		if region = find(doc); region != nil {
			return region, false
		}
	}
	if start := findTag(doc, "body", false); start >= 0 {
		doc = doc[start:]
	}
	if end := lastEndTag(doc, "body"); end >= 0 {
		doc = doc[:end]
	}
	return doc, true
}

// between returns the text between the first start tag and the last end tag of a name, or nil.
func between(doc []byte, name string) []byte {
	start := findTag(doc, name, false)
	if start < 0 {
		return nil
	}
	region := doc[start:]
	if end := lastEndTag(region, name); end >= 0 {
		region = region[:end]
	}
	return region
}

// elementWith returns the first element with one of these values of an attribute, from its start tag to its end
// tag, or nil.
func elementWith(doc []byte, attribute string, values ...string) []byte {
	if !hasValue(doc, attribute, values) { // most documents: saves the look at each tag
		return nil
	}
	for at := 0; ; at++ {
		n := bytes.IndexByte(doc[at:], '<')
		if n < 0 {
			return nil
		}
		at += n
		if at+1 >= len(doc) || !isLetter(doc[at+1]) {
			continue
		}
		end := bytes.IndexByte(doc[at:], '>')
		if end < 0 {
			return nil
		}
		if hasValue(doc[at:at+end], attribute, values) {
			if name, _ := plainName(doc[at+1 : at+end]); len(name) > 0 {
				return firstElement(doc[at:], string(bytes.ToLower(name)))
			}
		}
		at += end
	}
}

// hasValue reports whether a start tag, without its last character, has the attribute with one of these values. For a
// document, it is true if it is for one of its start tags, and perhaps for text like an attribute.
func hasValue(tag []byte, attribute string, values []string) bool {
	for at := 0; ; {
		n := bytes.Index(tag[at:], []byte(attribute+"="))
		if n < 0 {
			return false
		}
		at += n
		before, rest := at > 0 && isSpace(tag[at-1]), tag[at+len(attribute)+1:]
		at++
		if !before {
			continue
		}
		ends := " \t\r\n\f>"
		if len(rest) > 0 && (rest[0] == '"' || rest[0] == '\'') {
			ends, rest = string(rest[0])+">", rest[1:]
		}
		end := bytes.IndexAny(rest, ends)
		if end >= 0 {
			rest = rest[:end]
		}
		if slices.Contains(values, string(rest)) {
			return true
		}
	}
}

// firstElement cuts doc after the end of the element that it begins with.
func firstElement(doc []byte, name string) []byte {
	depth := 0
	for at := 0; ; at++ {
		n := bytes.IndexByte(doc[at:], '<')
		if n < 0 {
			return doc
		}
		at += n
		switch {
		case isTag(doc[at:], name, 1):
			depth++
		case at+1 < len(doc) && doc[at+1] == '/' && isTag(doc[at:], name, 2):
			if depth--; depth == 0 {
				return doc[:at]
			}
		}
	}
}

// mainSpan returns the position of mainRegion.
func mainSpan(doc []byte) Span {
	region, _ := mainRegion(doc)
	from := cap(doc) - cap(region) // both slices end where the memory of the document ends
	return Span{from, from + len(region)}
}

// findTag returns the offset of the first tag with this name, or -1. end selects end tags.
func findTag(doc []byte, name string, end bool) int {
	skip := 1
	if end {
		skip = 2
	}
	for at := 0; ; {
		n := bytes.IndexByte(doc[at:], '<')
		if n < 0 {
			return -1
		}
		at += n
		if (!end || at+1 < len(doc) && doc[at+1] == '/') && isTag(doc[at:], name, skip) {
			return at
		}
		at++
	}
}

// lastEndTag returns the offset of the last end tag with this name, or -1.
func lastEndTag(doc []byte, name string) int {
	for at := len(doc); ; {
		if at = bytes.LastIndexByte(doc[:at], '<'); at < 0 {
			return -1
		}
		if at+1 < len(doc) && doc[at+1] == '/' && isTag(doc[at:], name, 2) {
			return at
		}
	}
}

// isTag reports whether b has a tag with this name after skip bytes.
func isTag(b []byte, name string, skip int) bool {
	end := skip + len(name)
	if end >= len(b) || b[skip]|0x20 != name[0] || !foldEqual(b[skip:end], name) {
		return false
	}
	return nameEnds(b[end])
}

func nameEnds(c byte) bool { return c == '>' || c == '/' || isSpace(c) }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// hashing hashes words one by one, each followed by a zero byte.
type hashing struct {
	d      xxhash.Digest
	body   bool   // the region is the entire body
	prefix string // of paths on the site
	buf    [1024]byte
	n      int
	word   bool     // the last byte belongs to a word
	pieces []uint64 // hashes of the texts between tags; nil if not requested
	some   bool     // something was added since the last piece
}

// piece ends the text between two tags.
func (h *hashing) piece() {
	if h.pieces == nil {
		return
	}
	if h.flush(); h.some {
		h.pieces = append(h.pieces, h.d.Sum64())
		h.d.Reset()
		h.some = false
	}
}

func (h *hashing) flush() {
	h.some = h.some || h.n > 0
	h.d.Write(h.buf[:h.n])
	h.n = 0
}

func (h *hashing) put(c byte) {
	if h.n == len(h.buf) {
		h.flush()
	}
	h.buf[h.n] = c
	h.n++
}

// gap ends a word.
func (h *hashing) gap() {
	if h.word {
		h.put(0)
		h.word = false
	}
}

// text adds text; controls count as white space.
func (h *hashing) text(b []byte) {
	for len(b) > 0 {
		if h.n+1 >= len(h.buf) {
			h.flush()
		}
		part := b[:min(len(b), len(h.buf)-1-h.n)]
		b = b[len(part):]
		n, word := h.n, 0
		if h.word {
			word = 1
		}
		for _, c := range part { // without branches, since a processor can't predict where words end
			now := 0
			if c > ' ' {
				now = 1
			}
			h.buf[n] = c & byte(-now)
			n += now | word
			word = now
		}
		h.n, h.word = n, word == 1
	}
}

func (h *hashing) scan(b []byte) {
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			h.text(b)
			h.gap()
			return
		}
		h.text(b[:i])
		b = b[i:]
		if !startsMarkup(b) {
			h.word = true
			h.put('<')
			b = b[1:]
			continue
		}
		h.gap()
		h.piece()
		b = h.tag(b)
	}
}

// startsMarkup reports whether b, which begins with "<", begins a tag or a comment.
func startsMarkup(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	c := b[1]
	return c == '/' || c == '!' || c == '?' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// tag reads the markup at the beginning of b and returns the rest.
func (h *hashing) tag(b []byte) []byte {
	switch b[1] | 0x20 {
	case '!':
		if bytes.HasPrefix(b, []byte("<!--")) {
			return after(b[4:], "-->")
		}
	case 'n':
		if isTag(b, "nav", 1) {
			return h.skip(b, "nav")
		}
	case 'f':
		if isTag(b, "footer", 1) {
			return h.skip(b, "footer")
		}
	case 'h':
		if h.body && isTag(b, "header", 1) {
			return h.skip(b, "header")
		}
	case 't':
		if isTag(b, "template", 1) {
			return h.skip(b, "template")
		}
	case 's':
		switch {
		case isTag(b, "script", 1):
			return h.skip(b, "script")
		case isTag(b, "style", 1):
			return h.skip(b, "style")
		case isTag(b, "source", 1):
			return h.medium(b)
		}
	case 'i':
		if isTag(b, "img", 1) || isTag(b, "iframe", 1) {
			return h.medium(b)
		}
	case 'v':
		if isTag(b, "video", 1) {
			return h.medium(b)
		}
	case 'a':
		if isTag(b, "audio", 1) {
			return h.medium(b)
		}
	}
	return b[tagEnd(b):]
}

// skip skips an element and its contents.
func (h *hashing) skip(b []byte, name string) []byte {
	end := findTag(b[1:], name, true)
	if end < 0 {
		return nil
	}
	b = b[1+end:]
	return b[tagEnd(b):]
}

// medium hashes the media file of an image, player, or frame.
func (h *hashing) medium(b []byte) []byte {
	end := tagEnd(b)
	for _, name := range []string{"src", "alt"} {
		if v := attribute(b[:end], name); len(v) > 0 {
			if i := bytes.Index(v, []byte("//")); name == "src" && i >= 0 && i < 8 {
				v = v[i+2:]
				v = v[max(0, bytes.IndexByte(v, '/')):]
			}
			if name == "src" && len(v) > len(h.prefix) && v[len(h.prefix)] == '/' {
				v = bytes.TrimPrefix(v, []byte(h.prefix))
			}
			h.text(v)
			h.gap()
		}
	}
	return b[end:]
}

// tagEnd returns the length of the tag at the beginning of b; a ">" in quotes does not end it.
func tagEnd(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch c := b[i]; c {
		case '>':
			return i + 1
		case '"', '\'':
			if b[i-1] != '=' && !isSpace(b[i-1]) {
				continue
			}
			n := bytes.IndexByte(b[i+1:], c)
			if n < 0 {
				return len(b)
			}
			i += 1 + n
		}
	}
	return len(b)
}

// attribute returns the value of an attribute as written, without quotes.
func attribute(tag []byte, name string) []byte {
	for i := 1; i+len(name) < len(tag); i++ {
		end := i + len(name)
		if !isSpace(tag[i-1]) || !foldEqual(tag[i:end], name) {
			continue
		}
		v := bytes.TrimLeft(tag[end:], " \t\r\n\f")
		if len(v) == 0 || v[0] != '=' {
			continue
		}
		if v = bytes.TrimLeft(v[1:], " \t\r\n\f"); len(v) == 0 {
			return nil
		}
		if q := v[0]; q == '"' || q == '\'' {
			v = v[1:]
			if e := bytes.IndexByte(v, q); e >= 0 {
				return v[:e]
			}
			return v
		}
		if e := bytes.IndexAny(v, " \t\r\n\f>"); e >= 0 {
			return v[:e]
		}
		return v
	}
	return nil
}

// after returns the text after the first occurrence of end, or nothing.
func after(b []byte, end string) []byte {
	if i := bytes.Index(b, []byte(end)); i >= 0 {
		return b[i+len(end):]
	}
	return nil
}
