package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// llmsSite is listedSite with everything for language models in place of the site map.
func llmsSite(t *testing.T) string {
	t.Helper()
	dir := listedSite(t, "blog", "false")
	config, err := os.ReadFile(filepath.Join(dir, "sitegen.toml"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "sitegen.toml", strings.Replace(string(config), "[discovery]", "[params]\ndescription = \"What we think\"\n[markup.goldmark.renderer]\nunsafe = true\n[discovery]\nllms = true\nllmsFull = true\nmarkdown = true\nmarkdownSitemap = true\nlastmod = [\"lastmod\", \":page\"]\n", 1))
	write(t, dir, "content/posts/two.md", `---
title: "Two [of] <many>"
description: About *two*.
date: 2026-01-02
---
Text with a [link](one.md) and a ![picture](/x.png).

> [!NOTE]
> Careful.

<audio src="/x.mp3" title="What we said"></audio>

| a | b |
|---|---|
| 1 | 2 |

`+"```go\nx := 1\n```\n")
	return dir
}

const llmsIndex = `# T

> What we think

## T

- [T](https://example.org/sub/): lastmod 2026-01-02
- [About & more](https://example.org/sub/about/index.html.md)

## Posts

- [Posts](https://example.org/sub/posts/): lastmod 2026-01-02
- [Two \[of\] \<many>](https://example.org/sub/posts/two/index.html.md): About \*two\*. (lastmod 2026-01-02)
- [One](https://example.org/sub/posts/one/index.html.md): lastmod 2026-01-01

## Old posts

- [Old posts](https://example.org/sub/posts/old/): lastmod 2025-01-02
- [Three](https://example.org/sub/posts/old/three/index.html.md): lastmod 2025-01-02

## Optional

- [Tags](https://example.org/sub/tags/): lastmod 2026-01-01
- [Go](https://example.org/sub/tags/go/): lastmod 2026-01-01
`

const llmsTwin = `# Two \[of\] \<many>

> About \*two\*.

<https://example.org/sub/posts/two/>

Text with a [link](https://example.org/sub/posts/one/) and a ![picture](https://example.org/x.png).

> **Note**
> 
> Careful.

[What we said](https://example.org/x.mp3)

| a | b |
|---|---|
| 1 | 2 |

` + "```go\nx := 1\n```\n"

func TestLLMs(t *testing.T) {
	dir := llmsSite(t)
	buildIn(t, dir, true)
	read := func(file string) string {
		text, err := os.ReadFile(filepath.Join(dir, "public", file))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if diff := cmp.Diff(llmsIndex, read("llms.txt")); diff != "" {
		t.Errorf("llms.txt (-want +got):\n%s", diff)
	}
	siteMap := strings.Replace(llmsIndex, "## Optional\n", "## Tags\n", 1)
	if diff := cmp.Diff(siteMap, read("sitemap.md")); diff != "" {
		t.Errorf("sitemap.md (-want +got):\n%s", diff)
	}
	for page, file := range map[string]string{
		"about/index.html": "https://example.org/sub/about/index.html.md", "posts/index.html": "", "hidden/index.html": "",
	} {
		_, got, _ := strings.Cut(read(page), `type="text/markdown" href="`)
		if got, _, _ = strings.Cut(got, `"`); got != file {
			t.Errorf("%s links to %q, want %q", page, got, file)
		}
	}
	if diff := cmp.Diff(llmsTwin, read("posts/two/index.html.md")); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}
	full := "# T\n\n> What we think\n"
	for _, page := range []string{"about", "posts/two", "posts/one", "posts/old/three"} {
		full += "\n---\n\n" + read(page+"/index.html.md")
	}
	if diff := cmp.Diff(full, read("llms-full.txt")); diff != "" {
		t.Errorf("llms-full.txt (-want +got):\n%s", diff)
	}
	if got := read("de/llms.txt"); !strings.Contains(got, "- [Eins](https://example.org/sub/de/posts/one/index.html.md)") {
		t.Errorf("de/llms.txt: %s", got)
	}
	for _, file := range []string{"hidden/index.html.md", "posts/index.html.md"} {
		if _, err := os.Stat(filepath.Join(dir, "public", file)); err == nil {
			t.Errorf("%s is there", file)
		}
	}
}

// A page that nothing may list has no text for models either, the project's own files stay, and a build after others
// writes the same as a clean one.
func TestLLMsFollowTheListing(t *testing.T) {
	dir := llmsSite(t)
	config, _ := os.ReadFile(filepath.Join(dir, "sitegen.toml"))
	for _, step := range []struct {
		what, file, text string
		has              bool // the first post
	}{
		{what: "the first build", has: true},
		{what: "nothing", has: true},
		{"a body", "content/posts/one.md", "---\ntitle: One\ndate: 2026-01-01\n---\nEdited.\n", true},
		{"only a template says noindex", "layouts/_partials/slots/head-end.html", `{{ if eq .Title "One" }}<meta name="robots" content="noindex">{{ end }}`, false},
		{what: "nothing after it"},
		{"another title", "content/posts/one.md", "---\ntitle: Another\ndate: 2026-01-01\n---\nEdited.\n", true},
		{"files of the project", "static/posts/one/index.html.md", "Mine.", true},
		{"its own llms.txt", "static/llms.txt", "Mine.", true},
		{"no Markdown", "sitegen.toml", strings.Replace(string(config), "markdown = true", "", 1), true},
	} {
		if step.file != "" {
			write(t, dir, step.file, step.text)
		}
		clean := testsite.Temp(t, dir)
		buildIn(t, dir, false)
		buildIn(t, clean, true)
		if diff := cmp.Diff(textsIn(t, clean), textsIn(t, dir)); diff != "" {
			t.Errorf("%s (-clean +warm):\n%s", step.what, diff)
		}
		texts := textsIn(t, dir)
		if has := strings.Contains(texts["llms-full.txt"], "<https://example.org/sub/posts/one/>"); has != step.has {
			t.Errorf("%s: llms-full.txt has the post: %v", step.what, has)
		}
		if _, has := texts["posts/one/index.html.md"]; has != (step.has && step.what != "no Markdown" || strings.HasPrefix(step.what, "no M")) {
			t.Errorf("%s: the post is in Markdown: %v", step.what, has)
		}
		if step.what == "its own llms.txt" && (texts["llms.txt"] != "Mine." || texts["posts/one/index.html.md"] != "Mine.") {
			t.Errorf("%s: %v", step.what, texts)
		}
	}
}

// textsIn are the files for models of a built project.
func textsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	public := filepath.Join(dir, "public")
	err := filepath.WalkDir(public, func(file string, d os.DirEntry, err error) error {
		if err == nil && (strings.HasSuffix(file, ".md") || strings.HasPrefix(d.Name(), "llms")) {
			text, err := os.ReadFile(file)
			name, _ := filepath.Rel(public, file)
			out[filepath.ToSlash(name)] = string(text)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
