package nav

import (
	"reflect"
	"slices"
	"testing"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// entry is a named entry of nav.
func entry(label string, value any) map[string]any { return map[string]any{label: value} }

func TestNav(t *testing.T) {
	pages := []string{"index.md", "async.md", "HTTP 2.md", "api.md", "guide/index.md", "guide/one.md", "guide/two.md", "deep/a/x.md", "deep/b/y.md"}
	list := []any{
		entry("Home", "index.md"),
		entry("Guide", []any{"guide/index.md", entry("First", "guide/one.md"), entry("Extra", []any{"guide/two.md"})}),
		entry("Topics", []any{"async.md", entry("More", []any{entry("HTTP/2", "HTTP 2.md")}), "deep/a/x.md"}),
		entry("API", "api.md"), "gone.md", entry("Code", "https://code.example/"),
	}
	got := Read(list, func(f string) bool { return slices.Contains(pages, f) })
	want := []Rule{
		{Path: "/", Label: "Home"},
		{Path: "/guide", Weight: 1, Label: "Guide"},
		{Path: "/guide/one", Weight: 3, Label: "First", Title: "First"},
		{Path: "/guide/two", Weight: 5, Group: "Extra"},
		{Path: "/async", Weight: 7, Group: "Topics"},
		{Path: "/http*2", Weight: 9, Label: "HTTP/2", Title: "HTTP/2", Group: "Topics / More"},
		{Path: "/deep", Weight: 10, Group: "Topics"},
		{Path: "/deep/a", Weight: 11},
		{Path: "/deep/a/x", Weight: 12},
		{Path: "/api", Weight: 13, Label: "API", Title: "API"},
	}
	if !reflect.DeepEqual(got.Rules, want) {
		t.Errorf("rules\n%+v, want\n%+v", got.Rules, want)
	}
	if !slices.Equal(got.Missing, []string{"gone.md"}) || !slices.Equal(got.Groups, []string{"Extra", "More", "Topics"}) {
		t.Errorf("missing %q, groups %q", got.Missing, got.Groups)
	}
	if !slices.Equal(got.Links, []conversion.Link{{Name: "Code", URL: "https://code.example/"}}) {
		t.Errorf("links %v", got.Links)
	}
	top := []conversion.Link{{Name: "Home", Page: "/"}, {Name: "Guide", Page: "/guide"}, {Name: "Topics", Page: "/async"}, {Name: "API", Page: "/api"}}
	if !slices.Equal(got.Top, top) {
		t.Errorf("top %v", got.Top)
	}
}

func TestHide(t *testing.T) {
	pages := []string{"README.md", "a.md", "guide/index.md", "guide/one.md", "guide/two.md", "old/deep/x.md", "old/y.md"}
	n := Read([]any{"a.md", "guide/one.md"}, func(f string) bool { return slices.Contains(pages, f) })
	got := n.Hide(pages, func(file string) bool { return !n.Named[file] })
	if want := []string{"guide/two.md", "old/deep/x.md", "old/y.md"}; !slices.Equal(got, want) {
		t.Errorf("hidden %q, want %q", got, want)
	}
	var hidden []string
	for _, r := range n.Rules {
		if r.Hide {
			hidden = append(hidden, r.Path)
		}
	}
	if want := []string{"/guide/two", "/old", "/old/**"}; !slices.Equal(hidden, want) {
		t.Errorf("rules %q, want %q", hidden, want)
	}
}

// A group with the page of a folder is that folder, and a page of that folder in another group has the name of that one.
func TestNavFolders(t *testing.T) {
	pages := []string{"about.md", "other.md", "guide/index.md", "guide/start.md", "guide/two.md", "api/x.md"}
	got := Read([]any{
		entry("Guide", []any{"guide/index.md", "guide/start.md", "other.md"}),
		entry("Mixed", []any{"about.md", "api/x.md", "guide/two.md"}),
	}, func(f string) bool { return slices.Contains(pages, f) })
	want := []Rule{
		{Path: "/guide", Weight: 1, Label: "Guide"},
		{Path: "/guide/start", Weight: 3},
		{Path: "/other", Weight: 4, Group: "Guide"},
		{Path: "/about", Weight: 6, Group: "Mixed"},
		{Path: "/api", Weight: 7, Group: "Mixed"},
		{Path: "/api/x", Weight: 8},
		{Path: "/guide/two", Weight: 9, Group: "Mixed"},
	}
	if !reflect.DeepEqual(got.Rules, want) {
		t.Errorf("rules\n%+v, want\n%+v", got.Rules, want)
	}
}
