package search

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Sizes of the files, in bytes unless noted.
const (
	leastShard = 5 << 10
	mostShard  = 10 << 10
	mostPages  = 800 // pages per term with their passages
	blockPages = 32  // pages in a block
)

// Making says how the files of an index are made.
type Making struct {
	Entry    string  // name of the entry file; required
	Language string  // its tag, for words with the same stem; if it differs, Next must not have made the index
	Entries  []Entry // in the order of pages
	// Keep reports whether a shard with this name is there, and keeps it: a name has a hash of the content. nil: none is.
	Keep func(name string) bool
}

// Files returns the entry file and the blocks, and the shards and wide shards that are not kept. The index that it also
// returns is the same, with its parts as the shards have them. The error is ErrLost.
func (x *Index) Files(m Making) ([]File, *Index, error) {
	made, err := x.divided(m.Language)
	if err != nil {
		return nil, nil, err
	}
	b := new(strings.Builder)
	b.WriteString("{n:" + strconv.Itoa(len(m.Entries)))
	files := make([]File, 1, 1+len(x.terms)/100+len(m.Entries)/blockPages)
	b.WriteString(",sections:[")
	sections := sectionsOf(m.Entries)
	quoteAll(b, sections.names)
	b.WriteString("],filters:[[")
	quoteAll(b, sections.tops())
	b.WriteString("],[")
	quoteAll(b, tagsOf(m.Entries))
	b.WriteString(`]],blocks:"`)
	for at := 0; at < len(m.Entries); at += blockPages {
		entries := m.Entries[at:min(at+blockPages, len(m.Entries))]
		f, stamp := stamped("b", strconv.Itoa(at/blockPages), block(entries, sections))
		b.WriteString(stamp)
		files = append(files, f)
	}
	b.WriteString(`",shards:"`)
	if files, err = made.listed.files(b, files, m.Keep); err != nil {
		return nil, nil, err
	}
	b.WriteString(`",wide:"`)
	if files, err = made.wide.files(b, files, m.Keep); err != nil {
		return nil, nil, err
	}
	b.WriteString(`"}`)
	files[0] = file(m.Entry, b.String())
	return files, made.index(), nil
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
