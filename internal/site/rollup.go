package site

import (
	"slices"

	"github.com/sitegen/sitegen/content"
)

// FromDescendants is the source of a list's date that comes from the pages below it.
const FromDescendants = "descendants"

// rollUp gives lists without any date the newest dates of the pages below, terms those of their pages, and
// taxonomies those of their terms, and sets the site's last change. Without dated pages, a list stays undated.
func (e *edition) rollUp() {
	undated := map[*Page]bool{}
	for _, p := range e.all {
		if p.IsNode() && allZero(p.Dates) {
			undated[p] = true
		}
	}
	// The paths are in reverse order: children before parents. A list with its own dates passes both these and
	// the dates of the pages below on, so the dates for the lists above are collected separately.
	below := map[*Page]*content.Dates{}
	of := func(p *Page) *content.Dates {
		d := below[p]
		if d == nil {
			d = &content.Dates{}
			below[p] = d
		}
		return d
	}
	var parent *Page // the parent of the previous page, and the dates below it
	up := &content.Dates{}
	for _, p := range slices.Backward(e.all) {
		if p.Kind == Term {
			continue
		}
		var sum content.Dates
		if p.IsNode() {
			sum = *of(p)
		}
		if undated[p] {
			p.Dates = newest(p.Dates, sum, e)
		}
		if p.Kind == Home {
			e.Lastmod = sum.Lastmod
			if p.Dates.Lastmod.After(e.Lastmod) {
				e.Lastmod = p.Dates.Lastmod
			}
			break
		}
		if p.Parent != parent {
			parent, up = p.Parent, of(p.Parent)
		}
		raise(up, &p.Dates, e)
		raise(up, &sum, e)
	}
	for _, p := range e.all { // in path order: a term inside a later term passes on its dates
		if p.Kind != Term || p.Parent == nil {
			continue
		}
		var sum content.Dates
		if te := e.entries[p.Path]; te != nil {
			for _, en := range te.entries {
				sum = newest(sum, en.page.Dates, e)
			}
		}
		own := p.Dates
		if undated[p] {
			p.Dates = newest(p.Dates, sum, e)
		}
		if t := e.byPath["/"+logical(e.taxonomyOf(p.Path).Plural)]; t != nil && t.Kind == Taxonomy && undated[t] {
			t.Dates = newest(newest(t.Dates, own, e), sum, e)
		}
	}
}

func allZero(d content.Dates) bool {
	return d.Date.IsZero() && d.Lastmod.IsZero() && d.PublishDate.IsZero() && d.ExpiryDate.IsZero()
}

// newest returns d with the later dates of x. A publish date in the future does not count.
func newest(d, x content.Dates, e *edition) content.Dates {
	raise(&d, &x, e)
	return d
}

// raise replaces dates of d by later ones of x.
func raise(d, x *content.Dates, e *edition) {
	if x.Date.After(d.Date) {
		d.Date, d.DateFrom = x.Date, FromDescendants
	}
	if x.Lastmod.After(d.Lastmod) {
		d.Lastmod, d.LastmodFrom = x.Lastmod, FromDescendants
	}
	if x.PublishDate.After(d.PublishDate) && (e.a.Now.IsZero() || !x.PublishDate.After(e.a.Now)) {
		d.PublishDate, d.PublishDateFrom = x.PublishDate, FromDescendants
	}
}
