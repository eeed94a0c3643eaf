package site

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
)

// useFallbacks adds to languages with fallbackPages the documents of the default language that they lack,
// compared by path or translationKey. A translation that is not built (a draft or a future page) counts as
// missing.
//
// Which pages are built depends on cascades, so the languages are assembled up to that point as a trial.
func (a *assembly) useFallbacks() {
	var from *edition
	for _, e := range a.editions {
		if !e.Language.FallbackPages || e.Language.Default {
			continue
		}
		if from == nil {
			from = a.trial(a.defaultEdition())
		}
		e.addFallbacks(from, a.trial(e))
	}
}

func (a *assembly) defaultEdition() *edition {
	return a.editions[slices.IndexFunc(a.editions, func(e *edition) bool { return e.Language.Default })]
}

// trial returns an edition of the same documents, assembled until it is known which pages are built. Its
// problems are dropped, because those that still apply are found again.
func (a *assembly) trial(e *edition) *edition {
	alone := &assembly{Input: a.Input, site: &Site{Config: a.Config, Now: a.Now}}
	t := alone.newEdition(e.Language)
	alone.editions = []*edition{t}
	t.documents, t.inner = e.documents, e.inner
	t.create()
	t.inherit()
	t.describe()
	t.drop()
	return t
}

// addFallbacks adds to e the documents that the default language, from, has and e lacks; own is e without
// fallbacks.
func (e *edition) addFallbacks(from, own *edition) {
	left := map[*content.Document]bool{}
	for _, l := range own.a.site.Left {
		left[l.Doc] = true
	}
	gone := map[*content.Document]bool{}
	for _, l := range from.a.site.Left {
		gone[l.Doc] = true
	}
	mine := map[*content.Document]bool{}
	for _, d := range slices.Concat(e.documents, e.inner) {
		mine[d] = true
	}
	keys := map[string]bool{}
	for _, p := range own.documented() {
		if p.TranslationKey != "" && !left[p.Doc] {
			keys[p.TranslationKey] = true
		}
	}
	e.fallbacks = map[*content.Document]bool{}
	for _, p := range from.documented() {
		q := own.byPath[p.Path]
		switch {
		case p.Doc == nil, gone[p.Doc], mine[p.Doc], p.TranslationKey != "" && keys[p.TranslationKey]:
		case q != nil && q.Doc != nil && !left[q.Doc]: // it has its own
		case q != nil && q.IsNode() != p.IsNode(): // a section has this path
		default:
			e.fallbacks[p.Doc] = true
		}
	}
	inner := map[string]bool{}
	for _, p := range own.bundled {
		inner[p.Path] = true
	}
	for _, p := range from.bundled {
		if !inner[p.Path] && !mine[p.Doc] {
			e.fallbacks[p.Doc] = true
		}
	}
	e.addDocuments(from, own, left)
}

// addDocuments adds the fallbacks to the documents of e, and replaces documents at the same path that are not
// built.
func (e *edition) addDocuments(from, own *edition, left map[*content.Document]bool) {
	paths := map[string]bool{}
	for d := range e.fallbacks {
		paths[d.Logical] = true
	}
	out := func(d *content.Document) bool { return paths[d.Logical] && left[d] }
	files := map[string]bool{}
	for _, l := range own.a.site.Left {
		if out(l.Doc) {
			files[l.Doc.File] = true
			e.a.site.Left = append(e.a.site.Left, l)
		}
	}
	for _, p := range own.a.problems {
		if files[p.File] {
			e.a.problems = append(e.a.problems, p)
		}
	}
	if until := own.a.site.Until; !until.IsZero() && (e.a.site.Until.IsZero() || until.Before(e.a.site.Until)) {
		e.a.site.Until = until
	}
	joined := func(mine, theirs []*content.Document) []*content.Document {
		all := slices.DeleteFunc(slices.Clone(mine), out)
		for _, d := range theirs {
			if e.fallbacks[d] {
				all = append(all, d)
			}
		}
		slices.SortStableFunc(all, func(x, y *content.Document) int { return strings.Compare(x.Path, y.Path) })
		return all
	}
	e.documents, e.inner = joined(e.documents, from.documents), joined(e.inner, from.inner)
}

// untranslated marks the pages without content in their language: those with a fallback document, and lists
// that contain only such pages. A list that contains a translated page counts as translated, even if its own
// text is a fallback. The parameter untranslated is true for marked pages, and "text" if only the text is a
// fallback.
func (e *edition) untranslated() {
	if e.fallbacks == nil {
		return
	}
	own, some := map[*Page]bool{}, map[*Page]bool{}
	note := func(p, list *Page) {
		fallback := e.fallbacks[p.Doc]
		for ; list != nil && !own[list] && !(fallback && some[list]); list = list.Parent {
			some[list], own[list] = true, !fallback
		}
	}
	for _, p := range e.all {
		if p.Kind == Regular {
			note(p, p.Parent)
		}
	}
	for _, te := range e.entries {
		for _, en := range te.entries {
			note(en.page, te.page)
		}
	}
	for _, p := range e.all {
		fallback := p.Doc != nil && e.fallbacks[p.Doc]
		switch {
		case p.Doc != nil && !fallback:
		case !own[p] && (fallback || some[p]):
			p.Untranslated, p.Params["untranslated"] = true, true
		case fallback:
			p.Params["untranslated"] = "text"
		}
	}
}
