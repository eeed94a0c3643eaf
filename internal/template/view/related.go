package view

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// relatedKey identifies the index of a list.
type relatedKey sliceID

// relatedIndex returns the index of a list. The index of a list of the site is kept, also for the next build of the
// same Site if it only depends on front matter.
func (ps Pages) relatedIndex(c *Call) (*site.Related, error) {
	kept, key := (*sync.Map)(nil), relatedKey(idOf(ps))
	if l := c.Views.frozenList(ps); l != nil {
		kept = &c.Views.answers
		if l.from == nil && !ps[0].relatesHeadings() {
			kept = &c.Views.memo
		}
		if x, ok := kept.Load(key); ok {
			return x.(*site.Related), nil
		}
	}
	// No lock is held: an index of headings renders bodies, which may use related pages.
	list := make([]*site.Page, len(ps))
	var headings map[*site.Page][]site.Anchor
	for i, p := range ps {
		list[i] = p.p
		if !ps[0].relatesHeadings() {
			continue
		}
		anchors, err := p.anchors(c)
		if err != nil {
			return nil, err
		}
		if headings == nil {
			headings = make(map[*site.Page][]site.Anchor, len(ps))
		}
		headings[p.p] = anchors
	}
	x := site.NewRelated(ps[0].p.Edition.Language.Related, list, func(p *site.Page) []site.Anchor { return headings[p] })
	if kept == nil {
		return x, nil
	}
	return par.OnceFor(kept, key, func() *site.Related { return x }), nil
}

// relatesHeadings reports whether the configuration relates pages of the language by their headings.
func (p *Page) relatesHeadings() bool {
	return slices.ContainsFunc(p.p.Edition.Language.Related.Indices, func(ix config.RelatedIndex) bool {
		return ix.Type == "fragments"
	})
}

// anchors returns the IDs in the text of a page.
func (p *Page) anchors(c *Call) ([]site.Anchor, error) {
	f, err := p.Fragments(c)
	if err != nil || f == nil {
		return nil, err
	}
	out := make([]site.Anchor, len(f.Identifiers))
	for i, id := range f.Identifiers {
		out[i].ID = id
		if h := f.HeadingsMap[id]; h != nil {
			out[i].Title = h.Title
		}
	}
	return out, nil
}

// Related are the pages of the list that are related to a page, the closest first. The argument is the page, or a map
// with document, indices, namedSlices, and fragments (Pages): https://gohugo.io/methods/pages/related/
func (ps Pages) Related(c *Call, opts any) (Pages, error) {
	if p := asPage(opts); p != nil {
		return ps.search(c, site.RelatedQuery{Page: p.p})
	}
	m, ok := tmpl.Map(opts)
	if !ok {
		return nil, fmt.Errorf("Related requires a page or a map of options, not %T", opts)
	}
	var q site.RelatedQuery
	if p := asPage(tmpl.LowerKey(m, "document")); p != nil {
		q.Page = p.p
	}
	q.Indices = textsOf(tmpl.LowerKey(m, "indices"))
	q.Fragments = textsOf(tmpl.LowerKey(m, "fragments"))
	for _, v := range listOf(tmpl.LowerKey(m, "namedSlices")) {
		kv, ok := v.(funcs.KeyValues)
		if !ok {
			return nil, fmt.Errorf("namedSlices requires what keyVals returns, not %T", v)
		}
		q.Named = append(q.Named, site.NamedKeywords{Index: kv.KeyString(), Values: kv.Values})
	}
	return ps.search(c, q)
}

// RelatedIndices is Related with only some of the indices (Pages).
func (ps Pages) RelatedIndices(c *Call, page any, indices ...any) (Pages, error) {
	p := asPage(page)
	if p == nil {
		return nil, fmt.Errorf("RelatedIndices requires a page, not %T", page)
	}
	return ps.search(c, site.RelatedQuery{Page: p.p, Indices: textsOf(indices)})
}

// RelatedTo are the pages with the given keywords, made with keyVals (Pages).
func (ps Pages) RelatedTo(c *Call, keyVals ...funcs.KeyValues) (Pages, error) {
	var q site.RelatedQuery
	for _, kv := range keyVals {
		q.Named = append(q.Named, site.NamedKeywords{Index: kv.KeyString(), Values: kv.Values})
	}
	return ps.search(c, q)
}

func (ps Pages) search(c *Call, q site.RelatedQuery) (Pages, error) {
	if len(ps) == 0 {
		return nil, nil
	}
	x, err := ps.relatedIndex(c)
	if err != nil {
		return nil, err
	}
	if q.Page != nil && ps[0].relatesHeadings() && ps.index(c, ps[0].s.Page(q.Page)) < 0 {
		if q.Anchors, err = ps[0].s.Page(q.Page).anchors(c); err != nil {
			return nil, err
		}
	}
	found, err := x.Search(q)
	if err != nil {
		return nil, err
	}
	shared, by, err := x.Shared(q)
	if err != nil {
		return nil, err
	}
	headings := ps[0].relatesHeadings()
	if l := c.Views.frozenList(ps); l != nil && l.from == nil && isPlain(q) {
		kind := trace.Related
		if headings {
			kind = trace.RelatedHeadings
		}
		c.Ask(kind, l.key+"\x00"+q.Page.Key, trace.Mix(foundHash(found), by))
	} else if c.Recorder != nil {
		// The result depends on these and on the configuration.
		c.askEach(ps, trace.PageParams)
		c.askEach(ps, trace.PageCard)
		if headings {
			for _, p := range ps {
				if _, err := p.anchors(c); err != nil {
					return nil, err
				}
			}
		}
		if q.Page != nil {
			page := ps[0].s.Page(q.Page)
			page.record(c, trace.PageParams)
			page.record(c, trace.PageCard)
		}
	}
	out := ps[0].s.pageViews(found)
	if shared != nil {
		for i, p := range out {
			out[i] = &Page{p: p.p, s: p.s, shared: shared}
		}
	}
	return out, nil
}

// isPlain reports whether a query only names a page, so that it has a separate question: an edited title, which changes
// the cards of a list, then leaves most answers unchanged.
func isPlain(q site.RelatedQuery) bool {
	return q.Page != nil && len(q.Indices)+len(q.Named)+len(q.Fragments) == 0
}

// foundHash returns the answer to the question for related pages.
func foundHash(found []*site.Page) uint64 {
	h := uint64(len(found))
	for _, p := range found {
		h = trace.Mix(h, trace.HashString(p.Key))
	}
	return h
}

// askForRelated asks which pages of a list are related to a page.
func (v *Views) askForRelated(c *Call, key string) {
	name, page, _ := strings.Cut(key, "\x00")
	p, l := v.PageByKey(page), v.listNamed(c, name)
	if p != nil && l != nil {
		_, _ = l.pages.Related(c, p)
	}
}

// listOf converts a list of any type to []any; nil for other values.
func listOf(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case []string:
		out := make([]any, len(v))
		for i, s := range v {
			out[i] = s
		}
		return out
	case []funcs.KeyValues:
		out := make([]any, len(v))
		for i, s := range v {
			out[i] = s
		}
		return out
	}
	return nil
}

// textsOf converts a list of any type to strings.
func textsOf(v any) []string {
	var out []string
	for _, e := range listOf(v) {
		out = append(out, tmpl.Text(e))
	}
	return out
}
