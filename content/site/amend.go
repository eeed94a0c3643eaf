package site

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/words"
)

// Amendment is what Amend did.
type Amendment struct {
	Page  *Page  // the page that says something else now
	Moved bool   // it stands elsewhere among the pages of its language: before or behind lists of the same date
	Texts bool   // nothing but its title, link title, description and summary differs
	Undo  func() // makes the site what it was
}

// Amend makes of s the Site that Assemble would make of in, when that differs from what s was made of in the
// front matter of one document, d, in texts that only the pages which show them read: a title, a
// description, parameters of the theme. Otherwise it returns nil, and s is as it was: when the page would
// have another address, other terms, another place in a list of its section.
//
// This is the one exception to a Site being frozen, for the one who holds the only reference to it: the
// page is changed in its place, since others point to it, and so to s itself. problems are those that
// came with s.
func (s *Site) Amend(in Input, d *content.Document, problems diag.List) *Amendment {
	p := s.pageOf(d)
	if p == nil || slices.ContainsFunc(problems, func(x *diag.Diagnostic) bool { return x.File == d.File }) {
		return nil
	}
	n := reread(in, p, d)
	if n == nil || !p.standsLike(n) {
		return nil
	}
	for _, entries := range p.Edition.Menus {
		if inMenu(entries, p) {
			return nil
		}
	}
	n.carry(p)
	n.CardHash = trace.Hash(n.card(nil))
	params, _ := hashMap(nil, n.Params, nil)
	n.ParamsHash = trace.Hash(params)
	texts := p.sameButTexts(n)
	m, ok := s.movement(p, n)
	if !ok {
		return nil
	}
	old, pages := *p, p.Edition.Pages
	*p = *n
	m.do(p, 1)
	return &Amendment{Page: p, Moved: len(m.past) > 0, Texts: texts, Undo: func() {
		m.do(p, -1)
		*p, p.Edition.Pages = old, pages
	}}
}

// pageOf returns the page of a document that is a file of its own or the index of a leaf bundle; nil when
// there is none, or more than one.
func (s *Site) pageOf(d *content.Document) *Page {
	if d.Form != content.Single && d.Form != content.Leaf {
		return nil
	}
	var page *Page
	for _, e := range s.Editions {
		p := e.byPath[d.Logical]
		if p == nil || p.Doc == nil || p.Doc.File != d.File {
			continue
		}
		if page != nil || p.Kind != Regular || e.Language.Lower != d.Lang {
			return nil
		}
		page = p
	}
	return page
}

// reread reads what p says of itself from a newer version of its document, and finds its addresses; nil when
// there is a problem.
func reread(in Input, p *Page, d *content.Document) *Page {
	a := &assembly{Input: in}
	e := a.newEdition(p.Edition.Language)
	e.Edition, e.rules.base = p.Edition, p.Edition.Base
	for _, up := range slices.Backward(p.Ancestors) {
		e.chain(up)
	}
	n := &Page{
		Key: p.Key, Kind: p.Kind, Doc: d, Edition: p.Edition, Path: p.Path, SectionPath: p.SectionPath, Sections: p.Sections,
		Parent: p.Parent, Ancestors: p.Ancestors, Current: p.Current, name: p.name,
	}
	r := reader{e: e, p: n}
	r.read()
	e.urls[n] = r.url
	e.addressIn(n, e.formatsOf(n))
	if len(a.problems)+len(r.problems) > 0 {
		return nil
	}
	return n
}

// standsLike reports whether n, a newer reading of p, has the same addresses, terms, translations and dates,
// and all else that other pages, lists and menus are made of. The order of lists is keepsPlace's.
func (p *Page) standsLike(n *Page) bool {
	key := p.TranslationKey
	if key == p.Path {
		key = "" // it has none of its own
	}
	return sameTargets(p.Targets, n.Targets) && sameTargets(p.linked, n.linked) && p.URL.path == n.URL.path && n.place == nil &&
		p.Type == n.Type && p.Layout == n.Layout && p.Slug == n.Slug && p.Weight == n.Weight && p.Draft == n.Draft &&
		p.ListAlways == n.ListAlways && p.ListLocal == n.ListLocal && p.Render == n.Render && p.Link == n.Link &&
		p.PublishResources == n.PublishResources && key == "" && n.TranslationKey == "" &&
		slices.Equal(p.AliasesSet, n.AliasesSet) && sameDates(p.Dates, n.Dates) &&
		p.menus == nil && p.sameParams(n)
}

// sameParams reports whether n has the same values of the keys that a Site is made of.
func (p *Page) sameParams(n *Page) bool {
	keys := []string{"outputs", "resources", "menus", "menu", "sites", "build", "url", "aliases", "translationkey"}
	for _, t := range p.Edition.Language.Taxonomies {
		key := strings.ToLower(t.Plural)
		keys = append(keys, key, key+"_weight")
	}
	for _, k := range keys {
		before, was := p.Params[k]
		now, is := n.Params[k]
		if was != is || !reflect.DeepEqual(before, now) {
			return false
		}
	}
	return p.said("sites") == nil && n.said("sites") == nil && p.said("cascade") == nil && n.said("cascade") == nil
}

// sameButTexts reports whether n differs in its title, link title, description and summary alone.
func (p *Page) sameButTexts(n *Page) bool {
	rest := func(m map[string]any) map[string]any {
		m = maps.Clone(m)
		for _, k := range []string{"title", "linktitle", "description", "summary"} {
			delete(m, k)
		}
		return m
	}
	return p.Sitemap == n.Sitemap && p.CJK == n.CJK && slices.Equal(p.Keywords, n.Keywords) && p.Doc.Lang == n.Doc.Lang &&
		reflect.DeepEqual(rest(p.Params), rest(n.Params))
}

// said returns a value of the page's own front matter; nil when there is none.
func (p *Page) said(key string) any {
	if p.Doc == nil || p.Doc.Front == nil {
		return nil
	}
	return p.Doc.Front.Values[key]
}

func sameTargets(a, b []Target) bool {
	return slices.EqualFunc(a, b, func(x, y Target) bool {
		return x.Format == y.Format && x.File == y.File && x.URL.path == y.URL.path
	})
}

// sameDates reports whether dates are the same moments in the same zones: lists have those of their pages.
func sameDates(a, b content.Dates) bool {
	same := func(x, y time.Time) bool {
		zx, ox := x.Zone()
		zy, oy := y.Zone()
		return x.Equal(y) && zx == zy && ox == oy && x.Location().String() == y.Location().String()
	}
	return same(a.Date, b.Date) && same(a.Lastmod, b.Lastmod) && same(a.PublishDate, b.PublishDate) && same(a.ExpiryDate, b.ExpiryDate) &&
		a.DateFrom == b.DateFrom && a.LastmodFrom == b.LastmodFrom && a.PublishDateFrom == b.PublishDateFrom &&
		a.ExpiryDateFrom == b.ExpiryDateFrom && a.Slug == b.Slug
}

// movement is how a page moves in the default order of its language.
type movement struct {
	past []*Page // the pages that it passes, the next one first
	by   int     // 1: they stand before it afterwards, -1: behind it
}

// movement tells how p moves when it becomes n, whose link title may be another one. It may pass lists of the
// same date, which often have theirs from p; ok is false when it passes what stands in a list with it.
func (s *Site) movement(p, n *Page) (m movement, ok bool) {
	if p.LinkTitle == n.LinkTitle {
		return m, true
	}
	for _, terms := range p.Terms { // the first page of a term decides how it is spelled
		for _, t := range terms {
			if t.Term == nil || slices.ContainsFunc(t.Term.Entries, func(w WeightedPage) bool { return w.Page != p && ties(w.Page, p) }) {
				return m, false
			}
		}
	}
	order := s.order(p.Edition)
	var c *words.Collator
	for _, by := range []int{1, -1} {
		for at := p.rank + by; at >= 0 && at < len(order) && ties(order[at], p); at += by {
			if c == nil {
				c = words.NewCollator(p.Edition.Language.Lower)
			}
			q := order[at]
			if compareDefault(n, q, c)*by < 0 {
				break
			}
			if q.Kind == Regular || len(q.Terms) > 0 || q.Parent == p.Parent {
				return m, false
			}
			m.past, m.by = append(m.past, q), by
		}
	}
	return m, true
}

// order lists the pages of a language in default order.
func (s *Site) order(e *Edition) []*Page {
	out := make([]*Page, 0, len(s.Pages))
	for _, p := range s.Pages {
		if p.Edition == e && !p.Apart() && p.Owner == nil {
			out = append(out, p)
		}
	}
	sorted := make([]*Page, len(out))
	for _, p := range out {
		sorted[p.rank] = p
	}
	return sorted
}

// do moves p; sign is -1 to take it back, but for the list of the language.
func (m movement) do(p *Page, sign int) {
	for _, q := range m.past {
		q.rank -= m.by * sign
	}
	p.rank += m.by * len(m.past) * sign
	if len(m.past) == 0 || sign < 0 || !p.ListAlways {
		return
	}
	e := p.Edition
	e.Pages = slices.Clone(e.Pages)
	slices.SortFunc(e.Pages, func(x, y *Page) int { return cmp.Compare(x.rank, y.rank) })
}

// ties reports whether only their titles order two pages.
func ties(x, y *Page) bool { return x.Weight == y.Weight && x.Dates.Date.Unix() == y.Dates.Date.Unix() }

func inMenu(entries []*MenuEntry, p *Page) bool {
	return slices.ContainsFunc(entries, func(m *MenuEntry) bool { return m.Page == p || inMenu(m.Children, p) })
}

// carry gives n what p has from the rest of the site.
func (n *Page) carry(p *Page) {
	n.ID, n.rank, n.place = p.ID, p.rank, p.place
	n.Targets, n.URL, n.linked, n.Aliases = p.Targets, p.URL, p.linked, p.Aliases
	n.Pages, n.RegularPages, n.RegularPagesRecursive, n.SubSections = p.Pages, p.RegularPages, p.RegularPagesRecursive, p.SubSections
	n.Next, n.Prev, n.NextInSection, n.PrevInSection = p.Next, p.Prev, p.NextInSection, p.PrevInSection
	n.TranslationKey, n.Translations = p.TranslationKey, p.Translations
	n.Terms, n.Term, n.Taxonomy = p.Terms, p.Term, p.Taxonomy
	n.Resources, n.Menus, n.menus = p.Resources, p.Menus, p.menus
}
