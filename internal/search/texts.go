package search

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

// How much text a browser reads to show an excerpt, in bytes.
const (
	mostPassage = 1200 // a longer one is divided
	mostFile    = 3600 // of a text file that holds more than one passage
)

// divided returns the document with long passages cut in pieces that have the same heading. The first one has none: a title
// leads to the beginning of the page.
func (d *Document) divided() *Document {
	out := *d
	out.Passages = nil
	if len(d.Passages) == 0 || d.Passages[0].Heading != "" {
		out.Passages = []Passage{{}}
	}
	for _, p := range d.Passages {
		for text := p.Text; ; {
			n := piece(text)
			out.Passages = append(out.Passages, Passage{p.Heading, p.Anchor, text[:n]})
			if text = strings.TrimLeft(text[n:], " "); text == "" {
				break
			}
		}
	}
	return &out
}

// piece returns the length of the first piece of a text: to a space, or where there is none to a character.
func piece(text string) int {
	if len(text) <= mostPassage {
		return len(text)
	}
	if i := strings.LastIndexByte(text[:mostPassage], ' '); i > mostPassage/2 {
		return i
	}
	n := mostPassage
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

// texts makes the text files of a page.
func (p *Page) texts(d *Document) []File {
	var bodies []string
	var b strings.Builder
	size := 0
	for i, s := range d.Passages {
		if i == 0 && s.Text == "" && len(d.Passages) > 1 {
			s.Text = d.Passages[1].Text // so that there is something to show
		}
		if n := len(s.Text) + len(s.Heading); size > 0 && size+n > mostFile {
			bodies = append(bodies, b.String())
			b.Reset()
			p.Firsts, size = append(p.Firsts, i), 0
		}
		if size += len(s.Text) + len(s.Heading) + 1; b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString("[" + quote(s.Heading) + "," + quote(s.Anchor) + "," + quote(s.Text) + "]")
	}
	bodies = append(bodies, b.String())
	var sum xxhash.Digest
	sum.Reset()
	for _, s := range bodies {
		_, _ = sum.WriteString(s)
		_, _ = sum.WriteString("\n")
	}
	p.TextHash = base32(sum.Sum64(), 4)
	files := make([]File, len(bodies))
	for i, s := range bodies {
		files[i] = file(TextName(d.Address, p.TextHash, i), "["+s+"]")
	}
	return files
}

// TextName returns the name of a text file of a page. The hash is short, since a browser reads those of many pages;
// it only has to tell a page's text from what it was before.
func TextName(address, hash string, i int) string {
	h := uint32(2166136261) // FNV-1a, over the units that strings have in JavaScript
	for _, c := range utf16.Encode([]rune(address)) {
		h = (h ^ uint32(c)) * 16777619
	}
	return "t" + strconv.FormatUint(uint64(h), 36) + "-" + hash + strconv.Itoa(i) + ".js"
}

// file wraps what a file holds in a call.
func file(name, data string) File {
	return File{name, []byte(Call + "(" + data + ")\n")}
}

// named returns a file whose name is made from what it holds; kind is its first letter.
func named(kind, data string) File {
	return file(kind+base32(xxhash.Sum64String(data), 10)+".js", data)
}

// base32 writes the lowest bits of a number, five to a digit: in lower case, for file systems that know no other.
func base32(n uint64, digits int) string {
	const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
	b := make([]byte, digits)
	for i := range b {
		b[i] = alphabet[n&31]
		n >>= 5
	}
	return string(b)
}

// quote writes a string as a literal of JavaScript. What is no valid UTF-8 becomes U+FFFD.
func quote(s string) string {
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r < ' ' || r == 0x2028 || r == 0x2029:
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return string(append(b, '"'))
}
