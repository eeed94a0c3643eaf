package search

import (
	"slices"
	"strings"
)

// Index has the terms of all pages of one language. It is never changed.
type Index struct {
	size  int     // number of pages
	pages []*Page // nil after BuildOnce
	terms []term  // in the order of compare
}

// term is a word with the list of pages that contain it: see list.
type term struct {
	word  string
	pages int
	list  string
}

// Build returns the index of pages. Results of equal weight keep the order of pages.
func Build(pages []*Page) *Index {
	x, _ := BuildOnce(len(pages), func(i int) (*Page, error) { return pages[i], nil })
	x.pages = slices.Clone(pages)
	return x
}

// BuildOnce is Build for n pages of which only one at a time is in memory; page returns them in turn. Do not call Next
// on the result.
func BuildOnce(n int, page func(i int) (*Page, error)) (*Index, error) {
	lists := map[string]*list{}
	for i := range n {
		p, err := page(i)
		if err != nil {
			return nil, err
		}
		for c := (cursor{rest: p.terms}); c.next(); {
			l := lists[string(c.word)]
			if l == nil {
				l = &list{}
				lists[string(c.word)] = l
			}
			l.add(i, c.weight, c.places)
		}
	}
	x := &Index{size: n, terms: make([]term, 0, len(lists))}
	for w, l := range lists {
		x.terms = append(x.terms, term{w, l.n, string(l.text)})
	}
	slices.SortFunc(x.terms, func(a, b term) int { return compare(a.word, b.word) })
	return x, nil
}

// Next returns the same as Build. If the number of pages is unchanged and most pages are the same, it processes only
// the terms of the changed ones.
func (x *Index) Next(pages []*Page) *Index {
	if x == nil || len(pages) != len(x.pages) {
		return Build(pages)
	}
	var changed []int
	for i, p := range pages {
		if p != x.pages[i] {
			changed = append(changed, i)
		}
	}
	switch {
	case len(changed) == 0:
		return x
	case len(changed) > 16+len(pages)/32:
		return Build(pages)
	}
	var all []change
	for _, i := range changed {
		all = difference(all, i, x.pages[i], pages[i])
	}
	slices.SortStableFunc(all, func(a, b change) int { return compare(a.word, b.word) })
	return &Index{size: x.size, pages: slices.Clone(pages), terms: patched(x.terms, all)}
}

// change is a change of a term in a page; weight 0: the page no longer has it.
type change struct {
	posting
	page int
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
			all = append(all, change{posting{word: string(a.word)}, page})
		} else if order > 0 || a.weight != b.weight || a.places != b.places {
			all = append(all, change{posting{string(b.word), b.weight, b.places}, page})
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

// patched applies changes, sorted by word and then by page, to terms.
func patched(terms []term, all []change) []term {
	out := make([]term, 0, len(terms)+len(all))
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].word == all[0].word {
			n++
		}
		i, there := slices.BinarySearchFunc(terms, all[0].word, func(t term, w string) int { return compare(t.word, w) })
		out = append(out, terms[:i]...)
		terms = terms[i:]
		var old string
		if there {
			old, terms = terms[0].list, terms[1:]
		}
		if l := merge(old, all[:n]); l.n > 0 {
			out = append(out, term{strings.Clone(all[0].word), l.n, string(l.text)})
		}
		all = all[n:]
	}
	return append(out, terms...)
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
