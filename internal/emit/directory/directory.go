// Package directory sorts the listed pages of a language for a site map that people read: section by section, from the
// home page down, each section in the order of its list page.
package directory

import (
	"cmp"
	"slices"

	"github.com/sitegen/sitegen/internal/site"
)

// Group is a section, a taxonomy, or the root of the site, with its listed pages.
type Group struct {
	List  *site.Page   // the home page, a section or a taxonomy; it may be unlisted itself
	Pages []*site.Page // List first if it is listed, then its pages, or the terms of a taxonomy; never empty
}

// Of returns the groups of a language: the home page with the pages that are in no section, then each section followed
// by its subsections, then the taxonomies.
func Of(e *site.Edition, listed func(*site.Page) bool) []Group {
	t := tree{rank: map[*site.Page]int{}, pages: map[*site.Page][]*site.Page{}, below: map[*site.Page][]*site.Page{}}
	if e.Home != nil {
		t.add(e.Home)
	}
	for i, p := range e.Pages {
		t.rank[p] = i + 1
	}
	for _, p := range e.Pages {
		if !listed(p) {
			continue
		}
		list := listOf(p)
		if t.add(list); list == p {
			t.pages[list] = slices.Insert(t.pages[list], 0, p)
		} else {
			t.pages[list] = append(t.pages[list], p)
		}
	}
	var out []Group
	t.walk(e.Home, &out)
	return out
}

// listOf returns the list that shows a page. A list other than a term shows itself.
func listOf(p *site.Page) *site.Page {
	switch {
	case p.Kind == site.Term && p.Taxonomy != nil && p.Taxonomy.Page != nil:
		return p.Taxonomy.Page
	case p.IsNode():
		return p
	case p.Current != nil:
		return p.Current
	}
	return p.Edition.Home
}

// tree has the lists of a language and the pages that they show.
type tree struct {
	rank  map[*site.Page]int          // position in the default order, from 1; 0: in no list
	pages map[*site.Page][]*site.Page // the listed pages of a list
	below map[*site.Page][]*site.Page // the lists directly below a list
}

// add adds a list and its ancestors.
func (t *tree) add(list *site.Page) {
	if _, there := t.pages[list]; there {
		return
	}
	t.pages[list] = nil
	if list.Parent != nil {
		t.add(list.Parent)
		t.below[list.Parent] = append(t.below[list.Parent], list)
	}
}

func (t *tree) walk(list *site.Page, out *[]Group) {
	if list == nil {
		return
	}
	if pages := t.pages[list]; len(pages) > 0 {
		*out = append(*out, Group{list, pages})
	}
	below := t.below[list]
	slices.SortFunc(below, func(a, b *site.Page) int {
		return cmp.Or(
			cmp.Compare(late(a), late(b)), cmp.Compare(t.order(a), t.order(b)), cmp.Compare(a.Path, b.Path),
		)
	})
	for _, p := range below {
		t.walk(p, out)
	}
}

// order returns the sort key of a list. Lists that are in no list themselves come last.
func (t *tree) order(p *site.Page) int {
	if n := t.rank[p]; n > 0 {
		return n
	}
	return len(t.rank) + 1
}

// late sorts taxonomies after sections.
func late(p *site.Page) int {
	if p.Kind == site.Section {
		return 0
	}
	return 1
}
