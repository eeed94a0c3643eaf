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
