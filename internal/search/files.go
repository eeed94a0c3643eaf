package search

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

// Sizes of the files, in bytes as far as not said.
const (
	leastShard = 6 << 10
	mostShard  = 12 << 10
	mostPages  = 800 // that a term names
	blockPages = 32  // in a block
)

// Files returns the entry file, under this name, and the shards and blocks. entries are in the order of pages.
func (x *Index) Files(entryName string, entries []Entry) []File {
	b := new(strings.Builder)
	b.WriteString("{n:" + strconv.Itoa(len(entries)))
	files := make([]File, 1, 1+len(x.terms)/100+len(entries)/blockPages)
	b.WriteString(",sections:[")
	sections := sectionsOf(entries)
	for i, s := range sections.names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(s))
	}
	b.WriteString(`],blocks:"`)
	for at := 0; at < len(entries); at += blockPages {
		end := min(at+blockPages, len(entries))
		f := named("b", x.block(at, entries[at:end], sections))
		b.WriteString(stem(f.Name))
		files = append(files, f)
	}
	b.WriteString(`",shards:"`)
	last := ""
	for terms := range x.shards() {
		f := named("s", shard(terms))
		files = append(files, f)
		if last != "" {
			b.WriteByte(' ')
		}
		b.WriteString(stem(f.Name) + begin(last, terms[0].word))
		last = terms[len(terms)-1].word
	}
	b.WriteString(`"}`)
	files[0] = file(entryName, b.String())
	return files
}

// stem is what the entry file says of a name.
func stem(name string) string { return name[1 : len(name)-len(".js")] }

// begin returns the shortest beginning of a word that stands after another one.
func begin(after, word string) string {
	n := shared(after, word)
	_, size := utf8.DecodeRuneInString(word[n:])
	for n > 0 && !utf8.RuneStart(word[n]) {
		n--
		_, size = utf8.DecodeRuneInString(word[n:])
	}
	return word[:n+size]
}

// shards yields the terms of each shard. One ends where its size and the word itself say so, not at a multiple of
// anything: so one more term moves the ends of few shards.
func (x *Index) shards() func(yield func([]term) bool) {
	return func(yield func([]term) bool) {
		from, size := 0, 0
		for i, t := range x.terms {
			n := len(t.word) + min(len(t.list), 4*mostPages) + 2
			if size > 0 && (size+n > mostShard || size > leastShard && xxhash.Sum64String(t.word)%16 == 0) {
				if !yield(x.terms[from:i]) {
					return
				}
				from, size = i, 0
			}
			size += n
		}
		if from < len(x.terms) {
			yield(x.terms[from:])
		}
	}
}

// shard writes terms with their pages. Of a list that leaves pages out a star and how many there are stand behind the term.
func shard(terms []term) string {
	b := new(strings.Builder)
	b.WriteByte('"')
	for i, t := range terms {
		if i > 0 {
			b.WriteByte('|')
		}
		b.WriteString(t.word)
		text, all := t.strongest(mostPages)
		if !all {
			b.WriteString("*" + strconv.Itoa(t.pages))
		}
		b.WriteString(" " + text)
	}
	b.WriteByte('"')
	return b.String()
}

// block writes what results show of pages before their texts are there: address, title, section, hash and the passages
// that further text files begin with.
func (x *Index) block(at int, entries []Entry, s sections) string {
	b := new(strings.Builder)
	b.WriteByte('[')
	for i, e := range entries {
		if i > 0 {
			b.WriteByte(',')
		}
		p := x.pages[at+i]
		b.WriteString("[" + quote(e.Address) + "," + quote(e.Title) + "," + strconv.Itoa(s.number[e.Section]) + "," + quote(p.TextHash))
		for _, n := range p.Firsts {
			b.WriteString("," + strconv.Itoa(n))
		}
		b.WriteByte(']')
	}
	b.WriteByte(']')
	return b.String()
}

// sections numbers the titles of sections in the order of their first pages.
type sections struct {
	names  []string
	number map[string]int
}

func sectionsOf(entries []Entry) sections {
	s := sections{number: map[string]int{}}
	for _, e := range entries {
		if _, ok := s.number[e.Section]; !ok {
			s.number[e.Section] = len(s.names)
			s.names = append(s.names, e.Section)
		}
	}
	return s
}
