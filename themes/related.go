package themes

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/themes/funcs"
)

// relatedIndex says which pages of a list have which keywords in the configured indices:
// https://gohugo.io/content-management/related-content/
type relatedIndex struct {
	cfg      config.Related
	min, max int                // of the indices' weights, 0 included
	words    []map[string][]int // by index: keyword -> positions in pages, rising
	pages    Pages
}

// relatedIndex returns the index of a list; that of a list of the site is kept.
func (ps Pages) relatedIndex(c *Call) (*relatedIndex, error) {
	run := ps[0].run
	if run.frozenList(ps) == nil {
		return newRelatedIndex(c, ps)
	}
	if x, ok := run.related.Load(idOf(ps)); ok {
		return x.(*relatedIndex), nil
	}
	// No lock is held: an index of headings renders bodies, which may ask for related pages.
	x, err := newRelatedIndex(c, ps)
	if err != nil {
		return nil, err
	}
	kept, _ := run.related.LoadOrStore(idOf(ps), x)
	return kept.(*relatedIndex), nil
}

func newRelatedIndex(c *Call, ps Pages) (*relatedIndex, error) {
	x := &relatedIndex{cfg: ps[0].run.o.Site.Config.Related, pages: ps}
	x.words = make([]map[string][]int, len(x.cfg.Indices))
	for i, ix := range x.cfg.Indices {
		x.min, x.max = min(x.min, ix.Weight), max(x.max, ix.Weight)
		x.words[i] = make(map[string][]int)
		if ix.Weight == 0 {
			continue // switched off
		}
		having := 0
		for at, p := range ps {
			words, err := p.keywords(c, x.cfg, ix)
			if err != nil {
				return nil, err
			}
			if len(words) > 0 {
				having++
			}
			for _, w := range words {
				x.words[i][w] = append(x.words[i][w], at)
			}
		}
		if ix.CardinalityThreshold > 0 && having > 0 {
			// A keyword that most pages have says little.
			for w, at := range x.words[i] {
				if int(math.Ceil(float64(len(at))/float64(having)*100)) > ix.CardinalityThreshold {
					delete(x.words[i], w)
				}
			}
		}
	}
	return x, nil
}

// keywords are what a page has in an index, each once: a parameter, a date written by the index's
// pattern, or the ids of the headings.
func (p *Page) keywords(c *Call, cfg config.Related, ix config.RelatedIndex) ([]string, error) {
	if ix.Type == "fragments" {
		f, err := p.Fragments(c)
		if err != nil {
			return nil, err
		}
		return slices.Compact(slices.Clone([]string(f.Identifiers))), nil
	}
	v, _ := Params(p.p.Params).lookup(ix.Name)
	if strings.EqualFold(ix.Name, "date") {
		v = p.p.Dates.Date
	}
	return keywordsOf(v, cfg.ToLower || ix.ToLower, ix.Pattern), nil
}

func keywordsOf(v any, lower bool, pattern string) []string {
	var out []string
	add := func(s string) {
		if lower {
			s = strings.ToLower(s)
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	switch v := v.(type) {
	case string:
		add(v)
	case []string:
		for _, s := range v {
			add(s)
		}
	case []any:
		for _, e := range v {
			if s, ok := e.(string); ok {
				add(s)
			}
		}
	case time.Time:
		if !v.IsZero() {
			add(v.Format(cmp.Or(pattern, "2006")))
		}
	}
	return out
}

// query is what to look for: keywords by index, pages not newer than a date, all but one page.
type query struct {
	words map[int][]string
	until time.Time // zero: no limit
	self  *Page
}

// search returns the pages that fit the query, the best first; equal ones newest first, then in the
// order of the list.
func (x *relatedIndex) search(q query) Pages {
	type match struct{ at, weight, count int }
	found := make(map[int]*match)
	for i := range x.cfg.Indices {
		for _, w := range q.words[i] {
			for _, at := range x.words[i][w] {
				p := x.pages[at]
				if p == q.self || !x.cfg.IncludeNewer && !q.until.IsZero() && p.PublishDate().After(q.until) {
					continue
				}
				m := found[at]
				if m == nil {
					m = &match{at: at}
					found[at] = m
				}
				m.weight += x.cfg.Indices[i].Weight
				m.count++
			}
		}
	}
	var good []*match
	for _, m := range found {
		// The mean weight on a scale from 0 to 100; each further match lowers the bar.
		if norm(m.weight/m.count, x.min, x.max) >= x.cfg.Threshold/m.count {
			good = append(good, m)
		}
	}
	slices.SortFunc(good, func(a, b *match) int {
		return cmp.Or(
			cmp.Compare(b.weight, a.weight),
			x.pages[b.at].PublishDate().Compare(x.pages[a.at].PublishDate()),
			cmp.Compare(a.at, b.at),
		)
	})
	out := make(Pages, len(good))
	for i, m := range good {
		out[i] = x.pages[m.at]
	}
	return out
}

func norm(n, low, high int) int {
	if high <= low {
		return 0
	}
	return int(math.Floor(float64(n-low)/float64(high-low)*100 + 0.5))
}

// Related is the pages of the list that have something in common with a page, the closest first. The
// argument is the page, or a map with document, indices, namedSlices and fragments (Pages):
// https://gohugo.io/methods/pages/related/
func (ps Pages) Related(c *Call, opts any) (Pages, error) {
	if p := asPage(opts); p != nil {
		return ps.relatedTo(c, p, nil, nil)
	}
	var m map[string]any
	switch o := opts.(type) {
	case Params:
		m = o
	case map[string]any:
		m = o
	default:
		return nil, fmt.Errorf("Related wants a page or a map of options, not %T", opts)
	}
	p := asPage(lowerKey(m, "document"))
	var keyVals []funcs.KeyValues
	for _, v := range listOf(lowerKey(m, "namedSlices")) {
		kv, ok := v.(funcs.KeyValues)
		if !ok {
			return nil, fmt.Errorf("namedSlices wants what keyVals returns, not %T", v)
		}
		keyVals = append(keyVals, kv)
	}
	if f := listOf(lowerKey(m, "fragments")); len(f) > 0 {
		for _, ix := range c.run.o.Site.Config.Related.Indices {
			if ix.Type == "fragments" {
				keyVals = append(keyVals, funcs.KeyValues{Key: ix.Name, Values: f})
			}
		}
	}
	return ps.relatedTo(c, p, listOf(lowerKey(m, "indices")), keyVals)
}

// RelatedIndices is Related in some of the indices only (Pages).
func (ps Pages) RelatedIndices(c *Call, page any, indices ...any) (Pages, error) {
	return ps.relatedTo(c, asPage(page), indices, nil)
}

// RelatedTo is the pages with the given keywords, as keyVals names them (Pages).
func (ps Pages) RelatedTo(c *Call, keyVals ...funcs.KeyValues) (Pages, error) {
	return ps.relatedTo(c, nil, nil, keyVals)
}

func (ps Pages) relatedTo(c *Call, p *Page, indices []any, named []funcs.KeyValues) (Pages, error) {
	if len(ps) == 0 {
		return nil, nil
	}
	x, err := ps.relatedIndex(c)
	if err != nil {
		return nil, err
	}
	q := query{words: make(map[int][]string), self: p}
	if p != nil {
		q.until = p.PublishDate()
		for i, ix := range x.cfg.Indices {
			if len(indices) > 0 && !slices.ContainsFunc(indices, func(n any) bool { return strings.EqualFold(asText(n), ix.Name) }) {
				continue
			}
			if q.words[i], err = p.keywords(c, x.cfg, ix); err != nil {
				return nil, err
			}
		}
	}
	for _, kv := range named {
		i := slices.IndexFunc(x.cfg.Indices, func(ix config.RelatedIndex) bool { return strings.EqualFold(ix.Name, asText(kv.Key)) })
		if i < 0 {
			return nil, fmt.Errorf("related content has no index %q", asText(kv.Key))
		}
		for _, v := range kv.Values {
			for _, w := range keywordsOf(v, x.cfg.ToLower || x.cfg.Indices[i].ToLower, x.cfg.Indices[i].Pattern) {
				if !slices.Contains(q.words[i], w) {
					q.words[i] = append(q.words[i], w)
				}
			}
		}
	}
	out := x.search(q)
	if c != nil && c.rec != nil {
		c.askEach(ps, trace.PageParams)
		h := uint64(len(out))
		for _, r := range out {
			h = mix(h, hashString(r.p.Key))
		}
		key := ""
		if p != nil {
			key = p.p.Key
		}
		c.ask(trace.Related, key, h)
	}
	return out, nil
}

// listOf is a list of any kind as []any; nil for other values.
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
