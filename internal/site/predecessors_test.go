package site

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/config"
)

// TestPredecessorsChangeNothing: a Site that shares results with an earlier one equals a Site assembled from
// scratch, and the earlier one is unchanged.
func TestFormersChangeNothing(t *testing.T) {
	for _, flags := range []map[string]any{
		{},
		{"languages": map[string]any{"en": map[string]any{"weight": 1}, "de": map[string]any{"weight": 2, "fallbackPages": true}}},
		{"permalinks": map[string]any{"page": map[string]any{"s0": "/:sectionslug/:slugorfilename/"}}},
		{"disablePathToLower": true},
	} {
		cfg, problems := config.Load(config.LoadOptions{Project: t.TempDir(), Flags: flags})
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		cfg.Hugo = true // of two pages at one address one is kept
		testFormers(t, cfg)
	}
}

func testFormers(t *testing.T, cfg *config.Config) {
	r := rand.New(rand.NewPCG(3, 4))
	documents := map[string]*content.Document{}
	some := func(m map[string]any, key string, v any) {
		if r.IntN(5) == 0 {
			m[key] = v
		}
	}
	write := func() {
		lang := cfg.Languages[r.IntN(len(cfg.Languages))].Lower
		values := map[string]any{"title": fmt.Sprint("T", r.IntN(9)), "date": fmt.Sprintf("2026-01-0%d", 1+r.IntN(3)), "tags": []any{fmt.Sprint("t", r.IntN(4))}}
		optional := map[string]any{
			"slug": fmt.Sprint("slug", r.IntN(6)), "aliases": []any{fmt.Sprint("/old", r.IntN(9))}, "summary": "S", "weight": uint64(1 + r.IntN(2)),
			"translationkey": fmt.Sprint("k", r.IntN(5)), "draft": true, "url": fmt.Sprintf("/u%d/", r.IntN(5)), "outputs": []any{"html"}, "keywords": []any{"k"},
			"sitemap": map[string]any{"priority": 0.3}, "build": map[string]any{"render": "link"}, "menus": "main", "layout": "l", "publishdate": "no date",
		}
		for _, key := range slices.Sorted(maps.Keys(optional)) {
			some(values, key, optional[key])
		}
		section, name, form := r.IntN(3), fmt.Sprint("p", r.IntN(20)), content.Single
		logicalPath := fmt.Sprintf("/s%d/%s", section, name)
		if r.IntN(10) == 0 {
			name, form, logicalPath = "_index", content.Branch, fmt.Sprintf("/s%d", section)
			delete(values, "url")
			if r.IntN(3) > 0 { // with the slug of a list, no address is shared
				delete(values, "slug")
			}
			some(values, "cascade", map[string]any{"type": fmt.Sprint("c", r.IntN(3))})
		}
		path := fmt.Sprintf("s%d/%s.%s.md", section, name, lang)
		documents[path] = &content.Document{
			Source: content.Source{Path: path}, File: "content/" + path, Form: form, Lang: lang, Ext: "md", Logical: logicalPath, Base: name, Markup: "markdown",
			Front: &frontmatter.Block{Format: frontmatter.YAML, Values: values},
		}
	}
	for range 40 {
		write()
	}
	var before *Site
	shared := 0
	for n := range 60 {
		in := Input{Config: cfg, Tree: &content.Tree{}, Now: time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)}
		for _, key := range slices.Sorted(maps.Keys(documents)) {
			in.Tree.Documents = append(in.Tree.Documents, documents[key])
		}
		was := said(before)
		clean, wantProblems := Assemble(in)
		in.Before = before
		now, problems := Assemble(in)
		if !reflect.DeepEqual(wantProblems, problems) {
			t.Fatalf("edit %d: other problems:\n%v\n%v", n, wantProblems, problems)
		}
		if !reflect.DeepEqual(was, said(before)) {
			t.Fatalf("edit %d: the Site before is another one", n)
		}
		if now == nil {
			write()
			continue
		}
		want, got := said(clean), said(now)
		for i := range want {
			if !reflect.DeepEqual(want[i], got[i]) {
				t.Fatalf("edit %d:\n%+v\nclean:\n%+v", n, got[i], want[i])
			}
		}
		if before != nil {
			for i, p := range now.Pages {
				if i < len(before.Pages) && p.Doc != nil && len(p.Targets) > 0 && len(before.Pages[i].Targets) > 0 && &p.Targets[0] == &before.Pages[i].Targets[0] {
					shared++
				}
			}
		}
		before = now
		write()
		if r.IntN(3) == 0 {
			delete(documents, slices.Sorted(maps.Keys(documents))[r.IntN(len(documents))])
		}
	}
	if keeps := len(cfg.Languages) == 1 && len(cfg.Languages[0].Permalinks) == 0 && !cfg.DisablePathToLower; keeps != (shared > 0) {
		t.Errorf("%d addresses are shared, with %+v", shared, cfg.Languages[0].Permalinks)
	}
}

// said is what all pages of a Site say, in words that have no pointers.
func said(s *Site) (out []map[string]any) {
	if s == nil {
		return nil
	}
	for _, p := range s.Pages {
		m := map[string]any{
			"key": p.Key, "title": p.Title, "link": p.LinkTitle, "description": p.Description, "type": p.Type, "weight": p.Weight, "params": fmt.Sprint(p.Params),
			"dates": p.Dates, "sitemap": *p.Sitemap, "translation": p.TranslationKey, "url": p.URL.Abs(), "rank": p.rank, "hashes": fmt.Sprint(p.CardHash, p.ParamsHash),
			"flags":  fmt.Sprint(p.Draft, p.CJK, p.ListAlways, p.ListLocal, p.Untranslated, p.Render, p.Link, p.PublishResources),
			"extras": fmt.Sprint(p.SummaryText, p.Keywords, p.AliasesSet, p.Aliases, p.Layout, p.Slug, p.Menus, len(p.linked)),
		}
		for _, t := range p.Targets {
			m["target "+t.Format.Name] = fmt.Sprint(t.File, t.URL.Abs(), t.Lost)
		}
		for _, q := range p.Pages {
			m["pages"] = fmt.Sprint(m["pages"], " ", q.Key)
		}
		out = append(out, m)
	}
	return out
}
