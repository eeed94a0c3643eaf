package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/site"
)

// TaxonomyList has all taxonomies by plural name: https://gohugo.io/methods/site/taxonomies/
type TaxonomyList map[string]Taxonomy

// String is the output of printing it (string).
func (l TaxonomyList) String() string { return fmt.Sprintf("TaxonomyList(%d)", len(l)) }

// Get is the taxonomy with that plural name (Taxonomy).
func (l TaxonomyList) Get(plural string) Taxonomy { return l[plural] }

// Taxonomy has the pages of each term: https://gohugo.io/methods/taxonomy/
type Taxonomy map[string]WeightedPages

// WeightedPages are the pages of a term: by weight in the term, then in default order.
type WeightedPages []WeightedPage

// WeightedPage is a page with its weight in a term; all methods of Page work on it.
type WeightedPage struct {
	Weight int
	*Page

	term *Page
}

// OrderedTaxonomy is a taxonomy in some order.
type OrderedTaxonomy []OrderedTaxonomyEntry

// OrderedTaxonomyEntry is one term of an OrderedTaxonomy; all methods of WeightedPages work on it.
type OrderedTaxonomyEntry struct {
	Name string // the term's key
	WeightedPages

	page *Page
}

// taxonomies are the taxonomies of one language, made once.
type taxonomies struct {
	list TaxonomyList
	hash uint64
}

func (s *perSite) readTaxonomies(e *site.Edition) *taxonomies {
	t := &taxonomies{list: make(TaxonomyList, len(e.Taxonomies))}
	for _, x := range e.Taxonomies {
		m := make(Taxonomy, len(x.Terms))
		t.hash = trace.Mix(t.hash, trace.HashString(x.Plural))
		for _, term := range x.Terms {
			m[term.Key] = s.weighted(term)
			t.hash = trace.Mix(t.hash, trace.HashString(term.Key))
			for _, w := range term.Entries {
				t.hash = trace.Mix(trace.Mix(t.hash, uint64(w.Weight)), trace.HashString(w.Page.Key))
			}
		}
		t.list[x.Plural] = m
	}
	return t
}

func (s *perSite) weighted(t *site.TermIndex) WeightedPages {
	out := make(WeightedPages, len(t.Entries))
	term := s.Page(t.Page)
	for i, w := range t.Entries {
		out[i] = WeightedPage{Weight: w.Weight, Page: s.Page(w.Page), term: term}
	}
	return out
}

// Taxonomies are the taxonomies by plural name (TaxonomyList):
// https://gohugo.io/methods/site/taxonomies/
func (s *Site) Taxonomies(c *Call) TaxonomyList {
	t := s.taxonomies()
	c.Ask(trace.List, s.e.Language.Lower+"#Taxonomies", t.hash)
	return t.list
}

// Get are the pages of a term (WeightedPages): https://gohugo.io/methods/taxonomy/get/
func (t Taxonomy) Get(key string) WeightedPages {
	if w, ok := t[key]; ok {
		return w
	}
	return t[strings.ToLower(key)]
}

// Count is the number of pages of a term (int): https://gohugo.io/methods/taxonomy/count/
func (t Taxonomy) Count(key string) int { return len(t.Get(key)) }

// Page is the page of the taxonomy; nil if no term has a page (Page): https://gohugo.io/methods/taxonomy/page/
func (t Taxonomy) Page() *Page {
	for _, e := range t.ordered() {
		if e.page != nil {
			return e.page.s.Page(e.page.p.Parent)
		}
	}
	return nil
}

// TaxonomyArray are the terms by key (OrderedTaxonomy).
func (t Taxonomy) TaxonomyArray() OrderedTaxonomy { return t.ordered() }

// ordered returns the terms by key in byte order, from which all other orders start.
func (t Taxonomy) ordered() OrderedTaxonomy {
	out := make(OrderedTaxonomy, 0, len(t))
	for key, pages := range t {
		e := OrderedTaxonomyEntry{Name: key, WeightedPages: pages}
		if len(pages) > 0 {
			e.page = pages[0].term
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b OrderedTaxonomyEntry) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// Alphabetical are the terms in the collation of the language (OrderedTaxonomy):
// https://gohugo.io/methods/taxonomy/alphabetical/
func (t Taxonomy) Alphabetical(c *Call) OrderedTaxonomy {
	out := t.ordered()
	col := collatorFor(c, out.lang())
	slices.SortStableFunc(out, func(a, b OrderedTaxonomyEntry) int { return col.Compare(a.Name, b.Name) })
	return out
}

func (t OrderedTaxonomy) lang() string {
	for _, e := range t {
		if len(e.WeightedPages) > 0 {
			return e.WeightedPages[0].p.Edition.Language.Lower
		}
	}
	return ""
}

// ByCount are the terms by number of pages, the largest first, then by name (OrderedTaxonomy):
// https://gohugo.io/methods/taxonomy/bycount/
func (t Taxonomy) ByCount() OrderedTaxonomy {
	out := t.ordered()
	slices.SortStableFunc(out, func(a, b OrderedTaxonomyEntry) int {
		if n := cmp.Compare(len(b.WeightedPages), len(a.WeightedPages)); n != 0 {
			return n
		}
		return words.CompareFold(a.Name, b.Name)
	})
	return out
}

// Reverse are the terms in reverse order (OrderedTaxonomy).
func (t OrderedTaxonomy) Reverse() OrderedTaxonomy {
	out := slices.Clone(t)
	slices.Reverse(out)
	return out
}

// Term is the key of the term (string).
func (e OrderedTaxonomyEntry) Term() string { return e.Name }

// Page is the term's page (Page).
func (e OrderedTaxonomyEntry) Page() *Page { return e.page }

// Pages are the pages in their order in the term (Pages).
func (w WeightedPages) Pages() Pages {
	out := make(Pages, len(w))
	for i := range w {
		out[i] = w[i].Page
	}
	return out
}

// Count is the number of pages (int).
func (w WeightedPages) Count() int { return len(w) }

// Len is the number of pages (int).
func (w WeightedPages) Len() int { return len(w) }

// Page is the term's page; nil if there are no pages (Page).
func (w WeightedPages) Page() *Page {
	if len(w) == 0 {
		return nil
	}
	return w[0].term
}

// Next is the page before the given one, as in Pages; nil for the first (Page).
func (w WeightedPages) Next(page any) *Page { return w.neighbour(page, -1) }

// Prev is the page after the given one; nil for the last (Page).
func (w WeightedPages) Prev(page any) *Page { return w.neighbour(page, 1) }

func (w WeightedPages) neighbour(page any, step int) *Page {
	p := asPage(page)
	at := slices.IndexFunc(w, func(x WeightedPage) bool { return x.Page == p })
	if to := at + step; at >= 0 && to >= 0 && to < len(w) {
		return w[to].Page
	}
	return nil
}
