package search

import (
	"cmp"
	"slices"
	"strings"
)

// heaviest is the maximum weight of a term in a page; the minimum is 1.
const heaviest = 16

// use is how a page uses a term.
type use struct {
	title, keyword, headings, text int
	lines                          int // of text that begin with it, for names of several words
	best                           places
	scores                         [mostPlaces]int // of the passages in best
	here, at                       int             // score in the current passage, and its number
}

// mostPlaces is the maximum number of passages that a posting names.
const mostPlaces = 4

// places are the passages of a page in which a term counts most, that with the highest score first. A place is twice
// the number of the passage, plus 1 if the term is in its heading; the title is the heading of passage 0.
type places struct {
	n  int
	at [mostPlaces]int // the first n are set
}

// tally counts the terms of a page in order of appearance. It is reused for one page after the other.
type tally struct {
	index              map[string]int32 // index in words and all
	words              []string
	all                []use
	titleWords, length int       // number of words in the title; in the text
	order              []ordered // of words
	sorted             []posting // see postings
	folding
}

// of returns the use of a word. Earlier results are no longer valid.
func (t *tally) of(word string) *use {
	i, ok := t.index[word]
	if !ok {
		i = int32(len(t.all))
		t.index[word] = i
		t.words, t.all = append(t.words, word), append(t.all, use{})
	}
	return &t.all[i]
}

// clear resets the tally for the next page.
func (t *tally) clear() {
	clear(t.index)
	clear(t.words) // the words refer to the text
	clear(t.sorted)
	*t = tally{
		index: t.index, words: t.words[:0], all: t.all[:0], order: t.order[:0], sorted: t.sorted[:0],
		folding: t.folding,
	}
}

// count counts the terms of a page.
func (t *tally) count(d *Document) {
	if t.index == nil {
		t.index = map[string]int32{}
	}
	for w, joined := range Words(t.fold(d.Title)) {
		if joined == 0 {
			t.titleWords++
		}
		t.of(w).title++
	}
	for _, k := range append([]string{d.Description}, d.Keywords...) {
		for w := range Words(t.fold(k)) {
			t.of(w).keyword++
		}
	}
	for _, l := range d.Labels {
		t.of(l)
	}
	for i, p := range d.Passages {
		for w := range Words(t.fold(p.Heading)) {
			use := t.of(w)
			use.headings++
			use.in(2*i+1, 8)
		}
		continued := false // the line is the rest of a command
		for line := range strings.Lines(t.fold(p.Text)) {
			n, word := 0, "" // words of the line, and the last one
			name, _, value := strings.Cut(strings.TrimLeft(line, "-+ $"), "=")
			value = value && !strings.Contains(name, " ") // DATA_DIR=/data uses the name
			for w, joined := range Words(line) {
				use, score := t.of(w), 1
				use.text++
				switch {
				case joined == 0:
					n++
					word = w
				case joined == n && !continued && !value:
					use.lines++
					score = 8
				}
				use.in(2*i, score)
			}
			if n == 1 && !continued && strings.HasSuffix(line, "\n") { // a name before its description, as in a table
				use := t.of(word)
				use.lines++
				use.in(2*i, 7)
			}
			t.length += n
			continued = strings.HasSuffix(line, "\\\n")
		}
	}
}

// in counts an occurrence at a place.
func (u *use) in(place, score int) {
	if u.at>>1 == place>>1 {
		place |= u.at
	} else {
		u.here = 0
	}
	u.at = place
	u.here += score
	i := 0
	for i < u.best.n && u.best.at[i]>>1 != place>>1 {
		i++
	}
	switch {
	case i < u.best.n:
	case i < mostPlaces:
		u.best.n++
	case u.here > u.scores[i-1]:
		i--
	default:
		return
	}
	for ; i > 0 && u.scores[i-1] < u.here; i-- {
		u.best.at[i], u.scores[i] = u.best.at[i-1], u.scores[i-1]
	}
	u.best.at[i], u.scores[i] = place, u.here
}

// first puts a place in passage 0 first.
func (p *places) first(place int) {
	i := 0
	for i < p.n && p.at[i] > 1 {
		i++
	}
	if i == p.n {
		p.n = min(p.n+1, mostPlaces)
		i = p.n - 1
	}
	copy(p.at[1:i+1], p.at[:i])
	p.at[0] = place
}

// usualLength is the number of words of a text for which occurrences are counted as they are.
const usualLength = 500

// weight ranks titles over headings, keywords, and descriptions, and these over text. Further occurrences count less
// and less, as in BM25. They are scaled to a page of usual length, so that a long reference is not the best result for
// everything that it mentions. A word of a short title counts more.
func (u *use) weight(titleWords, words int) int {
	w := 0
	if u.title > 0 {
		w += 5 + max(0, 4-titleWords/2)
	}
	if u.headings > 0 {
		w += 3 + min(u.headings-1, 1)
	}
	if u.keyword > 0 {
		w += 3
	}
	if u.lines > 0 {
		w += 6 // the line describes it, as those of a reference do
	}
	if u.text > 0 {
		w++
	}
	for n := u.text * 2 * usualLength / (usualLength + words); n > 1; n >>= 1 {
		w++ // at 2, 4, 8, 16 occurrences
	}
	return min(max(w, 1), heaviest)
}

// posting is a term in a page.
type posting struct {
	word   string
	weight int
	places // at least one
}

// ordered is the index of a word in words, with a number that usually decides its order.
type ordered struct {
	first uint64
	at    int32
}

// postings returns the terms of a page in alphabetical order. They are valid until clear.
func (t *tally) postings(d *Document) []posting {
	t.count(d)
	for i, word := range t.words {
		t.order = append(t.order, ordered{firstBytes(word), int32(i)})
	}
	slices.SortFunc(t.order, func(a, b ordered) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return compare(t.words[a.at], t.words[b.at])
	})
	for _, o := range t.order {
		u := &t.all[o.at]
		switch {
		case u.title > 0:
			u.best.first(1)
		case u.best.n == 0: // it is a keyword or a label
			u.best.first(0)
		}
		t.sorted = append(t.sorted, posting{t.words[o.at], u.weight(t.titleWords, t.length), u.best})
	}
	return t.sorted
}

// firstBytes returns the first eight bytes of a word as a number, which sorts like the word.
func firstBytes(word string) (first uint64) {
	for i := range 8 {
		first <<= 8
		if i >= len(word) {
			continue
		}
		switch c := word[i]; {
		case c >= 0xf0: // see compare
			first |= uint64(c - 2)
		case c >= 0xee:
			first |= uint64(c + 0x10)
		default:
			first |= uint64(c)
		}
	}
	return first
}

// compare orders words as browsers do, by their UTF-16 code units: characters above U+FFFF come before U+E000.
func compare(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == len(a) || n == len(b) {
		return len(a) - len(b)
	}
	x, y := a[n], b[n]
	if x >= 0xee && y >= 0xee && (x >= 0xf0) != (y >= 0xf0) {
		return int(y) - int(x)
	}
	return int(x) - int(y)
}
