package site

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
)

// Related finds pages that share keywords, with an inverted index of a list of pages. It is immutable, and
// several goroutines may search it at the same time. https://gohugo.io/configuration/related-content/
type Related struct {
	cfg      config.Related
	pages    []*Page                // in the order of results with equal weight: newest first, then by title
	postings []map[string][]posting // for each of cfg.Indices: by keyword, in the order of pages
	repeats  []int                  // for each index: the maximum number of times that one page has a keyword
	min, max int                    // weights
	headings func(*Page) []Anchor
}

// posting is a page that has a keyword.
type posting struct {
	at    int32 // in Related.pages
	times int
}

// Anchor is an ID in the text of a page.
type Anchor struct {
	ID    string
	Title string // HTML of the heading; "" if it is the ID of something else
}

// RelatedQuery says what to search for. The zero value of a field adds nothing.
type RelatedQuery struct {
	Page      *Page    // whose keywords count; it is not among the results
	Anchors   []Anchor // of Page, if it is not one of the indexed pages
	Indices   []string // only these indices; all when empty
	Named     []NamedKeywords
	Fragments []string // heading ids, for indices of type "fragments"
}

// NamedKeywords are keywords for one index.
type NamedKeywords struct {
	Index  string
	Values []any // strings, lists of strings, times
}

// NewRelated indexes pages; headings returns the IDs in a page for indices of type "fragments", and may be nil if there
// are none.
func NewRelated(cfg config.Related, pages []*Page, headings func(*Page) []Anchor) *Related {
	r := &Related{cfg: cfg, headings: headings, pages: slices.SortedFunc(slices.Values(pages), func(x, y *Page) int {
		return cmp.Or(y.Dates.PublishDate.Compare(x.Dates.PublishDate), strings.Compare(x.Title, y.Title),
			strings.Compare(x.Path, y.Path), cmp.Compare(x.ID, y.ID))
	})}
	for _, ix := range cfg.Indices {
		r.min, r.max = min(r.min, ix.Weight), max(r.max, ix.Weight)
		postings, repeats := r.post(ix)
		r.postings, r.repeats = append(r.postings, postings), append(r.repeats, repeats)
	}
	return r
}

// post creates the postings of an index.
func (r *Related) post(ix config.RelatedIndex) (postings map[string][]posting, repeats int) {
	postings = map[string][]posting{}
	if ix.Weight == 0 {
		return postings, 0
	}
	counted := 0
	for at, p := range r.pages {
		words := r.keywordsOf(p, ix)
		if len(words) > 0 {
			counted++
		}
		for _, w := range words {
			list := postings[w]
			if n := len(list); n == 0 || list[n-1].at != int32(at) {
				list = append(list, posting{at: int32(at)})
				postings[w] = list
			}
			last := &list[len(list)-1]
			last.times++
			repeats = max(repeats, last.times)
		}
	}
	if ix.CardinalityThreshold > 0 && counted > 0 {
		for w, list := range postings {
			all := 0
			for _, p := range list {
				all += p.times
			}
			if int(math.Ceil(float64(all)/float64(counted)*100)) > ix.CardinalityThreshold {
				delete(postings, w)
			}
		}
	}
	return postings, repeats
}

// hit is a page with matching keywords: the sum of their weights, and their number.
type hit struct {
	at              int32 // in Related.pages
	weight, matches int
}

// Shared returns which headings led to the results of a search, and a hash of their IDs and words: those that the query
// shares with other pages. It returns nil if there are none in indices with applyFilter.
func (r *Related) Shared(q RelatedQuery) (is func(Anchor) bool, hash uint64, err error) {
	words, err := r.wordsOf(q)
	if err != nil {
		return nil, 0, err
	}
	first := r.first(q.Page)
	keys := make(map[sharedKey]bool)
	for i, ix := range r.cfg.Indices {
		if !ix.ApplyFilter || ix.Type != "fragments" {
			continue
		}
		for _, w := range words[i] {
			if slices.ContainsFunc(r.postings[i][w], func(p posting) bool {
				return int(p.at) >= first && r.pages[p.at] != q.Page
			}) {
				keys[sharedKey{i, w}] = true
				hash = trace.Mix(hash, trace.HashStrings(ix.Name, w))
			}
		}
	}
	if len(keys) == 0 {
		return nil, 0, nil
	}
	return func(a Anchor) bool {
		for i, ix := range r.cfg.Indices {
			for _, w := range anchorKeys([]Anchor{a}, ix) {
				if keys[sharedKey{i, w}] {
					return true
				}
			}
		}
		return false
	}, hash, nil
}

// sharedKey is a keyword of an index.
type sharedKey struct {
	index int
	word  string
}

// first returns the position of the first page that is not too new for a search from p.
func (r *Related) first(p *Page) int {
	if p == nil || r.cfg.IncludeNewer || p.Dates.PublishDate.IsZero() {
		return 0
	}
	return sort.Search(len(r.pages), func(i int) bool { return !r.pages[i].Dates.PublishDate.After(p.Dates.PublishDate) })
}

// Search returns the pages with matching keywords, by the sum of the weights of all matches, then the newer
// publish date, then the path. Matches below the threshold are left out, and pages newer than the given one,
// unless the configuration includes them. An unknown index is an error.
func (r *Related) Search(q RelatedQuery) ([]*Page, error) {
	words, err := r.wordsOf(q)
	if err != nil {
		return nil, err
	}
	first := r.first(q.Page)
	weak := r.weak(words)
	var found []hit
	for i, list := range words {
		if weak[i] {
			continue
		}
		for w, times := range tally(list) {
			for _, p := range r.postings[i][w] {
				if int(p.at) >= first && r.pages[p.at] != q.Page {
					n := times * p.times
					found = append(found, hit{p.at, r.cfg.Indices[i].Weight * n, n})
				}
			}
		}
	}
	found = together(found)
	for i, list := range words {
		if weak[i] {
			for w, times := range tally(list) {
				r.strengthen(found, i, r.postings[i][w], times)
			}
		}
	}
	found = slices.DeleteFunc(found, func(h hit) bool { return !r.enough(h.weight/h.matches, h.matches) })
	slices.SortFunc(found, func(x, y hit) int { return cmp.Or(cmp.Compare(y.weight, x.weight), cmp.Compare(x.at, y.at)) })
	out := make([]*Page, len(found))
	for i, h := range found {
		out[i] = r.pages[h.at]
	}
	return out, nil
}

// tally counts keywords.
func tally(words []string) map[string]int {
	times := make(map[string]int, len(words))
	for _, w := range words {
		times[w]++
	}
	return times
}

// enough reports whether this many matches with an average weight reach the threshold.
func (r *Related) enough(weight, matches int) bool {
	return r.normal(weight) >= r.cfg.Threshold/matches
}

// weak returns the indices that cannot reach the threshold, even all together. For example, half of the pages
// may share the publication year of a page; only those that share something else matter.
func (r *Related) weak(words [][]string) []bool {
	weak := make([]bool, len(words))
	if r.cfg.Threshold < 0 {
		return weak // more matches are worse then
	}
	order := make([]int, len(words))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i,
		j int,
	) int {
		return cmp.Compare(r.cfg.Indices[i].Weight, r.cfg.Indices[j].Weight)
	})
	matches := 0
	for _, i := range order {
		if matches += len(words[i]) * r.repeats[i]; matches > 0 && r.enough(r.cfg.Indices[i].Weight, matches) {
			break
		}
		weak[i] = true
	}
	return weak
}

// together merges the hits of each page, in the order of the pages.
func together(hits []hit) []hit {
	slices.SortFunc(hits, func(x, y hit) int { return cmp.Compare(x.at, y.at) })
	out := hits[:0]
	for _, h := range hits {
		if n := len(out); n > 0 && out[n-1].at == h.at {
			out[n-1].weight += h.weight
			out[n-1].matches += h.matches
		} else {
			out = append(out, h)
		}
	}
	return out
}

// strengthen adds the matches of a keyword, which is searched for several times, to the pages already found.
func (r *Related) strengthen(found []hit, index int, list []posting, times int) {
	for i := range found {
		h := &found[i]
		j, has := slices.BinarySearchFunc(list, h.at, func(p posting, at int32) int { return cmp.Compare(p.at, at) })
		if has {
			n := times * list[j].times
			h.weight += r.cfg.Indices[index].Weight * n
			h.matches += n
		}
	}
}

// wordsOf returns the keywords to search for, by index.
func (r *Related) wordsOf(q RelatedQuery) ([][]string, error) {
	words := make([][]string, len(r.cfg.Indices))
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
			words[i] = append(words[i], r.keywordsOf(q.Page, ix)...)
			words[i] = append(words[i], anchorKeys(q.Anchors, ix)...)
		}
		if ix.Type == "fragments" {
			words[i] = append(words[i], fragmentKeys(q.Fragments)...)
		}
	}
	for _, n := range q.Named {
		i, err := r.index(n.Index)
		if err != nil {
			return nil, err
		}
		for _, v := range n.Values {
			words[i] = append(words[i], keywords(v, r.cfg.Indices[i])...)
		}
	}
	return words, nil
}

func (r *Related) index(name string) (int, error) {
	for i, ix := range r.cfg.Indices {
		if strings.EqualFold(ix.Name, name) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown related index %q", name)
}

// normal scales a weight to 0 to 100.
func (r *Related) normal(weight int) int {
	if r.max == r.min {
		return 0
	}
	return int(math.Floor(float64(weight-r.min)/float64(r.max-r.min)*100 + 0.5))
}

// keywordsOf returns the keywords of a page for an index.
func (r *Related) keywordsOf(p *Page, ix config.RelatedIndex) []string {
	out := keywords(p.Named(ix.Name), ix)
	if ix.Type == "fragments" && r.headings != nil {
		out = append(out, anchorKeys(r.headings(p), ix)...)
	}
	return out
}

// anchorKeys returns the keywords of the IDs in a page: the IDs, or the different words of headings.
func anchorKeys(anchors []Anchor, ix config.RelatedIndex) []string {
	var out []string
	if ix.Type != "fragments" {
		return out
	}
	seen := map[string]bool{}
	for _, a := range anchors {
		if !ix.Tokenize || a.Title == "" {
			out = append(out, "#"+a.ID)
			continue
		}
		for _, w := range keywords(a.Title, ix) {
			if !seen[w] {
				seen[w] = true
				out = append(out, w)
			}
		}
	}
	return out
}

// keywords converts a value to keywords: a string is one, a date gives its year or the result of the pattern.
func keywords(v any, ix config.RelatedIndex) []string {
	var out []string
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		out = []string{v}
	case time.Time:
		return []string{v.Format(cmp.Or(ix.Pattern, "2006"))}
	default:
		out = slices.Clone(list(v))
	}
	if ix.Tokenize {
		out = wordsIn(out, ix.MinTokenLength)
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

// wordsIn returns the words of texts with at least so many characters, without the punctuation around them.
func wordsIn(texts []string, least int) []string {
	var out []string
	for _, s := range texts {
		for w := range strings.FieldsSeq(html.UnescapeString(s)) {
			w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			if w != "" && utf8.RuneCountInString(w) >= least {
				out = append(out, w)
			}
		}
	}
	return out
}

// fragmentKeys prefixes heading IDs, so they do not equal keywords of the same spelling.
func fragmentKeys(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = "#" + id
	}
	return out
}

// Named returns a field or parameter of a page by name, in any case; "a.b" selects from tables. It returns nil
// if there is none.
func (p *Page) Named(name string) any {
	name = strings.ToLower(name)
	if f := byKey[name]; f != nil && f.Related {
		return f.Value(p)
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
