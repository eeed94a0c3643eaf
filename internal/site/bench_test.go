package site_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
)

// posts makes a tree of n dated posts in 20 sections with two tags each.
func posts(n int) *content.Tree {
	t := &content.Tree{Roots: []content.Root{{Dir: "/x/content", Rel: "content", Lang: "en"}}}
	add := func(path, logical, base string, form content.Form, values map[string]any) {
		t.Documents = append(t.Documents, &content.Document{
			Source: content.Source{Path: path}, File: "content/" + path, Form: form, Lang: "en", Ext: "md",
			Logical: logical, Base: base, Markup: "markdown",
			Front: &frontmatter.Block{Format: frontmatter.YAML, Values: values},
		})
	}
	day := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for s := range 20 {
		dir := fmt.Sprintf("section%02d", s)
		add(dir+"/_index.md", "/"+dir, dir, content.Branch, map[string]any{"title": "Section " + dir})
		for i := range n / 20 {
			name := fmt.Sprintf("post-%06d", i)
			add(dir+"/"+name+".md", "/"+dir+"/"+name, name, content.Single, map[string]any{
				"title": "Post number " + name, "date": day.AddDate(0, 0, i%2000).Format("2006-01-02"),
				"description": "What it is about", "draft": false,
				"tags": []any{fmt.Sprintf("tag%d", i%300), fmt.Sprintf("tag%d", i%7)},
			})
		}
	}
	return t
}

func BenchmarkAssemble(b *testing.B) {
	cfg, problems := config.Load(config.LoadOptions{Project: b.TempDir(), Flags: map[string]any{"baseurl": "https://example.org/"}})
	if err := problems.Err(); err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{10_000, 100_000} {
		tree := posts(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var s *site.Site
			for b.Loop() {
				var problems any
				s, problems = site.Assemble(site.Input{Config: cfg, Tree: tree, Now: clock, Before: s})
				if s == nil {
					b.Fatal(problems)
				}
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(n), "held-B/page")
			runtime.KeepAlive(s)
		})
	}
}
