package search

import (
	"errors"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/store/cache"
)

// Index has the terms of all pages of one language, in parts: each is what a shard is made from. An index that Files
// returned can be changed by Next, and kept by KeepIndex. It is never changed in place.
type Index struct {
	Pages uint64 // identifies the pages and their terms; set by the caller

	size  int    // number of pages
	terms []term // in the order of compare
	// Parts of all terms, and of those that wide shards contain; only the first have lists.
	listed, wide []part
	store        *cache.Store    // the lists of parts that are not in memory; nil: all are
	moved        map[string]bool // by Next: terms that pages got or lost
}

// term is a word with the number of pages that contain it.
type term struct {
	word  string
	pages int
}

// part has consecutive terms, which share a file.
type part struct {
	n     int      // number of terms
	made  bool     // the rest is valid, except lists
	first int      // size of the first line
	size  int      // of the text
	stamp string   // of the file
	sum   uint64   // of the lists, if the store has them
	lists []string // see list; nil if only the store has them
	text  string   // until Files returns, if it made it
}

// ErrLost says that lists of an index are no longer in the store.
var ErrLost = errors.New("the lists of the search index are lost")

// Build returns the index of pages. Results of equal weight keep the order of pages.
func Build(pages []*Page) *Index {
	x, _ := BuildOnce(len(pages), func(i int) (*Page, error) { return pages[i], nil })
	return x
}

// BuildOnce is Build for n pages of which only one at a time is in memory; page returns them in turn.
func BuildOnce(n int, page func(i int) (*Page, error)) (*Index, error) {
	all := map[string]*list{}
	for i := range n {
		p, err := page(i)
		if err != nil {
			return nil, err
		}
		for c := (cursor{rest: p.terms}); c.next(); {
			l := all[string(c.word)]
			if l == nil {
				l = &list{}
				all[string(c.word)] = l
			}
			l.add(i, c.weight, c.places)
		}
	}
	x := &Index{size: n, terms: make([]term, 0, len(all))}
	for w, l := range all {
		x.terms = append(x.terms, term{w, l.n})
	}
	slices.SortFunc(x.terms, func(a, b term) int { return compare(a.word, b.word) })
	whole := part{n: len(x.terms), lists: make([]string, len(x.terms))}
	for i, t := range x.terms {
		whole.lists[i] = string(all[t.word].text)
	}
	x.listed, x.wide = []part{whole}, []part{{n: len(x.wideTerms())}}
	return x, nil
}

// Edit is a page of an index that changed.
type Edit struct {
	Page     int // its number
	Old, New *Page
}

// Next returns what Build returns for the pages after some edits, in ascending order of pages. Only parts with terms
// of which the list of pages changed are read. The error is ErrLost.
func (x *Index) Next(edits []Edit) (*Index, error) {
	var all []change
	for _, e := range edits {
		all = difference(all, e.Page, e.Old, e.New)
	}
	slices.SortStableFunc(all, func(a, b change) int { return compare(a.word, b.word) })
	out := &Index{size: x.size, store: x.store, moved: map[string]bool{}, terms: make([]term, 0, len(x.terms)+len(all))}
	for _, c := range all {
		if !c.stays {
			out.moved[c.word] = true
		}
	}
	at, done, changes := 0, 0, make([]int, len(x.listed)) // how many each part has
	var wanted []part
	for i, p := range x.listed {
		n := len(all)
		if at += p.n; at < len(x.terms) {
			n, _ = slices.BinarySearchFunc(all, x.terms[at].word, func(c change, w string) int { return compare(c.word, w) })
		}
		if changes[i] = n - done; changes[i] > 0 {
			wanted = append(wanted, p)
		}
		done = n
	}
	x.want(wanted)
	at = 0
	for i, p := range x.listed {
		terms, n := x.terms[at:at+p.n], changes[i]
		at += p.n
		if n > 0 {
			had, err := x.listsOf(p)
			if err != nil {
				return nil, err
			}
			p = part{}
			terms, p.lists = patched(terms, had, all[:n])
			p.n = len(terms)
		}
		all = all[n:]
		out.terms, out.listed = append(out.terms, terms...), append(out.listed, p)
	}
	out.widen(x)
	return out, nil
}

// widen divides the wide terms as the index before did. Parts with a term that a page got or lost are not made.
func (x *Index) widen(old *Index) {
	was, now, done := old.wideTerms(), x.wideTerms(), 0
	for at := 0; at < len(was) || len(x.wide) == 0; {
		p := part{n: len(was)}
		if len(old.wide) > 0 {
			p = old.wide[len(x.wide)]
		}
		before, end := was[at:at+p.n], len(now)
		if at += p.n; at < len(was) {
			next := old.terms[was[at]].word
			end, _ = slices.BinarySearchFunc(now, next, func(i int, w string) int { return compare(x.terms[i].word, w) })
		}
		moved := func(in *Index) func(int) bool { return func(i int) bool { return x.moved[in.terms[i].word] } }
		if slices.ContainsFunc(before, moved(old)) || slices.ContainsFunc(now[done:end], moved(x)) {
			p = part{}
		}
		p.n = end - done
		x.wide, done = append(x.wide, p), end
	}
}

// wideTerms returns the numbers of the terms whose lists in shards leave pages out.
func (x *Index) wideTerms() (list []int) {
	for i, t := range x.terms {
		if t.pages > mostPages {
			list = append(list, i)
		}
	}
	return list
}

// change is a change of a term in a page; weight 0: the page no longer has it.
type change struct {
	posting
	page  int
	stays bool // the page had the term, and still has it
}

// difference appends the changes between two versions of a page.
func difference(all []change, page int, old, now *Page) []change {
	a, b := cursor{rest: old.terms}, cursor{rest: now.terms}
	moreA, moreB := a.next(), b.next()
	for moreA || moreB {
		order := 0
		switch {
		case !moreA:
			order = 1
		case !moreB:
			order = -1
		default:
			order = compare(string(a.word), string(b.word))
		}
		if order < 0 {
			all = append(all, change{posting{word: string(a.word)}, page, false})
		} else if order > 0 || a.weight != b.weight || a.places != b.places {
			all = append(all, change{posting{string(b.word), b.weight, b.places}, page, order == 0})
		}
		if order <= 0 {
			moreA = a.next()
		}
		if order >= 0 {
			moreB = b.next()
		}
	}
	return all
}

// patched applies changes, sorted by word and then by page, to terms and their lists.
func patched(terms []term, had []string, all []change) (out []term, lists []string) {
	out, lists = make([]term, 0, len(terms)+len(all)), make([]string, 0, len(terms)+len(all))
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].word == all[0].word {
			n++
		}
		i, there := slices.BinarySearchFunc(terms, all[0].word, func(t term, w string) int { return compare(t.word, w) })
		out, lists = append(out, terms[:i]...), append(lists, had[:i]...)
		terms, had = terms[i:], had[i:]
		var old string
		if there {
			old, terms, had = had[0], terms[1:], had[1:]
		}
		if l := merge(old, all[:n]); l.n > 0 {
			out, lists = append(out, term{strings.Clone(all[0].word), l.n}), append(lists, string(l.text))
		}
		all = all[n:]
	}
	return append(out, terms...), append(lists, had...)
}

// merge applies changes, in the order of pages, to a list.
func merge(old string, all []change) *list {
	l := &list{}
	for r := (reader{rest: old, page: -1}); r.next(); {
		for len(all) > 0 && all[0].page < r.page {
			l.change(all[0])
			all = all[1:]
		}
		if len(all) > 0 && all[0].page == r.page {
			continue // the change replaces it
		}
		l.add(r.page, r.weight, r.places)
	}
	for _, c := range all {
		l.change(c)
	}
	return l
}
