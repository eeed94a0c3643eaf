package site

import "slices"

// A Site shares with the one before it what its pages say of themselves. The former of a page is the page of that Site
// that has the same document at the same place, and inherits the same: all that is read from its front matter is the
// same, and so is, in most projects, its address. Formers are the pages that a preview has when a title was edited: all
// but one.

// formers finds the former of each page of e.all, nil where there is none. It comes before the pages are described.
func (e *edition) formers() []*Page {
	b := e.before()
	if b == nil || e.a.Git != e.a.Before.git || len(e.a.Config.Segments) > 0 || !slices.Equal(b.cascading, e.cascading) {
		return nil
	}
	if slices.ContainsFunc(e.a.editions, func(o *edition) bool { return o.Language.FallbackPages }) {
		return nil // documents of other languages count
	}
	old := e.a.Before.Pages
	for len(old) > 0 && old[0].Edition.Language != e.Language {
		old = old[1:]
	}
	out := make([]*Page, len(e.all))
	for i, p := range e.all { // by path, as the old ones are
		for len(old) > 0 && old[0].Edition.Language == e.Language && comparePaths(old[0], p) < 0 {
			old = old[1:]
		}
		if len(old) > 0 && old[0].isFormer(p) {
			out[i] = old[0]
		}
	}
	return out
}

// shareKeys gives the pages of documents the keys of those of an edition before, which is among old: one text for both.
func shareKeys(pages []Page, before *Edition, old []*Page) {
	for len(old) > 0 && old[0].Edition != before {
		old = old[1:]
	}
	for i := range pages { // mostly by path, as the old ones are
		p := &pages[i]
		for len(old) > 0 && old[0].Doc != p.Doc && comparePaths(old[0], p) < 0 {
			old = old[1:]
		}
		if len(old) > 0 && old[0].Path == p.Path && old[0].Edition == before {
			p.Key = old[0].Key
		}
	}
}

// before is the edition of this language in the Site before, if that was made by the same configuration; nil: there is
// none.
func (e *edition) before() *Edition {
	if e.a.Before == nil || e.a.Before.Config != e.a.Config {
		return nil
	}
	return e.a.Before.Editions[slices.IndexFunc(e.a.Before.Editions,
		func(o *Edition) bool { return o.Language == e.Language })]
}

// isFormer reports whether p is that of a page of the next Site with the same configuration and cascades.
func (p *Page) isFormer(next *Page) bool {
	return p.repeatable && p.Doc == next.Doc && p.Path == next.Path && p.Kind == Regular && next.Kind == Regular &&
		p.Edition.Language == next.Edition.Language && p.Owner == nil
}

// mayRepeat reports whether a page that was read says the same of itself in the next Site, without a word to anybody.
func (r *reader) mayRepeat() bool {
	_, outputs := r.p.Params["outputs"]
	return r.p.Kind == Regular && r.p.Doc != nil && r.p.Doc.Adapter == nil && len(r.problems) == 0 && r.url == "" &&
		!outputs
}

// describeAs takes over what the former of p says of itself.
func (p *Page) describeAs(q *Page) {
	p.Said, p.repeatable = q.Said, true
	if q.Params["translationkey"] != nil {
		p.TranslationKey = q.TranslationKey
	}
	if q.Extras != noExtras {
		p.Extras = &Extras{SaidRarely: q.SaidRarely}
	}
	p.ID = q.ID + 1 // until number gives it its own
}

// former returns the former of a page that has its number; nil: there is none.
func (a *assembly) former(p *Page) *Page {
	if a.formers != nil {
		return a.formers[p.ID]
	}
	return nil
}

// keepsAddresses reports whether pages that say the same have the same addresses as in the Site before, which patterns
// decide by what other pages say.
func (e *edition) keepsAddresses() bool {
	return e.a.formers != nil && len(e.links) == 0 && !e.rules.KeepCase
}

// addressAs takes over the addresses of the former of p; false: it has to get its own.
func (p *Page) addressAs(q *Page) bool {
	if q == nil || q.linked != nil || slices.ContainsFunc(q.Targets, func(t Target) bool { return t.Lost }) {
		return false
	}
	p.Targets, p.URL = q.Targets, q.URL
	return true
}

// hashAs takes over the hashes of the former of p; false: what they are made of is not all the same.
func (p *Page) hashAs(q *Page) bool {
	if q == nil || p.URL != q.URL || p.TranslationKey != q.TranslationKey || p.Extras != noExtras {
		return false
	}
	p.CardHash, p.ParamsHash = q.CardHash, q.ParamsHash
	return true
}

// placed sorts pages that come in the order of the Site before. Those with a former are sorted already.
func (a *assembly) placed(pages []sortable, compare func(x, y sortable) int) []sortable {
	steady, others := make([]sortable, 0, len(pages)), []sortable(nil)
	for _, s := range pages {
		if a.former(s.page) != nil {
			steady = append(steady, s)
		} else {
			others = append(others, s)
		}
	}
	slices.SortFunc(others, compare)
	if len(steady) == 0 {
		return others
	}
	out := make([]sortable, 0, len(pages))
	for _, s := range others {
		at, _ := slices.BinarySearchFunc(steady, s, compare)
		out, steady = append(append(out, steady[:at]...), s), steady[at:]
	}
	return append(out, steady...)
}
