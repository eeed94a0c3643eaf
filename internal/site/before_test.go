package site

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/config"
)

// TestAssembleAfterAnother: what a Site before this one knows of the order of pages changes nothing but the work. Where the
// pages are the same it has them sorted.
func TestAssembleAfterAnother(t *testing.T) {
	cfg, problems := config.Load(config.LoadOptions{Project: t.TempDir(), Flags: map[string]any{
		"languages": map[string]any{"en": map[string]any{"weight": 1}, "de": map[string]any{"weight": 2}},
	}})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	documents := map[string]*content.Document{}
	write := func() {
		lang, section, n := []string{"en", "de"}[r.IntN(2)], r.IntN(3), r.IntN(30)
		name := fmt.Sprintf("s%d/p%d", section, n)
		documents[lang+name] = &content.Document{
			Source: content.Source{Path: name + ".md"}, File: "content/" + name + "." + lang + ".md", Form: content.Single, Lang: lang,
			Ext: "md", Logical: "/" + name, Base: fmt.Sprint("p", n), Markup: "markdown",
			Front: &frontmatter.Block{Format: frontmatter.YAML, Values: map[string]any{
				"title": fmt.Sprint("T", r.IntN(4)), "date": time.Date(2026, 1, 1+r.IntN(3), 0, 0, 0, 0, time.UTC), "weight": r.IntN(2),
				"tags": []any{fmt.Sprint("t", r.IntN(5))},
			}},
		}
	}
	for range 60 {
		write()
	}
	var before *Site
	for n := range 100 {
		in := Input{Config: cfg, Tree: &content.Tree{}}
		for _, key := range slices.Sorted(maps.Keys(documents)) {
			in.Tree.Documents = append(in.Tree.Documents, documents[key])
		}
		clean, _ := Assemble(in)
		in.Before = before
		now, _ := Assemble(in)
		if a, b := keysOf(clean), keysOf(now); !slices.Equal(a, b) {
			t.Fatalf("edit %d: another order:\n%v\n%v", n, a, b)
		}
		for _, e := range now.Editions {
			made := &edition{Edition: e, a: &assembly{Input: Input{Before: now}}}
			for _, p := range now.Pages {
				if p.Edition == e && p.Owner == nil && !p.Apart() {
					made.all = append(made.all, p)
				}
			}
			for i, p := range made.asBefore() {
				if p.rank != i {
					t.Fatalf("edit %d: %s comes at %d, and stood at %d", n, p.Key, i, p.rank)
				}
			}
		}
		before = now
		write()
		delete(documents, slices.Sorted(maps.Keys(documents))[r.IntN(len(documents))])
	}
}

// keysOf lists the pages of all lists.
func keysOf(s *Site) (out []string) {
	for _, e := range s.Editions {
		for _, p := range e.Pages {
			out = append(out, p.Key)
		}
	}
	for _, p := range s.Pages {
		for _, q := range p.Pages {
			out = append(out, p.Key+" "+q.Key)
		}
	}
	return out
}
