package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"
)

// translate links the language versions of a page: those at the same path, or with the same translationKey.
// https://gohugo.io/content-management/multilingual/#bypassing-default-linking
func (a *assembly) translate() {
	keyed := map[string][]*Page{}
	for _, e := range a.editions {
		for _, p := range e.all {
			if p.TranslationKey != "" {
				keyed[p.TranslationKey] = append(keyed[p.TranslationKey], p)
			}
		}
	}
	for _, group := range keyed {
		slices.SortStableFunc(group, compareLanguages)
	}
	if len(a.editions) == 1 {
		a.alone(keyed)
		return
	}
	for i, e := range a.editions {
		for _, p := range e.all {
			switch {
			case p.TranslationKey != "":
				p.Translations = keyed[p.TranslationKey]
			case p.Translations == nil:
				a.byPath(i, p)
			}
			p.TranslationKey = cmp.Or(p.TranslationKey, p.Path)
		}
	}
}

// byPath collects the versions of p at the same path, and shares the list with those of later languages.
func (a *assembly) byPath(from int, p *Page) {
	var group []*Page
	for _, e := range a.editions {
		if q := e.byPath[p.Path]; q != nil && q.Link {
			group = append(group, q)
		}
	}
	slices.SortFunc(group, compareLanguages)
	p.Translations = group
	for _, e := range a.editions[from+1:] {
		if q := e.byPath[p.Path]; q != nil && q.TranslationKey == "" {
			q.Translations = group
		}
	}
}

// alone is translate for a site with one language: a page is its only version.
func (a *assembly) alone(keyed map[string][]*Page) {
	e := a.editions[0]
	self := slices.Clone(e.all)
	for i, p := range e.all {
		switch {
		case p.TranslationKey != "":
			p.Translations = keyed[p.TranslationKey]
		case p.Link:
			p.Translations = self[i : i+1 : i+1]
			p.TranslationKey = p.Path
		default:
			p.TranslationKey = p.Path
		}
	}
}

// compareLanguages orders the versions of a page as Hugo does: by weight of their languages (0 last), which
// several languages may share, then newest first, by title, by file.
func compareLanguages(x, y *Page) int {
	a, b := x.Edition.Language, y.Edition.Language
	byFile := 0
	if x.Doc != nil && y.Doc != nil {
		byFile = strings.Compare(x.Doc.File, y.Doc.File)
	}
	return cmp.Or(
		CompareWeights(a.Weight, b.Weight),
		cmp.Compare(y.Dates.Date.Unix(), x.Dates.Date.Unix()),
		words.CompareFold(x.LinkTitle, y.LinkTitle),
		byFile,
		cmp.Compare(a.Index, b.Index),
	)
}
