package search

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

// Sizes of the files, in bytes unless noted.
const (
	leastShard = 5 << 10
	mostShard  = 10 << 10
	mostPages  = 800 // pages per term with their passages
	blockPages = 32  // pages in a block
)

// Files returns the entry file, under this name, and the shards, wide shards, and blocks. language is the tag of the
// language, for words with the same stem; entries are in the order of pages.
func (x *Index) Files(entryName, language string, entries []Entry) []File {
	b := new(strings.Builder)
	b.WriteString("{n:" + strconv.Itoa(len(entries)))
	files := make([]File, 1, 1+len(x.terms)/100+len(entries)/blockPages)
	b.WriteString(",sections:[")
	sections := sectionsOf(entries)
	quoteAll(b, sections.names)
	b.WriteString("],filters:[[")
	quoteAll(b, sections.tops())
	b.WriteString("],[")
	quoteAll(b, tagsOf(entries))
	b.WriteString(`]],blocks:"`)
	for at := 0; at < len(entries); at += blockPages {
		f, stamp := stamped("b", strconv.Itoa(at/blockPages), block(entries[at:min(at+blockPages, len(entries))], sections))
		b.WriteString(stamp)
		files = append(files, f)
	}
	b.WriteString(`",shards:"`)
	files = append(files, shards(b, "s", x.listed(x.related(language)))...)
	b.WriteString(`",wide:"`)
	files = append(files, shards(b, "w", x.wide())...)
	b.WriteString(`"}`)
	files[0] = file(entryName, b.String())
	return files
}

// quoteAll writes strings with commas between them.
func quoteAll(b *strings.Builder, list []string) {
	for i, s := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(s))
	}
}

// line is the text of a term in a shard.
type line struct{ word, text string }

// listed yields all terms with their related words and pages. If the list of a term leaves pages out, a star and the
// total number of pages follow the term.
func (x *Index) listed(related map[int]string) iter.Seq[line] {
	return func(yield func(line) bool) {
		for i, t := range x.terms {
			text, all := t.strongest(mostPages)
			if !all {
				text = "*" + strconv.Itoa(t.pages) + " " + text
			} else {
				text = " " + text
			}
			if !yield(line{t.word, related[i] + text}) {
				return
			}
		}
	}
}

// wide yields the terms whose lists leave pages out, with all of their pages. Queries with several words need them to
// find the pages that contain all words.
func (x *Index) wide() iter.Seq[line] {
	return func(yield func(line) bool) {
		for _, t := range x.terms {
			if t.pages > mostPages && !yield(line{t.word, " " + t.members(x.size)}) {
				return
			}
		}
	}
}

// shards makes files of lines. For each file it adds to the entry its hash and the shortest prefix that separates its
// first word from the last word of the previous file. A shard ends where its size and a hash of the word say so, not
// after a fixed number of lines, so one more term moves the ends of few shards.
func shards(entry *strings.Builder, kind string, lines iter.Seq[line]) (files []File) {
	text := new(strings.Builder)
	first, last, lastBefore := "", "", ""
	end := func() {
		if text.Len() == 0 {
			return
		}
		if len(files) > 0 {
			entry.WriteByte(' ')
		}
		from := begin(lastBefore, first)
		f, stamp := stamped(kind, keyOf(from), `"`+text.String()+`"`)
		entry.WriteString(stamp + from)
		files, lastBefore = append(files, f), last
		text.Reset()
	}
	for l := range lines {
		n := len(l.word) + len(l.text) + 1
		if size := text.Len(); size > 0 && (size+n > mostShard || size > leastShard && xxhash.Sum64String(l.word)%16 == 0) {
			end()
		}
		if text.Len() > 0 {
			text.WriteByte('|')
		} else {
			first = l.word
		}
		text.WriteString(l.word)
		text.WriteString(l.text)
		last = l.word
	}
	end()
	return files
}

// begin returns the shortest prefix of a word that differs from the word before.
func begin(after, word string) string {
	n := shared(after, word)
	_, size := utf8.DecodeRuneInString(word[n:])
	for n > 0 && !utf8.RuneStart(word[n]) {
		n--
		_, size = utf8.DecodeRuneInString(word[n:])
	}
	return word[:n+size]
}

// block writes the data of results: URL, title, section, and names of excerpt files.
func block(entries []Entry, s sections) string {
	b := new(strings.Builder)
	b.WriteByte('[')
	for i, e := range entries {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("[" + quote(e.Address) + "," + quote(e.Title) + "," + strconv.Itoa(s.number[e.Section]) + "," +
			quote(e.Excerpts) + "]")
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
