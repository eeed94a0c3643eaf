package search

import "github.com/sitegen/sitegen/internal/base/codec"

// Page has the terms of one page with their weights, in compact form. It is never changed.
type Page struct {
	terms string // for each: length of the prefix shared with the previous one, the rest, weight, passages
}

// Splitter splits one document after the other into terms and reuses its buffers. The zero value is ready to use; it is
// not safe for concurrent use.
type Splitter struct {
	tally
	w codec.Writer
}

// Read splits a document into terms. Passages are numbered from 0, which is the text before the first heading, even if
// it is empty.
func (s *Splitter) Read(d *Document) *Page {
	defer s.clear()
	from := *d
	from.Passages = d.passages()
	d = &from
	w := &s.w
	w.Reset()
	last := ""
	for _, t := range s.postings(d) {
		n := shared(last, t.word)
		w.Byte(byte(n))
		w.Byte(byte(len(t.word) - n))
		w.RawText(t.word[n:])
		w.Byte(byte(t.weight | t.n<<5))
		for _, p := range t.at[:t.n] {
			w.Uvarint(uint64(p))
		}
		last = t.word
	}
	return &Page{terms: string(w.Bytes())}
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

// next advances to the next term. word is valid until the following call.
func (c *cursor) next() bool {
	if len(c.rest) < 4 {
		return false
	}
	n, m := int(c.rest[0]), int(c.rest[1])
	c.word = append(c.word[:n], c.rest[2:2+m]...)
	c.weight = int(c.rest[2+m] & 31)
	c.places = places{n: int(c.rest[2+m] >> 5)}
	c.rest = c.rest[3+m:]
	for i := range c.n {
		for shift, more := 0, true; more; shift += 7 {
			b := c.rest[0]
			c.rest, more = c.rest[1:], b >= 0x80
			c.at[i] |= int(b&0x7f) << shift
		}
	}
	return true
}

// Store writes the page for Load in another process.
func (p *Page) Store(w *codec.Writer) { w.Text(p.terms) }

// Load reads what Store wrote.
func Load(r *codec.Reader) *Page { return &Page{terms: r.Text()} }
