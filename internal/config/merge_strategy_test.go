package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMergeStrategies: what a project takes of the configuration of its theme by _merge, as the command hugo config of Hugo 0.165
// shows it.
func TestMergeStrategies(t *testing.T) {
	c := mustLoad(t, map[string]string{
		"hugo.toml": `
theme = "plain"
[outputs]
_merge = "shallow"
home = ["html"]
[taxonomies]
_merge = "none"
tag = "tags"
[markup]
_merge = "deep"
[markup.goldmark]
duplicateResourceFiles = true
[permalinks]
_merge = "shallow"
[permalinks.page]
a = "/x/"
[params]
_merge = "none"
a = "mine"
[sitemap]
priority = 0.5
`,
		"themes/plain/hugo.toml": `
[outputs]
home = ["rss"]
section = ["html"]
[taxonomies]
series = "series"
[markup.goldmark.renderer]
unsafe = true
[permalinks.page]
b = "/y/"
[permalinks.section]
b = "/z/"
[params]
b = "theirs"
[sitemap]
changeFreq = "daily"
`,
	}, LoadOptions{})
	got := map[string]any{}
	for _, key := range []string{"outputs", "taxonomies", "markup", "permalinks", "params", "sitemap"} {
		got[key] = c.Root[key]
	}
	want := map[string]any{
		"outputs":    map[string]any{"home": []any{"html"}, "section": []any{"html"}},
		"taxonomies": map[string]any{"tag": "tags"},
		"markup":     map[string]any{"goldmark": map[string]any{"duplicateresourcefiles": true, "renderer": map[string]any{"unsafe": true}}},
		"permalinks": map[string]any{"page": map[string]any{"a": "/x/"}, "section": map[string]any{"b": "/z/"}},
		"params":     map[string]any{"a": "mine"},
		"sitemap":    map[string]any{"priority": 0.5},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
