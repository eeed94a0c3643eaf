package site

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/config"
)

// Related finds pages that share keywords: an inverted index over a list of pages. It is not changed
// once made, and any number of callers may search it. https://gohugo.io/configuration/related-content/
type Related struct {
	cfg      config.Related
	postings []map[string][]*Page // by index of cfg.Indices
	min, max int                  // weights
	headings func(*Page) []string
}

// RelatedQuery is what to look for. The zero value of a field adds nothing.
type RelatedQuery struct {
	Page      *Page    // whose keywords count; it is not among the results
	Indices   []string // only these indices; all when empty
	Named     []NamedKeywords
	Fragments []string // heading ids, for indices of type "fragments"
}

// NamedKeywords are keywords for one index.
type NamedKeywords struct {
	Index  string
	Values []any // strings, lists of strings, times
}

// NewRelated indexes pages; headings returns the heading ids of a page for indices of type "fragments"
// and may be nil when there are none.
func NewRelated(cfg config.Related, pages []*Page, headings func(*Page) []string) *Related {
	r := &Related{cfg: cfg, headings: headings}
	for _, ix := range cfg.Indices {
		r.min, r.max = min(r.min, ix.Weight), max(r.max, ix.Weight)
		postings, counted := map[string][]*Page{}, 0
		if ix.Weight != 0 {
			for _, p := range pages {
				words := r.keywordsOf(p, ix)
				if len(words) > 0 {
					counted++
				}
				for _, w := range words {
					postings[w] = append(postings[w], p)
				}
			}
		}
		if ix.CardinalityThreshold > 0 && counted > 0 {
			for w, list := range postings {
				if int(math.Ceil(float64(len(list))/float64(counted)*100)) > ix.CardinalityThreshold {
					delete(postings, w)
				}
			}
		}
		r.postings = append(r.postings, postings)
	}
	return r
}

// Search returns the pages with matching keywords: the sum of the weights of all matches counts, then
// the newer publish date, then the path. Matches below the threshold are left out, and pages newer
// than the one asked about unless the configuration wants them. An unknown index is an error.
func (r *Related) Search(q RelatedQuery) ([]*Page, error) {
	type rank struct {
		page            *Page
		weight, matches int
	}
	ranks := map[*Page]*rank{}
	var upper time.Time
	if q.Page != nil && !r.cfg.IncludeNewer {
		upper = q.Page.Dates.PublishDate
	}
	match := func(i int, words []string) {
		for _, w := range words {
			for _, p := range r.postings[i][w] {
				if p == q.Page || !upper.IsZero() && p.Dates.PublishDate.After(upper) {
					continue
				}
				if ranks[p] == nil {
					ranks[p] = &rank{page: p}
				}
				ranks[p].weight += r.cfg.Indices[i].Weight
				ranks[p].matches++
			}
		}
	}
	which := make([]int, 0, len(r.cfg.Indices))
	if len(q.Indices) == 0 {
		for i := range r.cfg.Indices {
			which = append(which, i)
		}
	}
	for _, name := range q.Indices {
		i, err := r.index(name)
		if err != nil {
			return nil, err
		}
		which = append(which, i)
	}
	for _, i := range which {
		ix := r.cfg.Indices[i]
		if q.Page != nil {
			match(i, r.keywordsOf(q.Page, ix))
		}
		if ix.Type == "fragments" {
			match(i, fragmentKeys(q.Fragments))
		}
	}
	for _, n := range q.Named {
		i, err := r.index(n.Index)
		if err != nil {
			return nil, err
		}
		for _, v := range n.Values {
			match(i, keywords(v, r.cfg.Indices[i]))
		}
	}
	found := make([]*rank, 0, len(ranks))
	for _, k := range ranks {
		if r.normal(k.weight/k.matches) >= r.cfg.Threshold/k.matches {
			found = append(found, k)
		}
	}
	slices.SortFunc(found, func(x, y *rank) int {
		return cmp.Or(cmp.Compare(y.weight, x.weight), y.page.Dates.PublishDate.Compare(x.page.Dates.PublishDate),
			strings.Compare(x.page.Path, y.page.Path), cmp.Compare(x.page.ID, y.page.ID))
	})
	out := make([]*Page, len(found))
	for i, k := range found {
		out[i] = k.page
	}
	return out, nil
}

func (r *Related) index(name string) (int, error) {
	for i, ix := range r.cfg.Indices {
		if strings.EqualFold(ix.Name, name) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("there is no related index %q", name)
}

// normal brings a weight onto the scale of 0 to 100.
func (r *Related) normal(weight int) int {
	if r.max == r.min {
		return 0
	}
	return int(math.Floor(float64(weight-r.min)/float64(r.max-r.min)*100 + 0.5))
}

// keywordsOf returns what a page says for an index.
func (r *Related) keywordsOf(p *Page, ix config.RelatedIndex) []string {
	out := keywords(p.Named(ix.Name), ix)
	if ix.Type == "fragments" && r.headings != nil {
		out = append(out, fragmentKeys(r.headings(p))...)
	}
	return out
}

// keywords are the words of a value: a string is one, a date its year or what the pattern says.
func keywords(v any, ix config.RelatedIndex) []string {
	var out []string
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		out = []string{v}
	case time.Time:
		if v.IsZero() {
			return nil
		}
		return []string{v.Format(cmp.Or(ix.Pattern, "2006"))}
	default:
		out = slices.Clone(list(v))
	}
	for i, w := range out {
		if ix.ToLower {
			w = strings.ToLower(w)
		}
		if ix.Type == "fragments" {
			w = "#" + w
		}
		out[i] = w
	}
	return out
}

// fragmentKeys marks heading ids, so that they do not meet keywords of the same spelling.
func fragmentKeys(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = "#" + id
	}
	return out
}

// Named returns a field or parameter of a page by name, in any case; "a.b" reaches into tables. nil
// when there is none.
func (p *Page) Named(name string) any {
	switch name = strings.ToLower(name); name {
	case "title":
		return p.Title
	case "linktitle":
		return p.LinkTitle
	case "description":
		return p.Description
	case "keywords":
		return p.Keywords
	case "slug":
		return p.Slug
	case "date":
		return p.Dates.Date
	case "lastmod":
		return p.Dates.Lastmod
	case "publishdate":
		return p.Dates.PublishDate
	case "expirydate":
		return p.Dates.ExpiryDate
	}
	var v any = p.Params
	if v, there := p.Params[name]; there {
		return v
	}
	for part := range strings.SplitSeq(name, ".") {
		m, _ := v.(map[string]any)
		v = m[part]
	}
	return v
}
