package site_test

import (
	"fmt"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
)

// Two documents become four pages that lists show: home, a section and its two posts.
func ExampleAssemble() {
	cfg, _ := config.Load(config.LoadOptions{
		Project: ".",
		Flags:   map[string]any{"baseurl": "https://example.org/", "title": "Home", "disablekinds": []any{"taxonomy", "term", "rss"}},
	})
	post := func(name, title, date string) *content.Document {
		return &content.Document{
			Source: content.Source{Path: "posts/" + name + ".md"}, File: "content/posts/" + name + ".md",
			Lang: "en", Ext: "md", Logical: "/posts/" + name, Base: name,
			Front: &frontmatter.Block{Values: map[string]any{"title": title, "date": date}},
		}
	}
	tree := &content.Tree{Documents: []*content.Document{
		post("one", "The first", "2024-01-01"),
		post("two", "The second", "2024-02-01"),
	}}
	s, problems := site.Assemble(site.Input{Config: cfg, Tree: tree})
	if s == nil {
		fmt.Println(problems)
		return
	}
	for _, p := range s.Editions[0].Pages {
		fmt.Println(p.Kind, p.Title, p.URL.Abs())
	}
	// Output:
	// home Home https://example.org/
	// section Posts https://example.org/posts/
	// page The second https://example.org/posts/two/
	// page The first https://example.org/posts/one/
}
