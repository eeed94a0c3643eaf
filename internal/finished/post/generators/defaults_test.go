package generators

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// Shared front matter keeps pages out of the sitemap like their own front matter, which takes precedence.
func TestDefaults(t *testing.T) {
	for name, c := range map[string]struct {
		content string // below the project
		files   map[string]string
		want    map[string]string
		found   []string
	}{
		"jekyll": {"", map[string]string{
			"_config.yml": "defaults:\n" +
				"  - {scope: {path: ''}, values: {layout: page}}\n" +
				"  - {scope: {path: ''}, values: {sitemap: true}}\n" +
				"  - {scope: {path: 'thanks'}, values: {sitemap: false}}\n" +
				"  - {scope: {path: 'thanks/open'}, values: {sitemap: true}}\n" +
				"  - {scope: {path: '', type: talks}, values: {Sitemap: false}}\n" +
				"  - {scope: {path: '_posts/old-*'}, values: {sitemap: false}}\n" +
				"  - {scope: {type: posts}, values: {tags: [x]}}\n",
			"a.md":                              "---\ntitle: A\n---\n",
			"thanks/a.md":                       "---\ntitle: A\n---\n",
			"thanks/own.md":                     "---\nsitemap: true\n---\n",
			"thanks/open/a.md":                  "---\ntitle: A\n---\n",
			"thanks-not/a.md":                   "---\ntitle: A\n---\n",
			"_talks/one.md":                     "---\ntitle: A\n---\n",
			"_posts/2026-01-01-a.md":            "---\ntitle: A\n---\n",
			"_posts/old-blog/2020-01-01-b.md":   "---\ntitle: A\n---\n",
			"_posts/older-blog/2020-01-01-c.md": "---\nsitemap: false\n---\n",
		}, map[string]string{
			"thanks/a.md": "sitemap: false by the defaults of _config.yml", "_talks/one.md": "sitemap: false by the defaults of _config.yml",
			"_posts/old-blog/2020-01-01-b.md": "sitemap: false by the defaults of _config.yml", "_posts/older-blog/2020-01-01-c.md": "sitemap: false",
		}, nil},
		"jekyll in a folder": {"src/thanks", map[string]string{
			"_config.yml":     "source: src\ndefaults:\n  - scope: {path: thanks}\n    values: {sitemap: false}\n",
			"src/thanks/a.md": "---\ntitle: A\n---\n",
		}, map[string]string{"a.md": "sitemap: false by the defaults of _config.yml"}, nil},
		"jekyll, by its project": {"", map[string]string{
			"_config.yml":     "source: src\ndefaults:\n  - scope: {path: thanks}\n    values: {sitemap: false}\n",
			"src/thanks/a.md": "---\ntitle: A\n---\n", "thanks/a.md": "---\ntitle: A\n---\n",
		}, map[string]string{"src/thanks/a.md": "sitemap: false by the defaults of _config.yml"}, nil},
		"eleventy": {"src", map[string]string{
			"eleventy.config.js":          "",
			"src/a.md":                    "---\ntitle: A\n---\n",
			"src/b.md":                    "---\ntitle: B\n---\n",
			"src/b.11tydata.json":         `{"eleventyExcludeFromCollections": true}`,
			"src/hidden/hidden.json":      `{"eleventyExcludeFromCollections": true, "layout": "x"}`,
			"src/hidden/a.njk":            "x",
			"src/hidden/deep/a.md":        "---\ntitle: A\n---\n",
			"src/hidden/open.md":          "---\neleventyExcludeFromCollections: false\n---\n",
			"src/maps/maps.11tydata.json": `{"sitemap": {"ignore": true}}`,
			"src/maps/a.md":               "---\nsitemap: {priority: 0.5}\n---\n",
			"src/maps/open/open.json":     `{"sitemap": {"ignore": false}}`,
			"src/maps/open/a.md":          "---\ntitle: A\n---\n",
			"src/broken/broken.json":      "{",
			"src/broken/a.md":             "---\ntitle: A\n---\n",
			"src/broken/list/list.json":   "[1]",
			"src/broken/list/a.md":        "---\ntitle: A\n---\n",
		}, map[string]string{
			"b.md": "eleventyexcludefromcollections: true by b.11tydata.json", "hidden/a.njk": "eleventyexcludefromcollections: true by hidden/hidden.json",
			"hidden/deep/a.md": "eleventyexcludefromcollections: true by hidden/hidden.json", "maps/a.md": "sitemap: {ignore: true} by maps/maps.11tydata.json",
		}, []string{"broken/broken.json"}},
		"eleventy, by its project": {".", map[string]string{
			"eleventy.config.js": "module.exports = function (config) {\n  return { dir: { input: \"src\" } };\n};\n",
			"src/src.json":       `{"eleventyExcludeFromCollections": true}`, "src/x/a.md": "---\ntitle: A\n---\n", "README.md": "# Read\n",
		}, map[string]string{"src/x/a.md": "eleventyexcludefromcollections: true by src/src.json"}, nil},
		"eleventy at the root": {"src", map[string]string{
			"eleventy.config.js": "", "src/src.json": `{"eleventyExcludeFromCollections": true}`, "src/x/a.md": "---\ntitle: A\n---\n",
		}, map[string]string{"x/a.md": "eleventyexcludefromcollections: true by src.json"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			testsite.Write(t, dir, c.files)
			s, err := Find(t.Context(), Options{Dir: dir + "/" + c.content}, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, f := range s.files {
				if f.Unlisted != "" {
					got[f.Path] = f.Unlisted
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			var found []string
			for _, d := range s.Found {
				found = append(found, d.File)
			}
			if diff := cmp.Diff(c.found, found); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}
