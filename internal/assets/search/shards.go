package search

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// dividing divides an index into shards. Of an index that Next returned, it reads and writes only the parts that are
// not made, those with related words of terms that pages got or lost, and those next to them whose ends move.
type dividing struct {
	*Index
	kin
	starts       []int    // number of the first term of each part of the index
	lists        []string // by term; "" if they were not needed yet
	listed, wide *row
}

// divided divides an index.
func (x *Index) divided(language string) (*dividing, error) {
	d := &dividing{Index: x, kin: x.kinOf(language), lists: make([]string, 0, len(x.terms))}
	for _, p := range x.listed {
		d.starts = append(d.starts, len(d.lists))
		if p.lists == nil {
			d.lists = d.lists[:len(d.lists)+p.n]
		} else {
			d.lists = append(d.lists, p.lists...)
		}
	}
	wide := x.wideTerms()
	d.listed = &row{
		kind: "s", word: func(i int) string { return x.terms[i].word }, text: d.line,
		again: func(from, to int) bool { return d.touches(from, to) },
	}
	d.wide = &row{
		kind: "w", word: func(i int) string { return x.terms[wide[i]].word },
		text: func(i int) (string, error) {
			pages, err := d.list(wide[i])
			return " " + membersOf(pages, x.size), err
		},
		again: func(int, int) bool { return false },
	}
	x.want(d.needed(wide))
	if err := d.listed.divide(x.listed); err != nil {
		return nil, err
	}
	return d, d.wide.divide(x.wide)
}

// needed returns the parts whose lists are needed for sure: those that are not as before, and those with terms of such
// wide parts.
func (d *dividing) needed(wide []int) (list []part) {
	use := make([]bool, len(d.starts))
	for i, p := range d.Index.listed {
		use[i] = !p.made || d.touches(d.starts[i], d.starts[i]+p.n)
	}
	at := 0
	for _, p := range d.Index.wide {
		for _, i := range wide[at : at+p.n] {
			use[d.partOf(i)] = use[d.partOf(i)] || !p.made
		}
		at += p.n
	}
	for i, p := range d.Index.listed {
		if use[i] {
			list = append(list, p)
		}
	}
	return list
}

// partOf returns the number of the part with a term.
func (d *dividing) partOf(i int) int {
	after, _ := slices.BinarySearch(d.starts, i+1)
	return after - 1
}

// list returns the list of a term.
func (d *dividing) list(i int) (string, error) {
	if d.lists[i] == "" {
		at := d.partOf(i)
		part, err := d.listsOf(d.Index.listed[at])
		if err != nil {
			return "", err
		}
		copy(d.lists[d.starts[at]:], part)
	}
	return d.lists[i], nil
}

// line is the text of a term in a shard: its related words and pages. If the list of a term leaves pages out, a star
// and the total number of pages follow the term.
func (d *dividing) line(i int) (string, error) {
	list, err := d.list(i)
	if err != nil {
		return "", err
	}
	pages := d.terms[i].pages
	text, all := strongest(list, pages, mostPages)
	star := " "
	if !all {
		star = "*" + strconv.Itoa(pages) + " "
	}
	return d.related(i) + star + text, nil
}

// index returns the index with the parts as they are now. The lists of parts that were made stay in memory.
func (d *dividing) index() *Index {
	out := *d.Index
	out.moved, out.listed, out.wide = nil, d.listed.out, d.wide.out
	at := 0
	for i := range out.listed {
		p := &out.listed[i]
		if p.sum == 0 && p.lists == nil {
			p.lists = slices.Clone(d.lists[at : at+p.n])
		}
		p.text, at = "", at+p.n
	}
	for i := range out.wide {
		out.wide[i].text = ""
	}
	return &out
}

// row divides lines, one per term, into parts.
type row struct {
	kind  string // of the files
	word  func(line int) string
	text  func(line int) (string, error) // what follows the word
	again func(from, to int) bool        // whether the text of some lines changed
	out   []part
	open  strings.Builder // the text of the part that is not complete
	begin int             // its first line
	first int             // the size of that
	last  int             // the line after the last complete part or line
}

// divide makes parts from parts: those that are made stay as they are if they begin and end at the same lines.
func (r *row) divide(parts []part) error {
	for _, p := range parts {
		from, to := r.last, r.last+p.n
		switch {
		case p.n == 0:
			continue
		case p.made && !r.again(from, to) && r.ends(from, p.first):
			r.end()
			r.out, r.last = append(r.out, p), to
			continue
		}
		for i := from; i < to; i++ {
			if err := r.add(i); err != nil {
				return err
			}
		}
	}
	r.end()
	return nil
}

// ends reports whether a part ends before a line with this size. It ends where its size and a hash of the word say so,
// not after a fixed number of lines, so one more term moves the ends of few parts.
func (r *row) ends(line, n int) bool {
	size := r.open.Len()
	if size == 0 && len(r.out) > 0 {
		size = r.out[len(r.out)-1].size
	}
	return size == 0 || size+n > mostShard || size > leastShard && xxhash.Sum64String(r.word(line))%16 == 0
}

// add adds a line to the part that is not complete, or to a new one.
func (r *row) add(i int) error {
	word := r.word(i)
	text, err := r.text(i)
	if err != nil {
		return err
	}
	n := len(word) + len(text) + 1
	if r.ends(i, n) {
		r.end()
		r.begin, r.first = i, n
	} else if r.open.Len() == 0 { // the last part no longer ends here
		p := r.out[len(r.out)-1]
		if p.text == "" {
			if p.text, err = r.lines(i-p.n, i); err != nil {
				return err
			}
		}
		r.out, r.begin, r.first = r.out[:len(r.out)-1], i-p.n, p.first
		r.open.WriteString(p.text)
	}
	if r.open.Len() > 0 {
		r.open.WriteByte('|')
	}
	r.open.WriteString(word)
	r.open.WriteString(text)
	r.last = i + 1
	return nil
}

// end completes a part.
func (r *row) end() {
	if r.open.Len() > 0 {
		text := r.open.String()
		r.out = append(r.out, part{n: r.last - r.begin, made: true, first: r.first, size: len(text), text: text})
		r.open.Reset()
	}
}

// lines returns the text of some lines.
func (r *row) lines(from, to int) (string, error) {
	var b strings.Builder
	for i := from; i < to; i++ {
		text, err := r.text(i)
		if err != nil {
			return "", err
		}
		if i > from {
			b.WriteByte('|')
		}
		b.WriteString(r.word(i) + text)
	}
	return b.String(), nil
}

// files appends the files of all parts that are not kept. For each part it adds to the entry the hash of its file and
// the shortest prefix that separates its first word from the last word of the previous file.
func (r *row) files(entry *strings.Builder, files []File, keep func(name string) bool) (_ []File, err error) {
	at, lastBefore := 0, ""
	for i := range r.out {
		p := &r.out[i]
		if i > 0 {
			entry.WriteByte(' ')
		}
		from := begin(lastBefore, r.word(at))
		if p.text != "" || keep == nil || !keep(nameOf(r.kind, keyOf(from), p.stamp)) {
			if p.text == "" {
				if p.text, err = r.lines(at, at+p.n); err != nil {
					return nil, err
				}
			}
			var f File
			f, p.stamp = stamped(r.kind, keyOf(from), `"`+p.text+`"`)
			files = append(files, f)
		}
		entry.WriteString(p.stamp + from)
		at += p.n
		lastBefore = r.word(at - 1)
	}
	return files, nil
}
