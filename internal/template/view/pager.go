package view

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// pagerState is how one page is split into pager pages. The first .Paginate or .Paginator of a rendering determines it;
// the renderer then executes the template again for each further pager page.
type pagerState struct {
	Total  int                     // number of pager pages, at least 1
	File   func(number int) string // output file of a pager page, slash path
	pagers []*Pager
}

// Pager is one page of a paginated list: https://gohugo.io/methods/pager/
type Pager struct {
	number int
	s      *pagination
}

// Pagers are all pages of a paginated list.
type Pagers []*Pager

// pagination is a list split into pages.
type pagination struct {
	pages  []Pages      // of each pager
	groups []PagesGroup // instead of pages, if groups of pages were paginated
	pagers Pagers
	size   int
	total  int // total number of pages
	url    func(number int) site.URL
}

// Paginate splits a list of pages, or of groups of pages, into pages with a number of elements, [pagination] pagerSize
// by default, and is the one being rendered, or the first one of another page (Pager):
// https://gohugo.io/methods/page/paginate/
func (p *Page) Paginate(c *Call, list any, size ...any) (*Pager, error) {
	if err := canPaginate(c, p); err != nil {
		return nil, err
	}
	if !c.paginates(p) {
		s, err := p.split(c, list, size)
		if err != nil {
			return nil, err
		}
		c.OfPage++
		p.record(c, trace.PageCard)
		t := site.Target{URL: addressIn(p.p, c)}
		for _, at := range p.p.Targets {
			if at.URL == t.URL {
				t = at
			}
		}
		return p.paginated(t, s).pagers[0], nil
	}
	if c.Pager == nil {
		s, err := p.split(c, list, size)
		if err != nil {
			return nil, err
		}
		c.Pager = p.paginated(c.Target, s)
	}
	return c.Pager.pagers[min(max(c.Number, 1), c.Pager.Total)-1], nil
}

// split cuts a list of pages, or of groups of pages, into parts.
func (p *Page) split(c *Call, list any, size []any) (*pagination, error) {
	n, err := pagerSize(p, size)
	if err != nil {
		return nil, err
	}
	s := &pagination{size: n}
	if groups, ok := toGroups(list); ok {
		s.total, s.groups = groups.Len(), cutGroups(groups, n)
	} else {
		pages, err := toPages(list)
		if err != nil {
			return nil, fmt.Errorf("Paginate: %w", err)
		}
		s.total, s.pages = len(pages), slices.Collect(slices.Chunk(pages, n))
	}
	if p.p.Kind == site.NotFound { // older versions of Hugo show the first page of the list
		c.deprecated("pagination of 404 pages", "the function first")
		s.pages, s.groups = s.pages[:min(1, len(s.pages))], s.groups[:min(1, len(s.groups))]
	}
	return s, nil
}

// Paginator is Paginate for the pages that the kind of page lists: for the home page the site's regular pages, for a
// taxonomy or term all its pages, for a section its regular pages (Pager): https://gohugo.io/methods/page/paginator/
func (p *Page) Paginator(c *Call, size ...any) (*Pager, error) {
	var list Pages
	if c != nil && (c.Pager == nil || !c.paginates(p)) {
		switch p.p.Kind {
		case site.Home:
			list = p.Site().RegularPages(c)
		case site.Taxonomy, site.Term:
			list = p.Pages(c)
		default:
			list = p.RegularPages(c)
		}
	}
	return p.Paginate(c, list, size...)
}

func canPaginate(c *Call, p *Page) error {
	switch {
	case p.p.Kind == site.Regular:
		return fmt.Errorf("pagination is not supported for pages of kind %q, only for lists", p.p.Kind)
	case c == nil:
		return errors.New("pagination needs a page that is being rendered")
	}
	return nil
}

// paginates reports whether the pagers of p are those of the page that is being rendered.
func (c *Call) paginates(p *Page) bool { return c.Page != nil && c.Page.p == p.p }

func pagerSize(p *Page, option []any) (int, error) {
	switch len(option) {
	case 0:
		if n := p.s.site.Config.Discovery.HTMLSitemap; p.p.Kind == site.HTMLSitemap && n > 0 {
			return n, nil
		}
		if n := p.p.Edition.Language.Pagination.PagerSize; n > 0 {
			return n, nil
		}
		return 0, fmt.Errorf("pagination.pagerSize is %d; it must be positive", p.p.Edition.Language.Pagination.PagerSize)
	case 1:
		if n, err := tmpl.Int(option[0]); err == nil && n > 0 {
			return n, nil
		}
		return 0, fmt.Errorf("the size of a pager is a positive number, not %v", option[0])
	}
	return 0, errors.New("too many arguments: the size of a pager is the only one")
}

// paginated makes the pagers. Even an empty list has one.
func (p *Page) paginated(t site.Target, s *pagination) *pagerState {
	n := max(1, len(s.pages), len(s.groups))
	s.url = func(number int) site.URL { return site.PagerURL(p.p, t, number) }
	s.pagers = make(Pagers, n)
	for i := range s.pagers {
		s.pagers[i] = &Pager{number: i + 1, s: s}
	}
	return &pagerState{
		Total: n, pagers: s.pagers,
		File: func(number int) string { return site.PagerFile(p.p, t, number) },
	}
}

// toGroups converts groups of pages that a template passes.
func toGroups(v any) (PagesGroup, bool) {
	switch v := v.(type) {
	case PagesGroup:
		return v, true
	case []PageGroup:
		return v, true
	case []any:
		out := make(PagesGroup, 0, len(v))
		for _, e := range v {
			g, ok := e.(PageGroup)
			if !ok {
				return nil, false
			}
			out = append(out, g)
		}
		return out, len(out) > 0
	}
	return nil, false
}

// cutGroups splits groups into chunks of n pages. A group that exceeds a chunk continues in the next one under the same
// key.
func cutGroups(groups PagesGroup, n int) []PagesGroup {
	var out []PagesGroup
	room := 0
	for _, g := range groups {
		for rest := g.Pages; len(rest) > 0; {
			if room == 0 {
				out = append(out, nil)
				room = n
			}
			take := min(room, len(rest))
			last := &out[len(out)-1]
			*last = append(*last, PageGroup{Key: g.Key, Pages: rest[:take]})
			rest, room = rest[take:], room-take
		}
	}
	return out
}

// String is the output of printing a pager (string).
func (p *Pager) String() string { return fmt.Sprintf("Pager %d", p.number) }

// PageNumber is the number of this page, from 1 (int): https://gohugo.io/methods/pager/pagenumber/
func (p *Pager) PageNumber() int { return p.number }

// URL is the URL of this page (string): https://gohugo.io/methods/pager/url/
func (p *Pager) URL() string { return p.s.url(p.number).Rel() }

// Pages are the pages on it (Pages): https://gohugo.io/methods/pager/pages/
func (p *Pager) Pages() Pages {
	if p.number > len(p.s.pages) {
		return nil
	}
	return p.s.pages[p.number-1]
}

// PageGroups are the groups on it, when groups were paginated (PagesGroup):
// https://gohugo.io/methods/pager/pagegroups/
func (p *Pager) PageGroups() PagesGroup {
	if p.number > len(p.s.groups) {
		return nil
	}
	return p.s.groups[p.number-1]
}

// NumberOfElements is the number of pages on it (int):
// https://gohugo.io/methods/pager/numberofelements/
func (p *Pager) NumberOfElements() int { return len(p.Pages()) + p.PageGroups().Len() }

// HasPrev reports whether there is one before (bool): https://gohugo.io/methods/pager/hasprev/
func (p *Pager) HasPrev() bool { return p.number > 1 }

// HasNext reports whether there is one after (bool): https://gohugo.io/methods/pager/hasnext/
func (p *Pager) HasNext() bool { return p.number < len(p.s.pagers) }

// Prev is the one before, nil for the first (Pager): https://gohugo.io/methods/pager/prev/
func (p *Pager) Prev() *Pager {
	if !p.HasPrev() {
		return nil
	}
	return p.s.pagers[p.number-2]
}

// Next is the one after, nil for the last (Pager): https://gohugo.io/methods/pager/next/
func (p *Pager) Next() *Pager {
	if !p.HasNext() {
		return nil
	}
	return p.s.pagers[p.number]
}

// First is the first one (Pager): https://gohugo.io/methods/pager/first/
func (p *Pager) First() *Pager { return p.s.pagers[0] }

// Last is the last one (Pager): https://gohugo.io/methods/pager/last/
func (p *Pager) Last() *Pager { return p.s.pagers[len(p.s.pagers)-1] }

// Pagers are all of them (Pagers): https://gohugo.io/methods/pager/pagers/
func (p *Pager) Pagers() Pagers { return p.s.pagers }

// PagerSize is the most pages that one holds (int): https://gohugo.io/methods/pager/pagersize/
func (p *Pager) PagerSize() int { return p.s.size }

// PageSize is the old name of PagerSize (int).
func (p *Pager) PageSize() int { return p.s.size }

// TotalPages is the number of pagers, 0 if there is nothing to paginate (int):
// https://gohugo.io/methods/pager/totalpages/
func (p *Pager) TotalPages() int { return max(len(p.s.pages), len(p.s.groups)) }

// TotalNumberOfElements is the number of pages on all of them (int):
// https://gohugo.io/methods/pager/totalnumberofelements/
func (p *Pager) TotalNumberOfElements() int { return p.s.total }
