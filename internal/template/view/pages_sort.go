package view

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// sortKey identifies a sorted list: the list, the order, and the collation.
type sortKey struct {
	id      sliceID
	by, how string
}

// sorted returns ps in an order. The result for a list of the site is kept, since themes sort the same list on every
// page. facet is the facet of each page that the order depends on.
func (ps Pages) sorted(c *Call, by, how string, facet trace.Kind, sort func(Pages)) Pages {
	if len(ps) == 0 {
		return ps
	}
	source := c.Views.frozenList(ps)
	if source == nil {
		c.askEach(ps, facet)
		out := slices.Clone(ps)
		sort(out)
		return out
	}
	if facet != 0 {
		source.record(c, facet)
	}
	key := sortKey{idOf(ps), by, how}
	if l, ok := c.Views.answers.Load(key); ok {
		return l.(*list).pages
	}
	out := slices.Clone(ps)
	sort(out)
	l := &list{key: source.key + "|" + by + how, pages: out, from: source.root()}
	if kept, loaded := c.Views.answers.LoadOrStore(key, l); loaded {
		return kept.(*list).pages
	}
	c.Views.answers.Store(idOf(out), l)
	return out
}

// lang returns the language whose collation sorts ps: that of the page being rendered.
func (ps Pages) lang(c *Call) string {
	if c != nil && c.Page != nil {
		return c.Page.p.Edition.Language.Lower
	}
	if len(ps) > 0 {
		return ps[0].p.Edition.Language.Lower
	}
	return ""
}

func (ps Pages) byText(c *Call, by string, text func(*Page) string) Pages {
	lang := ps.lang(c)
	return ps.sorted(c, by, lang, trace.PageCard, func(ps Pages) {
		col := collatorFor(c, lang)
		slices.SortStableFunc(ps, func(a, b *Page) int { return col.Compare(text(a), text(b)) })
	})
}

func (ps Pages) byTime(c *Call, by string, date func(*Page) time.Time) Pages {
	return ps.sorted(c, by, "", trace.PageCard, func(ps Pages) {
		slices.SortStableFunc(ps, func(a, b *Page) int { return cmp.Compare(date(a).Unix(), date(b).Unix()) })
	})
}

// ByWeight is the default order: weight (unset last), newest date, link title, file (Pages):
// https://gohugo.io/methods/pages/byweight/
func (ps Pages) ByWeight(c *Call) Pages {
	if l := c.Views.frozenList(ps); l != nil && l.from == nil && c.Views.ofTerm(l) {
		return ps // in the order of their weights in the term
	}
	lang := ps.lang(c)
	return ps.sorted(c, "ByWeight", lang, trace.PageCard, func(ps Pages) {
		col := collatorFor(c, lang)
		slices.SortStableFunc(ps, func(a, b *Page) int { return site.CompareDefault(a.p, b.p, col) })
	})
}

// ByTitle are the pages by title in the language's collation (Pages): https://gohugo.io/methods/pages/bytitle/
func (ps Pages) ByTitle(c *Call) Pages {
	return ps.byText(c, "ByTitle", (*Page).Title)
}

// ByLinkTitle is by link title (Pages): https://gohugo.io/methods/pages/bylinktitle/
func (ps Pages) ByLinkTitle(c *Call) Pages { return ps.byText(c, "ByLinkTitle", (*Page).LinkTitle) }

// ByDate is by date, the oldest first (Pages): https://gohugo.io/methods/pages/bydate/
func (ps Pages) ByDate(c *Call) Pages { return ps.byTime(c, "ByDate", (*Page).Date) }

// ByPublishDate is by publish date (Pages): https://gohugo.io/methods/pages/bypublishdate/
func (ps Pages) ByPublishDate(c *Call) Pages {
	return ps.byTime(c, "ByPublishDate", (*Page).PublishDate)
}

// ByExpiryDate is by expiry date (Pages): https://gohugo.io/methods/pages/byexpirydate/
func (ps Pages) ByExpiryDate(c *Call) Pages { return ps.byTime(c, "ByExpiryDate", (*Page).ExpiryDate) }

// ByLastmod is by the date of the last change (Pages): https://gohugo.io/methods/pages/bylastmod/
func (ps Pages) ByLastmod(c *Call) Pages { return ps.byTime(c, "ByLastmod", (*Page).Lastmod) }

// ByLength is by the length of the rendered body, the shortest first (Pages):
// https://gohugo.io/methods/pages/bylength/
func (ps Pages) ByLength(c *Call) (Pages, error) {
	n := make(map[*Page]int, len(ps))
	for _, p := range ps {
		l, err := p.Len(c)
		if err != nil {
			return nil, err
		}
		n[p] = l
	}
	return ps.sorted(c, "ByLength", "", 0, func(ps Pages) {
		slices.SortStableFunc(ps, func(a, b *Page) int { return cmp.Compare(n[a], n[b]) })
	}), nil
}

// ByLanguage is by the language's weight, then newest date and link title (Pages):
// https://gohugo.io/methods/pages/bylanguage/
func (ps Pages) ByLanguage(c *Call) Pages {
	return ps.sorted(c, "ByLanguage", "", trace.PageCard, func(ps Pages) {
		slices.SortStableFunc(ps, func(a, b *Page) int {
			return cmp.Or(
				cmp.Compare(a.p.Edition.Language.Index, b.p.Edition.Language.Index),
				cmp.Compare(b.Date().Unix(), a.Date().Unix()),
				words.CompareFold(a.LinkTitle(), b.LinkTitle()),
				words.CompareFold(a.p.Path, b.p.Path),
			)
		})
	})
}

// ByParam are the pages by a parameter: numbers by size, the rest as text in the language's collation, pages without it
// last (Pages): https://gohugo.io/methods/pages/byparam/
func (ps Pages) ByParam(c *Call, key any) (Pages, error) {
	k, err := funcs.Text("ByParam", key)
	if err != nil {
		return nil, err
	}
	lang := ps.lang(c)
	if len(ps) > 0 {
		c.Views.AskConfig(c)
	}
	return ps.sorted(c, "ByParam."+k, lang, trace.PageParams, func(ps Pages) {
		col := collatorFor(c, lang)
		values := make(map[*Page]any, len(ps))
		for _, p := range ps {
			values[p], _ = p.Param(nil, k) // only a key that is not a string causes an error
		}
		slices.SortStableFunc(ps, func(a, b *Page) int {
			x, y := values[a], values[b]
			switch {
			case x == nil && y == nil:
				return 0
			case x == nil:
				return 1
			case y == nil:
				return -1
			}
			if m, ok := tmpl.Number(x); ok {
				if n, ok := tmpl.Number(y); ok {
					return cmp.Compare(m, n)
				}
			}
			return col.Compare(textOf(x), textOf(y))
		})
	}), nil
}

// textOf returns the text of a value for sorting; lists and maps have none.
func textOf(v any) string {
	rv := reflect.ValueOf(v)
	switch {
	case rv.Kind() == reflect.String:
		return rv.String()
	case rv.CanFloat():
		return strconv.FormatFloat(rv.Float(), 'f', -1, 64)
	case rv.Kind() == reflect.Map, rv.Kind() == reflect.Slice:
		return ""
	}
	return fmt.Sprint(v)
}

// Reverse are the pages in reverse order (Pages): https://gohugo.io/methods/pages/reverse/
func (ps Pages) Reverse(c *Call) Pages { return ps.sorted(c, "Reverse", "", 0, slices.Reverse[Pages]) }

// Limit is the first n pages (Pages): https://gohugo.io/methods/pages/limit/
func (ps Pages) Limit(n int) Pages { return ps[:min(max(n, 0), len(ps))] }

// Len is the number of pages (int): https://gohugo.io/methods/pages/len/
func (ps Pages) Len() int { return len(ps) }

// String is the output of printing a list of pages (string).
func (ps Pages) String() string { return fmt.Sprintf("Pages(%d)", len(ps)) }

// Next is the page before the given one in the list, since pages are sorted newest first (Page):
// https://gohugo.io/methods/pages/next/
func (ps Pages) Next(c *Call, page any) *Page {
	if i := ps.index(c, asPage(page)); i > 0 {
		return ps[i-1]
	}
	return nil
}

// Prev is the page after the given one in the list (Page): https://gohugo.io/methods/pages/prev/
func (ps Pages) Prev(c *Call, page any) *Page {
	if i := ps.index(c, asPage(page)); i >= 0 && i < len(ps)-1 {
		return ps[i+1]
	}
	return nil
}

// IndexOf is the index of a page in the list, from 0; -1 if it is not in it (int). For a list of the site, or the
// result of a cached partial, the cost does not depend on the length.
func (ps Pages) IndexOf(c *Call, page any) int { return ps.index(c, asPage(page)) }

// Position is the same as IndexOf; sitegen had it before Hugo 0.166 (int).
func (ps Pages) Position(c *Call, page any) int { return ps.index(c, asPage(page)) }

// placedKey identifies a list whose positions are kept, without other facts.
type placedKey sliceID

// Number keeps the positions of the pages in a list that is not one of the site.
func (v *Views) Number(ps Pages) {
	if len(ps) >= fewPages {
		v.answers.LoadOrStore(placedKey(idOf(ps)), &list{pages: ps})
	}
}

// fewPages is the length up to which a list is searched instead.
const fewPages = 32

// index returns the index of a page; -1 if it is not in the list. Lists of the site keep their positions, so asking on
// every page is cheap.
func (ps Pages) index(c *Call, p *Page) int {
	if p == nil || len(ps) == 0 {
		return -1
	}
	l := c.Views.frozenList(ps)
	if v, ok := c.Views.answers.Load(placedKey(idOf(ps))); ok && l == nil {
		l = v.(*list)
	}
	if l == nil || len(ps) < fewPages {
		return slices.Index(ps, p)
	}
	at := par.Once(&l.at, func() *map[*Page]int {
		at := make(map[*Page]int, len(ps))
		for i, p := range ps {
			at[p] = i
		}
		return &at
	})
	if i, ok := (*at)[p]; ok {
		return i
	}
	return -1
}

// toPages converts a list of pages that a template passes: Pages, a group, weighted pages, or a list of any of these
// made with slice.
func toPages(v any) (Pages, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case Pages:
		return v, nil
	case *Page:
		return Pages{v}, nil
	case PageGroup:
		return v.Pages, nil
	case WeightedPages:
		return v.Pages(), nil
	case PagesGroup:
		var out Pages
		for _, g := range v {
			out = append(out, g.Pages...)
		}
		return out, nil
	}
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Slice {
		return nil, fmt.Errorf("want a list of pages, not %s", tmpl.TypeName(rv.Type()))
	}
	out := make(Pages, 0, rv.Len())
	for i := range rv.Len() {
		e := rv.Index(i).Interface()
		p := asPage(e)
		if p == nil {
			return nil, fmt.Errorf("want a list of pages, found %s in it", tmpl.TypeName(reflect.TypeOf(e)))
		}
		out = append(out, p)
	}
	return out, nil
}

// isDescending reads the order argument of a grouping whose default is ascending.
func isDescending(order []string) bool {
	if len(order) == 0 {
		return false
	}
	switch strings.ToLower(order[0]) {
	case "desc", "rev", "reverse":
		return true
	}
	return false
}
