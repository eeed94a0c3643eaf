package migrate

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// A file whose target exists, front matter of a folder that has its own page, and components in code.
func TestPort(t *testing.T) {
	p := read(t, map[string]string{
		"docusaurus.config.ts":         "export default { title: 'T', url: 'https://t.example', baseUrl: '/sub/',\n presets: [['classic', { docs: { routeBasePath: '/' } }]],\n // footer: {}\n};\n",
		"docs/index.md":                "# Home\n",
		"docs/01-a.md":                 "# A\n```js title=\"x.js\"\n<Card/>\n```\n",
		"docs/a.md":                    "# Other\n",
		"docs/sub/sub.md":              "# Sub\n",
		"docs/sub/_category_.yml":      "label: Sub\n",
		"docs/_part.md":                "not a page",
		"node_modules/x/readme.md":     "no",
		"blog/2026/01/02/deep.md":      "# Deep\n",
		"blog/2026-01-03-a/picture.md": "# In a folder\n",
	})
	var files []string
	for _, f := range p.Files {
		files = append(files, f.Path)
	}
	want := []string{"sitegen.toml", "content/a.md", "content/_index.md", "content/sub/_index.md", "content/blog/2026-01-03-a/picture.md", "content/blog/2026/01/02/deep.md", "content/blog/_index.md"}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Error(diff)
	}
	wantFates := []string{
		"docs/a.md needs you content/a.md", "docusaurus.config.ts:1 used title",
		"docusaurus.config.ts:1 used url", "docusaurus.config.ts:1 used baseUrl", "docusaurus.config.ts:2 used docs.routeBasePath",
	}
	if diff := cmp.Diff(wantFates, fates(p)); diff != "" {
		t.Error(diff)
	}
	if text := string(p.Files[1].Data); text != "---\nweight: 11\n---\n# A\n```js {title=\"x.js\"}\n<Card/>\n```\n" {
		t.Errorf("%q", text)
	}
	if text := string(p.Files[5].Data); !strings.Contains(text, "url: /blog/2026/01/02/deep/\n") || !strings.Contains(text, "date: '2026-01-02'\n") {
		t.Errorf("%q", text)
	}
	if text := string(p.Files[0].Data); !strings.Contains(text, `baseURL = "https://t.example/sub/"`) {
		t.Error(text)
	}
}

// Files of public projects and their conversions: documentation next to the website, pages in place of lists,
// pages named like their folder, templates in the folder of pages.
func TestPublicProjects(t *testing.T) {
	for _, c := range []struct {
		name, from string
		files      map[string]string
		want       []string // path and beginning of each file
		config     string   // in sitegen.toml
	}{
		{"Docusaurus beside its pages", "website", map[string]string{
			"website/docusaurus.config.ts": "export default { presets: [['classic', { docs: { path: '../docs', routeBasePath: '/' } }]],\n themeConfig: { navbar: { items: [{ to: 'use/a', label: 'Use' }] } } };\n",
			"website/sidebars.ts":          "export default { docs: ['use/a'] };\n",
			"website/docs/old.md":          "# Not this one\n", "docs/use/a.md": "# A\n", "docs/use/_category_.json": `{"label": "Using"}`, "docs/pic.png": "png", "docs/package.json": "{}",
		}, []string{"content/pic.png", "content/use/a.md ---\nweight: 11\n---\n# A\n", "content/use/_index.md ---\nlinktitle: Using\ntitle: Using\n---\n"}, "url = \"/use/a/\"\n"},
		{"Jekyll", "old", map[string]string{
			"old/_config.yml": "url: https://j.example\npaginate: 7\ncollections: {recipes: {output: true}}\n", "old/_posts/2026-01-02-a.md": "A", "old/_recipes/tea.md": "Tea",
			"old/tags.md": "---\ntitle: Tags\npermalink: /tags/\n---\n", "old/recipes.md": "---\ntitle: Recipes\npermalink: /all-recipes/\n---\n", "old/go.md": "---\npermalink: /tags/go/\n---\n",
			"old/about.md": "---\ntitle: About\npermalink: /about/\n---\n",
		}, []string{
			"content/posts/2026-01-02-a.md ---\ndate: '2026-01-02'\ntitle: A\nurl: /2026/01/02/a.html\n---\nA", "content/recipes/tea.md ---\ntitle: Tea\nurl: /recipes/tea.html\n---\nTea",
			"content/about.md ---\ntitle: About\nurl: /about/\n---\n", "content/tags/go/_index.md", "content/recipes/_index.md ---\ntitle: Recipes\nurl: /all-recipes/\n---\n",
			"content/tags/_index.md ---\ntitle: Tags\n---\n",
		}, "pagerSize = 7"},
		{"Eleventy", "old", map[string]string{
			"old/eleventy.config.js": "module.exports = c => ({ dir: { input: 'content' } });\n", "old/content/blog/fourth/fourth.md": "Four", "old/content/blog/fourth/p.png": "png", "old/content/blog/one.md": "One",
		}, []string{"content/blog/fourth/index.md Four", "content/blog/fourth/p.png", "content/blog/one.md One"}, ""},
		{"MkDocs with templates among its pages", "old", map[string]string{
			"old/mkdocs.yml": "site_name: M\ntheme: {name: material, custom_dir: docs/overrides/}\n", "old/docs/index.md": "# M\n", "old/docs/overrides/main.html": "{% extends %}",
		}, nil, "custom_dir = \"docs/overrides/\""},
		{"Zola", "old", map[string]string{"old/config.toml": "base_url = 'https://z.example'\n", "old/content/a.md": "+++\ntitle = 'A'\n+++\nA"}, []string{"content/a.md ---\ntitle: A\n---\nA"}, "autoIDType = \"zola\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Read(filepath.Join(folder(t, c.files), c.from), conversion.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range p.Files[1:] {
				got = append(got, strings.TrimRight(f.Path+" "+string(f.Data), " "))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if text := string(p.Files[0].Data); !strings.Contains(text, c.config) {
				t.Errorf("%q is not in\n%s", c.config, text)
			}
		})
	}
}

// Relative slugs start from the route of the docs, whatever their folder and language.
func TestRelativeSlugs(t *testing.T) {
	p := read(t, map[string]string{
		"docusaurus.config.js":  "export default { title: 'T', url: 'https://t.example', baseUrl: '/',\n presets: [['classic', { docs: { path: 'guide', routeBasePath: 'manual', exclude: ['**/*.template.md'] } }]],\n};\n",
		"guide/02-x/01-a.md":    "---\nslug: ../b\n---\n# A\n",
		"guide/x.template.md":   "# Secret\n",
		"guide/02-x/index.md":   "---\nslug: start\n---\n# X\n",
		"guide/03-y/05-kept.md": "---\nparse_number_prefixes: false\n---\n# Y\n",
	})
	for file, want := range map[string]string{
		"content/manual/x/a.md": "url: /manual/b/", "content/manual/x/_index.md": "url: /manual/x/start/", "content/manual/03-y/05-kept.md": "url: /manual/03-y/05-kept/",
	} {
		found := ""
		for _, f := range p.Files {
			if strings.Contains(f.Path, "template") {
				t.Errorf("%s is excluded", f.Path)
			}
			if f.Path == file {
				found = string(f.Data)
			}
		}
		if !strings.Contains(found, want) {
			t.Errorf("%s has no %q:\n%s", file, want, found)
		}
	}
}
