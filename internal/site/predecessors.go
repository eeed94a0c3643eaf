package site

import "slices"

// A Site shares with an earlier one the results that depend only on a page itself. The predecessor of a page is
// the page of the earlier Site with the same document in the same place and the same inherited values.
// Everything read from its front matter is the same, and so is, in most projects, its URL. After a title was
// edited in the preview, all pages except one have a predecessor.

// predecessors returns the predecessor of each page in e.all, or nil. It runs before the pages are described.
func (e *edition) predecessors() []*Page {
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
		if len(old) > 0 && old[0].isPredecessor(p) {
			out[i] = old[0]
		}
	}
	return out
}

// shareKeys makes the pages of documents share the key strings of an earlier edition, which is among old.
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

// before returns the edition of this language in the earlier Site, or nil if that had another configuration.
func (e *edition) before() *Edition {
	if e.a.Before == nil || e.a.Before.Config != e.a.Config {
		return nil
	}
	return e.a.Before.Editions[slices.IndexFunc(e.a.Before.Editions,
		func(o *Edition) bool { return o.Language == e.Language })]
}

// isPredecessor reports whether p is the predecessor of a page of the next Site, given the same configuration
// and cascades.
func (p *Page) isPredecessor(next *Page) bool {
	return p.repeatable && p.Doc == next.Doc && p.Path == next.Path && p.Kind == Regular && next.Kind == Regular &&
		p.Edition.Language == next.Edition.Language && p.Owner == nil
}

// mayRepeat reports whether reading the page again gives the same result, and caused no message.
func (r *reader) mayRepeat() bool {
	_, outputs := r.p.Params["outputs"]
	return r.p.Kind == Regular && r.p.Doc != nil && r.p.Doc.Adapter == nil && len(r.problems) == 0 && r.url == "" &&
		!outputs
}

// describeAs copies what the predecessor of p says about itself.
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

// predecessor returns the predecessor of a page that has a number, or nil.
func (a *assembly) predecessor(p *Page) *Page {
	if a.predecessors != nil {
		return a.predecessors[p.ID]
	}
	return nil
}

// keepsAddresses reports whether pages keep their URLs from the earlier Site if they have not changed. They may
// not if they depend on other pages: by permalink patterns, or by slugs of lists.
func (e *edition) keepsAddresses() bool {
	return e.a.predecessors != nil && len(e.links) == 0 && !e.rules.KeepCase && !e.slugged && !e.before().slugged
}

// addressAs copies the URLs of the predecessor of p. It returns false if they must be computed.
func (p *Page) addressAs(q *Page) bool {
	if q == nil || q.linked != nil || slices.ContainsFunc(q.Targets, func(t Target) bool { return t.Lost }) {
		return false
	}
	p.Targets, p.URL = q.Targets, q.URL
	return true
}

// hashAs copies the hashes of the predecessor of p. It returns false if an input differs.
func (p *Page) hashAs(q *Page) bool {
	if q == nil || p.URL != q.URL || p.TranslationKey != q.TranslationKey || p.Extras != noExtras {
		return false
	}
	p.CardHash, p.ParamsHash = q.CardHash, q.ParamsHash
	return true
}

// placed sorts pages that are in the order of the earlier Site. Those with a predecessor are already sorted.
func (a *assembly) placed(pages []sortable, compare func(x, y sortable) int) []sortable {
	steady, others := make([]sortable, 0, len(pages)), []sortable(nil)
	for _, s := range pages {
		if a.predecessor(s.page) != nil {
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
