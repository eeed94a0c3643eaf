package view

import (
	"cmp"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
)

// pageList returns one of the lists of a page that can have lists; its key includes name.
func (p *Page) pageList(c *Call, name string, of func(*site.Page) []*site.Page) Pages {
	if p.p.Kind == site.Regular {
		return p.few(c, name, nil)
	}
	return p.s.list(p.p.Key+"#"+name, func() []*site.Page { return of(p.p) }).ask(c)
}

// Pages are the pages directly below, including sections, in default order (Pages):
// https://gohugo.io/methods/page/pages/
func (p *Page) Pages(c *Call) Pages {
	if p.all || p.p.Apart() {
		return p.Site().Pages(c)
	}
	return p.pageList(c, "Pages", func(p *site.Page) []*site.Page { return p.Pages })
}

// RegularPages are the regular pages directly below (Pages):
// https://gohugo.io/methods/page/regularpages/
func (p *Page) RegularPages(c *Call) Pages {
	if p.all || p.p.Apart() {
		return p.Site().RegularPages(c)
	}
	return p.pageList(c, "RegularPages", func(p *site.Page) []*site.Page { return p.RegularPages })
}

// RegularPagesRecursive are the regular pages on all levels below (Pages):
// https://gohugo.io/methods/page/regularpagesrecursive/
func (p *Page) RegularPagesRecursive(c *Call) Pages {
	if p.all || p.p.Apart() {
		return p.Site().RegularPages(c)
	}
	return p.pageList(c, "RegularPagesRecursive", func(p *site.Page) []*site.Page { return p.RegularPagesRecursive })
}

// Sections are the section pages directly below (Pages):
// https://gohugo.io/methods/page/sections/
func (p *Page) Sections(c *Call) Pages {
	return p.pageList(c, "Sections", func(p *site.Page) []*site.Page { return p.SubSections })
}

// Ancestors are the ancestors, nearest first (Pages): https://gohugo.io/methods/page/ancestors/
func (p *Page) Ancestors(c *Call) Pages { return p.few(c, "Ancestors", p.p.Ancestors) }

// few returns a short list that is not worth keeping.
func (p *Page) few(c *Call, name string, ps []*site.Page) Pages {
	if c != nil {
		c.askMembers(p.p.Key+"#"+name, ps)
	}
	return p.s.pageViews(ps)
}

// neighbour returns a page next to p in some order; nil if there is none.
func (p *Page) neighbour(c *Call, name string, n *site.Page) *Page {
	if c != nil && c.Recorder != nil {
		key := ""
		if n != nil {
			key = n.Key
		}
		c.Ask(trace.Neighbour, p.p.Key+"#"+name, trace.HashString(key))
	}
	return p.s.Page(n)
}

// Next is the next of the site's regular pages in the order of [page] nextPrevSortOrder; nil if there is none (Page):
// https://gohugo.io/methods/page/next/
func (p *Page) Next(c *Call) *Page { return p.neighbour(c, "Next", p.p.Next) }

// Prev is the previous one (Page): https://gohugo.io/methods/page/prev/
func (p *Page) Prev(c *Call) *Page { return p.neighbour(c, "Prev", p.p.Prev) }

// NextPage is the old name of Next (Page).
func (p *Page) NextPage(c *Call) *Page { return p.Next(c) }

// PrevPage is the old name of Prev (Page).
func (p *Page) PrevPage(c *Call) *Page { return p.Prev(c) }

// NextInSection is the next regular page of the section (Page):
// https://gohugo.io/methods/page/nextinsection/
func (p *Page) NextInSection(c *Call) *Page {
	return p.neighbour(c, "NextInSection", p.p.NextInSection)
}

// PrevInSection is the previous regular page of the section (Page):
// https://gohugo.io/methods/page/previnsection/
func (p *Page) PrevInSection(c *Call) *Page {
	return p.neighbour(c, "PrevInSection", p.p.PrevInSection)
}

// Parent is the parent page; nil for the home page (Page): https://gohugo.io/methods/page/parent/
func (p *Page) Parent(c *Call) *Page { return p.neighbour(c, "Parent", p.p.Parent) }

// CurrentSection is the section of the page, or a branch page itself (Page):
// https://gohugo.io/methods/page/currentsection/
func (p *Page) CurrentSection(c *Call) *Page {
	return p.neighbour(c, "CurrentSection", p.p.Current)
}

// SectionsPath is the path of the current section (string): "/docs/guide", "/" outside of sections.
func (p *Page) SectionsPath(c *Call) string {
	return cmp.Or(p.CurrentSection(c), p.Site().Home()).Path()
}

// SectionsEntries are the folders of the path of the current section ([]string).
func (p *Page) SectionsEntries(c *Call) []string {
	return strings.FieldsFunc(p.SectionsPath(c), func(r rune) bool { return r == '/' })
}

// FirstSection is the top-level section of the page, or the home page outside of sections (Page):
// https://gohugo.io/methods/page/firstsection/
func (p *Page) FirstSection(c *Call) *Page {
	return p.neighbour(c, "FirstSection", firstSection(p.p))
}

func firstSection(p *site.Page) *site.Page {
	s := p.Current
	if s == nil && p.Kind != site.Regular {
		s = p
	}
	for s != nil && strings.Count(s.Path, "/") > 1 && s.Parent != nil {
		s = s.Parent
	}
	return s
}

// InSection reports whether both pages are in the same section (bool): https://gohugo.io/methods/page/insection/
func (p *Page) InSection(c *Call, other any) bool {
	o := asPage(other)
	return o != nil && p.CurrentSection(c) == o.CurrentSection(c)
}

// IsAncestor reports whether p is an ancestor of the other page (bool): https://gohugo.io/methods/page/isancestor/
func (p *Page) IsAncestor(other any) bool {
	o := asPage(other)
	return o != nil && above(p.p, o.p)
}

// IsDescendant reports whether p is a descendant of the other page (bool): https://gohugo.io/methods/page/isdescendant/
func (p *Page) IsDescendant(other any) bool {
	o := asPage(other)
	return o != nil && above(o.p, p.p)
}

// above compares logical paths, which are part of a page's identity, so nothing needs to be recorded.
func above(a, b *site.Page) bool {
	if a.Path == b.Path {
		return false
	}
	return a.Path == "/" || strings.HasPrefix(b.Path, a.Path+"/")
}

// Translations are the versions in other languages (Pages): https://gohugo.io/methods/page/translations/
func (p *Page) Translations(c *Call) Pages {
	if len(p.p.Translations) <= 1 {
		return p.few(c, "Translations", nil)
	}
	others := make([]*site.Page, 0, len(p.p.Translations)-1)
	for _, t := range p.p.Translations {
		if t != p.p {
			others = append(others, t)
		}
	}
	return p.few(c, "Translations", others)
}

// AllTranslations are the versions in all languages, including this one (Pages):
// https://gohugo.io/methods/page/alltranslations/
func (p *Page) AllTranslations(c *Call) Pages {
	all := p.p.Translations
	if len(all) == 0 {
		all = []*site.Page{p.p}
	}
	return p.few(c, "AllTranslations", all)
}

// IsTranslated reports whether there are versions in other languages (bool):
// https://gohugo.io/methods/page/istranslated/
func (p *Page) IsTranslated(c *Call) bool { return len(p.Translations(c)) > 0 }

// TranslationKey is the key that all versions share (string): https://gohugo.io/methods/page/translationkey/
func (p *Page) TranslationKey() string {
	if p.p.TranslationKey != "" {
		return p.p.TranslationKey
	}
	return p.p.Path
}

// Rotate are the versions of the page for all values of a dimension; only "language" has more than one (Pages):
// https://gohugo.io/methods/page/rotate/
func (p *Page) Rotate(c *Call, dimension string) (Pages, error) {
	switch dimension {
	case "language":
		return p.AllTranslations(c), nil
	case "version", "role":
		return Pages{p}, nil
	}
	return nil, errDimension(dimension)
}

// GetTerms are the term pages of a taxonomy for the terms of the page, in the order of its front matter (Pages):
// https://gohugo.io/methods/page/getterms/
func (p *Page) GetTerms(c *Call, taxonomy string) Pages {
	return p.few(c, "Terms/"+taxonomy, p.p.TermsOf(taxonomy))
}

// Data are the taxonomy and the term of a taxonomy or term page: Singular, Plural, Terms, Term,
// Pages (PageData): https://gohugo.io/methods/page/data/
func (p *Page) Data(c *Call) PageData {
	d := PageData{"Pages": p.Pages(c)}
	t := p.p.Taxonomy
	if t == nil {
		return d
	}
	d["Singular"], d["Plural"] = t.Singular, t.Plural
	if p.p.Term != nil {
		d["Term"] = p.p.Term.Data
	} else {
		d["Terms"] = p.Site().Taxonomies(c)[t.Plural]
	}
	return d
}

// PageData is the value of .Data of a page; other names are nil.
type PageData map[string]any
