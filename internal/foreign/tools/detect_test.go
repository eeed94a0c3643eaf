package tools

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"
)

// tree returns a file system with these files.
func tree(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func TestToolNeedsItsFolder(t *testing.T) {
	if got := Find(tree(map[string]string{"mkdocs.yml": "site_name: x\ndocs_dir: ../other\n", "README.md": ""})); got != nil {
		t.Errorf("a tool without its folder: %+v", got)
	}
}

func TestToolWithTemplates(t *testing.T) {
	got := Find(tree(map[string]string{"mkdocs.yml": "site_name: x\ntheme:\n  name: material\n  custom_dir: docs/overrides\n", "docs/index.md": ""}))
	if !slices.Contains(got.Ignore, "overrides/**") {
		t.Errorf("the templates of MkDocs are content: %q", got.Ignore)
	}
	got = Find(tree(map[string]string{"_posts/2020-01-02-a.md": "", "_layouts/default.html": ""}))
	if got.Name() != "Jekyll" || got.Docs != "." || !slices.Contains(got.Ignore, "**/_*/**") {
		t.Errorf("Jekyll without a configuration: %+v", got)
	}
	for want, files := range map[string]map[string]string{
		"_plugins": {"_plugins/a.rb": "", "about.md": "---\ntitle: A\nlayout: page\n---\n"},
		"_data":    {"_data/a.yml": "", "index.html": "---\n---\n{{ site.data.a }}"},
		"_posts":   {"_posts/2020-01-01-a.md": "", "_sass/a.scss": ""},
		"":         {"_data/a.yml": "", "_includes/a.njk": "", "index.md": "---\nlayout: base.njk\n---\n"},
	} {
		if got := Find(tree(files)); (got == nil) != (want == "") || got != nil && got.File != want {
			t.Errorf("%v: %+v", files, got)
		}
	}
}

func TestJekyllKeysAtTheTop(t *testing.T) {
	config := "name: Notes\ncollections:\n  docs:\n    permalink: /:collection/:path/\nauthor:\n  url: https://me.example\nurl: https://notes.example\nbaseurl: /n\n"
	got := Find(tree(map[string]string{"_config.yml": config, "_posts/2020-01-02-a.md": ""}))
	if got.Title != "Notes" || got.Settings.BaseURL != "https://notes.example/n/" {
		t.Errorf("%+v", got)
	}
}

// TestDocusaurusNextToItsDocs: the docs of a repository are often next to the Docusaurus project that publishes them.
func TestDocusaurusNextToItsDocs(t *testing.T) {
	config := "export default {\n  title: 'T',\n  presets: [['classic', { docs: { path: '%s' } }]],\n}\n"
	for _, tt := range []struct{ name, config, file, docs string }{
		{"docusaurus.config.js", fmt.Sprintf(config, "manual"), "manual/a.md", "manual"},
		{"website/docusaurus.config.ts", fmt.Sprintf(config, "../docs"), "docs/a.md", "docs"},
		{"website/docusaurus.config.ts", fmt.Sprintf(config, "./docs/"), "website/docs/a.md", "website/docs"},
		{"website/docusaurus.config.js", "module.exports = { docs: require('./x') }", "docs/a.md", "docs"},
		{"documentation/mkdocs.yml", "site_name: T\ndocs_dir: src", "documentation/src/a.md", "documentation/src"},
		{"docs/_config.yml", "title: T\ntheme: minima\n", "docs/a.md", "docs"},
	} {
		got := Find(tree(map[string]string{tt.name: tt.config, tt.file: "# A\n", "README.md": "# R\n"}))
		if got.Docs != tt.docs || got.File != tt.name {
			t.Errorf("%s: docs %q, file %q", tt.name, got.Docs, got.File)
		}
	}
}

// TestConfigOfOtherTools: Hexo and Jupyter Book also use the file name _config.yml.
func TestConfigOfOtherTools(t *testing.T) {
	for _, other := range []string{"scaffolds/post.md", "_toc.yml"} {
		got := Find(tree(map[string]string{"_config.yml": "title: x\ntheme: minima\n", other: "", "a.md": "# A\n"}))
		if got != nil {
			t.Errorf("with %s: %+v", other, got)
		}
	}
}

// TestTitlesOfConfigurations: titles are decoded in any notation.
func TestTitlesOfConfigurations(t *testing.T) {
	for config, want := range map[string]string{
		"site_name: 'It''s our book'\n":                                           "It's our book",
		"site_name: >-\n  Two\n  lines\n":                                         "Two lines",
		"site_name: |\n  Two\n  lines\n":                                          "Two lines",
		"site_name: \"Caf\\u00e9\"\n":                                             "Café",
		"site_name: C# notes # words\n":                                           "C# notes",
		"{site_name: In braces, docs_dir: docs}\n":                                "In braces",
		"extra: {site_name: other}\n\"site_name\": Quoted key\n":                  "Quoted key",
		"site_name: One\nsite_name: Two\n":                                        "Two",
		"a: &x {site_name: By anchor}\n<<: *x\n":                                  "By anchor",
		"\ufeffsite_name: BOM\r\nplugins:\r\n  - search\r\n":                      "BOM",
		"---\nsite_name: First\n---\nsite_name: Second\n":                         "First",
		"%YAML 1.2\n---\nsite_name: Version\n":                                    "Version",
		"site_name: !ENV [NAME, \"Default: x\"]\n":                                "Default: x",
		"site_name: 2048\n":                                                       "2048",
		"site_name: T\nmarkdown_extensions:\n  - e: !!python/name:material.x.y\n": "T",
		"INHERIT: base.yml\n":                                                     "Of the base",
		"# site_name: commented\nnav: ['site_name: x']\n":                         "",
	} {
		files := map[string]string{"mkdocs.yml": config, "docs/a.md": "", "base.yml": "site_name: Of the base\n"}
		if got := Find(tree(files)); got.Name() != "MkDocs" || got.Title != want {
			t.Errorf("%q: %q of %s, want %q", config, got.Title, got.Name(), want)
		}
	}
	got := Find(tree(map[string]string{"_config.yml": "title: >\n  C#\n  notes\nexclude:\n  - \"a, b\"\n  # - no\n  - c # yes\n", "_posts/a.md": ""}))
	excludes := func(name string) bool { return got.Dialect.Excludes(name, true) }
	if got.Title != "C# notes" || !excludes("a, b") || !excludes("c/x.md") || !excludes("cd") || excludes("x/c") || excludes("no") {
		t.Errorf("Jekyll: %+v", got)
	}
	got = Find(tree(map[string]string{".obsidian/templates.json": `{"folder": "\u00dcber", "x": {"folder": "Other"}}`, "a.md": ""}))
	if !slices.Contains(got.Ignore, "Über/**") || slices.Contains(got.Ignore, "Other/**") {
		t.Errorf("Obsidian: %q", got.Ignore)
	}
}
