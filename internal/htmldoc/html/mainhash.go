package html

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// MainHash returns the hash of what a document says in its main element; without one in the element with the role main,
// in its articles, in an element that is called content or main, and without those in its body, header, nav and footer
// left out. It is never 0.
//
// Only what a reader sees counts: the words, whatever the markup and white space between them, and the
// address and the text of images, players and frames. Navigation and footers in the content do not
// count (the links to neighbours change with the neighbours), nor do scripts and styles. The host of an
// address does not count, nor does prefix, the folder that the site is served below ("/blog", or ""): a site may
// move (rule M5).
//
// The document is scanned, not parsed; for broken markup the result is some hash, always the same.
func MainHash(doc []byte, prefix string) uint64 {
	region, whole := mainRegion(doc)
	h := hashing{body: whole, prefix: prefix}
	h.d.Reset()
	h.scan(region)
	h.flush()
	return max(1, h.d.Sum64())
}

// MainPieces returns the hashes of the texts between tags, in order, of a document in which nothing says where its main
// content is, so that what pages of a site share can be taken away; nil for any other document.
func MainPieces(doc []byte, prefix string) []uint64 {
	region, whole := mainRegion(doc)
	if !whole {
		return nil
	}
	h := hashing{body: true, prefix: prefix, pieces: []uint64{}}
	h.d.Reset()
	h.scan(region)
	h.piece()
	return h.pieces
}

// HashPieces returns the hash of some of MainPieces, in their order. It is never 0.
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

// mainRegion cuts out the main content; whole says that it is all of the body.
func mainRegion(doc []byte) (region []byte, whole bool) {
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

// between returns what lies between the first start tag of a name and its last end tag; nil: there is none.
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

// elementWith returns the first element with one of some values of an attribute, from its start tag to its end tag;
// nil: there is none.
func elementWith(doc []byte, attribute string, values ...string) []byte {
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

// hasValue reports whether a start tag, without its last character, has the attribute with one of these values.
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
		end := bytes.IndexAny(rest, " \t\r\n\f")
		if len(rest) > 0 && (rest[0] == '"' || rest[0] == '\'') {
			quote := rest[0]
			rest = rest[1:]
			end = bytes.IndexByte(rest, quote)
		}
		if end >= 0 {
			rest = rest[:end]
		}
		if slices.Contains(values, string(rest)) {
			return true
		}
	}
}

// firstElement cuts off what follows the element of a name that doc begins with.
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

// mainSpan says where mainRegion lies.
func mainSpan(doc []byte) Span {
	region, _ := mainRegion(doc)
	from := cap(doc) - cap(region) // both end where the memory of the document ends
	return Span{from, from + len(region)}
}

// findTag returns where the first tag of this name begins, -1 when there is none. end asks for an end tag.
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

// lastEndTag returns where the last end tag of this name begins, -1 when there is none.
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

// isTag reports whether the name of the tag b, which begins after skip bytes, is this one.
func isTag(b []byte, name string, skip int) bool {
	end := skip + len(name)
	if end >= len(b) || b[skip]|0x20 != name[0] || !foldEqual(b[skip:end], name) {
		return false
	}
	return nameEnds(b[end])
}

func nameEnds(c byte) bool { return c == '>' || c == '/' || isSpace(c) }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// hashing hashes words as they come: each followed by a zero byte.
type hashing struct {
	d      xxhash.Digest
	body   bool   // the region is the whole body
	prefix string // of paths on the site
	buf    [1024]byte
	n      int
	word   bool     // the last byte belongs to a word
	pieces []uint64 // of the texts between tags; nil: nobody asks for them
	some   bool     // something was added since the last piece
}

// piece ends a text between tags.
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
		n, word := h.n, h.word
		for _, c := range part {
			if c > ' ' {
				h.buf[n] = c
				n++
				word = true
			} else if word {
				h.buf[n] = 0
				n++
				word = false
			}
		}
		h.n, h.word = n, word
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

// tag reads the markup that b begins with and returns what follows it.
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

// skip passes over an element with all that it holds.
func (h *hashing) skip(b []byte, name string) []byte {
	end := findTag(b[1:], name, true)
	if end < 0 {
		return nil
	}
	b = b[1+end:]
	return b[tagEnd(b):]
}

// medium hashes what an image, player or frame shows.
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

// tagEnd returns the length of the tag that b begins with; a ">" in quotes does not end it.
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

// attribute returns the value of an attribute as it is written, without quotes.
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

// after returns what follows the first occurrence of end, nothing when there is none.
func after(b []byte, end string) []byte {
	if i := bytes.Index(b, []byte(end)); i >= 0 {
		return b[i+len(end):]
	}
	return nil
}
