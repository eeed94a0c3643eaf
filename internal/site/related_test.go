package site

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/config"
)

// The pages that share keywords are those that counting all matches of all pages finds, in the same order:
// whatever the weights, however often a page has a keyword, and whatever the threshold.
func TestRelatedIsCounted(t *testing.T) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		cfg := config.Related{Threshold: r.IntN(130) - 10, IncludeNewer: r.IntN(2) == 0}
		for i := range 1 + r.IntN(4) {
			ix := config.RelatedIndex{Name: fmt.Sprint("i", i), Weight: r.IntN(120) - 10}
			if r.IntN(3) == 0 {
				ix.CardinalityThreshold = 1 + r.IntN(60)
			}
			if i == 0 {
				ix.Name = "date"
			}
			cfg.Indices = append(cfg.Indices, ix)
		}
		var pages []*Page
		for id := range 30 {
			p := &Page{ID: id, Path: fmt.Sprint("/", r.IntN(25)), Said: Said{Params: map[string]any{}}}
			p.Dates.Date = day.AddDate(-r.IntN(4), 0, -r.IntN(3))
			p.Dates.PublishDate = p.Dates.Date
			for i := range 4 {
				var words []any
				for range r.IntN(4) {
					words = append(words, fmt.Sprint("w", r.IntN(6)))
				}
				p.Params[fmt.Sprint("i", i)] = words
			}
			pages = append(pages, p)
		}
		x := NewRelated(cfg, pages, nil)
		for range 10 {
			q := RelatedQuery{Page: pages[r.IntN(len(pages))]}
			if r.IntN(4) == 0 {
				q = RelatedQuery{Named: []NamedKeywords{{cfg.Indices[0].Name, []any{"w1", "w2", "2025"}}}}
			}
			if r.IntN(4) == 0 {
				q.Indices = []string{cfg.Indices[r.IntN(len(cfg.Indices))].Name}
			}
			got, err := x.Search(q)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(ids(counted(x, q)), ids(got)); diff != "" {
				t.Fatalf("seed %d, %+v: %s", seed, cfg, diff)
			}
		}
	}
}

func ids(pages []*Page) (out []int) {
	for _, p := range pages {
		out = append(out, p.ID)
	}
	return out
}

// counted is Search without any thought of how long it takes.
func counted(r *Related, q RelatedQuery) (out []*Page) {
	words, err := r.wordsOf(q)
	if err != nil {
		return nil
	}
	weight, matches := map[*Page]int{}, map[*Page]int{}
	for i, list := range words {
		for _, w := range list {
			for _, found := range r.postings[i][w] {
				p := r.pages[found.at]
				weight[p] += r.cfg.Indices[i].Weight * found.times
				matches[p] += found.times
			}
		}
	}
	for _, p := range r.pages {
		upper := time.Time{}
		if q.Page != nil && !r.cfg.IncludeNewer {
			upper = q.Page.Dates.PublishDate
		}
		if n := matches[p]; n > 0 && p != q.Page && (upper.IsZero() || !p.Dates.PublishDate.After(upper)) &&
			r.normal(weight[p]/n) >= r.cfg.Threshold/n {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(x, y *Page) int {
		return cmp.Or(cmp.Compare(weight[y], weight[x]), y.Dates.PublishDate.Compare(x.Dates.PublishDate),
			strings.Compare(x.Path, y.Path), cmp.Compare(x.ID, y.ID))
	})
	return out
}

// TestRelatedOfOneDay: of pages of the same weight the newest come first, of one date by title.
func TestRelatedOfOneDay(t *testing.T) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	page := func(id int, path, title string, published time.Time) *Page {
		p := &Page{ID: id, Path: path, Said: Said{Title: title, Params: map[string]any{"words": []any{"x"}}}}
		p.Dates.PublishDate = published
		return p
	}
	pages := []*Page{
		page(0, "/a", "z", day), page(1, "/b", "Y", day), page(2, "/c", "a", day),
		page(3, "/d", "b", day.AddDate(0, 0, 1)), page(4, "/e", "the one", day.AddDate(1, 0, 0)),
	}
	cfg := config.Related{IncludeNewer: true, Indices: []config.RelatedIndex{{Name: "words", Weight: 1}}}
	found, err := NewRelated(cfg, pages, nil).Search(RelatedQuery{Page: pages[4]})
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, p := range found {
		titles = append(titles, p.Title)
	}
	if diff := gocmp.Diff([]string{"b", "Y", "a", "z"}, titles); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
