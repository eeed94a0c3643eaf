package config

import (
	"fmt"
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

// TestMergeStrategyOfEverything: the key at the top level applies to all tables, and "deep" adds lists and texts, too; parameters
// of languages are merged without any key; the list of a theme takes the place of a table with only the key.
func TestMergeStrategyOfEverything(t *testing.T) {
	theme := `
copyright = "theirs"
[[cascade]]
[cascade.params]
color = "red"
[services.googleAnalytics]
id = "G-1"
[languages.en.params]
b = "theirs"
[languages.en.menus]
[[languages.en.menus.side]]
name = "Side"
[outputFormats.html]
noUgly = true
`
	own := "theme = \"plain\"\n%s\n[languages.en]\ntitle = \"T\"\n[languages.en.params]\na = \"mine\"\n" +
		"[languages.en.menus]\n[[languages.en.menus.main]]\nname = \"Main\"\n[outputFormats.html]\nisHTML = true\n%s"
	cascade := []any{map[string]any{"params": map[string]any{"color": "red"}}}
	for _, tt := range []struct {
		name, first, last      string
		copyright, cascade, id any
	}{
		{"deep", `_merge = "deep"`, "", "theirs", cascade, "G-1"},
		{"shallow", `_merge = "shallow"`, "", nil, nil, "G-1"},
		{"none", `_merge = "none"`, "", nil, nil, nil},
		{"placeholder", "", "[cascade]\n_merge = \"deep\"", nil, cascade, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := mustLoad(t, map[string]string{
				"hugo.toml": fmt.Sprintf(own, tt.first, tt.last), "themes/plain/hugo.toml": theme,
			}, LoadOptions{})
			if got := c.Root["copyright"]; got != tt.copyright {
				t.Errorf("copyright %v, want %v", got, tt.copyright)
			}
			if diff := cmp.Diff(tt.cascade, c.Root["cascade"]); diff != "" {
				t.Error(diff)
			}
			services, _ := c.Root["services"].(map[string]any)
			analytics, _ := services["googleanalytics"].(map[string]any)
			if analytics["id"] != tt.id {
				t.Errorf("services.googleAnalytics.id %v, want %v", analytics["id"], tt.id)
			}
			en := c.Root["languages"].(map[string]any)["en"].(map[string]any)
			side := en["menus"].(map[string]any)["side"] != nil
			b := en["params"].(map[string]any)["b"]
			if merged := tt.name == "deep" || tt.name == "placeholder"; side != merged || (b == "theirs") != merged {
				t.Errorf("menu of the theme: %v, parameter %v, want merged: %v", side, b, merged)
			}
			if html := c.Root["outputformats"].(map[string]any)["html"].(map[string]any); html["nougly"] != nil {
				t.Error("a key of an output format of the theme was added to that of the project")
			}
		})
	}
}
