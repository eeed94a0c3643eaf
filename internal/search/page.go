package search

import (
	"encoding/binary"
	"errors"
)

// Page is what the index keeps of one page: its terms with their weights, in few bytes. It is never changed.
type Page struct {
	terms  string // of each: length of what it shares with the one before, the rest, weight, passage
	Stamp  string // part of the names of its text files
	Firsts []int  // the passages that its text files after the first begin with
}

// Read splits a document into terms, and its passages into text files: what results show of it.
func Read(d *Document) (*Page, []File) {
	d = d.divided()
	p := &Page{}
	files := p.texts(d)
	var b []byte
	last := ""
	for _, t := range postings(d) {
		n := shared(last, t.word)
		b = append(b, byte(n), byte(len(t.word)-n))
		b = append(b, t.word[n:]...)
		b = append(b, byte(t.weight))
		b = binary.AppendUvarint(b, uint64(t.passage))
		last = t.word
	}
	p.terms = string(b)
	return p, files
}

func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// cursor reads the terms of a page.
type cursor struct {
	rest string
	word []byte
	posting
}

// next moves on to the next term; word holds it until then.
func (c *cursor) next() bool {
	if len(c.rest) < 4 {
		return false
	}
	n, m := int(c.rest[0]), int(c.rest[1])
	c.word = append(c.word[:n], c.rest[2:2+m]...)
	c.weight = int(c.rest[2+m])
	c.rest = c.rest[3+m:]
	c.passage = 0
	for shift := 0; ; shift += 7 {
		b := c.rest[0]
		c.rest = c.rest[1:]
		c.passage |= int(b&0x7f) << shift
		if b < 0x80 {
			return true
		}
	}
}

// Encode returns the page as bytes that Decode reads.
func (p *Page) Encode() []byte {
	b := append([]byte{byte(len(p.Stamp))}, p.Stamp...)
	b = binary.AppendUvarint(b, uint64(len(p.Firsts)))
	for _, n := range p.Firsts {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return append(b, p.terms...)
}

// Decode reads a page that Encode wrote; the bytes must be those.
func Decode(b []byte) (*Page, error) {
	if len(b) == 0 || len(b) < 2+int(b[0]) {
		return nil, errors.New("a page of the search index ends too early")
	}
	p := &Page{Stamp: string(b[1 : 1+b[0]])}
	b = b[1+len(p.Stamp):]
	count, n := binary.Uvarint(b)
	for b = b[max(n, 0):]; count > 0; count-- {
		first, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, errors.New("a page of the search index ends too early")
		}
		p.Firsts = append(p.Firsts, int(first))
		b = b[n:]
	}
	p.terms = string(b)
	return p, nil
}
