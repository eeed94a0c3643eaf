package detect

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"
)

// tree is a file system of these files.
func tree(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func TestThemeOfLargeTree(t *testing.T) {
	files := map[string]string{}
	for i := range 1500 {
		files[fmt.Sprintf("manual/part%d/page%02d.md", i/30, i%30)] = "# Page\n"
	}
	for i := range 150 {
		files[fmt.Sprintf("diary/%03d.md", i)] = "---\ndate: 2026-01-02\n---\n"
	}
	for _, tt := range []struct {
		roots []string
		want  string
	}{{[]string{"."}, "docs"}, {[]string{"diary"}, "blog"}, {[]string{"manual"}, "docs"}, {[]string{"nothing"}, "docs"}} {
		if got, _ := Theme(tree(files), Tool{}, tt.roots, nil); got != tt.want {
			t.Errorf("%v is %s, want %s", tt.roots, got, tt.want)
		}
	}
}

func TestTitleOfFile(t *testing.T) {
	for text, want := range map[string]string{
		"# Plain\n":                                   "Plain",
		"\n<p>\n\n# ![logo](a.png) *Fine* ##\n":       "Fine",
		"---\ntitle: \"Of the page\"\n---\n# Other\n": "Of the page",
		"Text\n\n## Not this\n":                       "",
		"# ![logo][l]\n\n# `cmd` &c.\r\n":             "cmd &c.",
		"+++\ntitle = 'Toml'\n+++\n":                  "Toml",
		"#hashtag\n":                                  "",
		"Text\n```sh\n# no title\n```\n# Title\n":     "Title",
	} {
		if got := titleOf([]byte(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestToolNeedsItsFolder(t *testing.T) {
	if got := Find(tree(map[string]string{"mkdocs.yml": "site_name: x\ndocs_dir: ../other\n", "README.md": ""})); got.Name != "" {
		t.Errorf("a tool without its folder: %+v", got)
	}
}

func TestToolWithTemplates(t *testing.T) {
	got := Find(tree(map[string]string{"mkdocs.yml": "site_name: x\ntheme:\n  name: material\n  custom_dir: docs/overrides\n", "docs/index.md": ""}))
	if !slices.Equal(got.Ignore, []string{"overrides/**"}) {
		t.Errorf("the templates of MkDocs are content: %q", got.Ignore)
	}
	got = Find(tree(map[string]string{"_posts/2020-01-02-a.md": "", "_layouts/default.html": ""}))
	if got.Name != "Jekyll" || got.Docs != "." || !slices.Contains(got.Ignore, "**/_*/**") {
		t.Errorf("Jekyll without a configuration: %+v", got)
	}
}

func TestJekyllKeysAtTheTop(t *testing.T) {
	config := "name: Notes\ncollections:\n  docs:\n    permalink: /:collection/:path/\nauthor:\n  url: https://me.example\nurl: https://notes.example\nbaseurl: /n\n"
	got := Find(tree(map[string]string{"_config.yml": config, "_posts/2020-01-02-a.md": ""}))
	if got.Title != "Notes" || got.URL != "https://notes.example/n/" {
		t.Errorf("%+v", got)
	}
}

// TestDocusaurusNextToItsDocs: the docs of a repository are often next to the project that makes a site of them.
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

// TestConfigOfOtherTools: Hexo and Jupyter Book have a _config.yml, too.
func TestConfigOfOtherTools(t *testing.T) {
	for _, other := range []string{"scaffolds/post.md", "_toc.yml"} {
		got := Find(tree(map[string]string{"_config.yml": "title: x\ntheme: minima\n", other: "", "a.md": "# A\n"}))
		if got.Name != "" {
			t.Errorf("with %s: %+v", other, got)
		}
	}
}
