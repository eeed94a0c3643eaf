package pipeline_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// themed builds a site with an embedded theme in memory.
func themed(t *testing.T, theme string, files map[string]string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	files["sitegen.toml"] = "title = 'T'\nbaseURL = 'https://example.org/'\ntheme = '" + theme + "'\n" + files["sitegen.toml"]
	testsite.Write(t, dir, files)
	res := built(t, project.Options{Source: dir, Clock: summer, Memory: true})
	return held(t, res.Outputs)
}

// TestEmbeddedCodeAttributes: attributes of a code block that other themes read do not become HTML.
func TestEmbeddedCodeAttributes(t *testing.T) {
	for source, want := range map[string]string{
		"```go {file=\"main.go\" copy=true}\nx\n```":              `<div class="code"><div class="highlight"><pre`,
		"```go {file=\"a>b.go\" .wide #one data-x=\"1\"}\nx\n```": `<div class="code"><div class="highlight wide" id="one" data-x="1"><pre`,
		"```go {title=\"main.go\" trim=false wrap=true}\nx\n```":  `<figure class="code wrap"><figcaption>main.go</figcaption><div class="highlight"><pre`,
		"```text {file=\"id=5\"}\n<div file=\"x\">\n```":          `<div class="code"><div class="highlight"><pre`,
	} {
		page := themed(t, "docs", map[string]string{"content/a.md": "---\ntitle: A\n---\n" + source + "\n"})["a/index.html"]
		if !strings.Contains(page, want) {
			_, rest, _ := strings.Cut(page, `class="content"`)
			t.Errorf("%s\ngot  %.200s\nwant %s", source, rest, want)
		}
	}
}

// TestEmbeddedHighlight: the shortcode makes a named box that the keyboard can scroll, but inside a sentence no box.
func TestEmbeddedHighlight(t *testing.T) {
	for source, want := range map[string]string{
		"{{< highlight go >}}\nx\n{{< /highlight >}}":                                   `<div class="code"><div class="highlight"><pre tabindex="0" role="group" aria-label="Code" class="chroma"><code class="language-go" data-lang="go">`,
		"So {{< highlight go \"hl_inline=true,noClasses=true\" >}}x{{< /highlight >}}.": `<p>So <code class="code-inline chroma language-go"><span class="nx">x</span></code>.</p>`,
	} {
		page := themed(t, "docs", map[string]string{"content/a.md": "---\ntitle: A\n---\n" + source + "\n"})["a/index.html"]
		if !strings.Contains(page, want) {
			_, rest, _ := strings.Cut(page, `class="content"`)
			t.Errorf("%s\ngot  %.300s\nwant %s", source, rest, want)
		}
	}
}

// TestEmbeddedListLayout: layout = "list" makes a page of any kind a list.
func TestEmbeddedListLayout(t *testing.T) {
	for _, theme := range []string{"blog", "docs"} {
		page := themed(t, theme, map[string]string{"content/a.md": "---\ntitle: A\nlayout: list\n---\nWords.\n"})["a/index.html"]
		if !strings.Contains(page, "<p>Words.</p>") || strings.Contains(page, `class="pager"`) {
			t.Errorf("%s:\n%s", theme, page)
		}
	}
}

// TestEmbeddedLinksHaveNames: a page without a title and a social link without a name are still called something, and
// code without a fence can be scrolled by keys.
func TestEmbeddedLinksHaveNames(t *testing.T) {
	nameless := regexp.MustCompile(`<(a|h1)[^>]*></(a|h1)>`)
	for _, theme := range []string{"blog", "docs"} {
		for p, text := range themed(t, theme, map[string]string{
			"sitegen.toml":           "[params.social.fediverse]\nurl = 'https://social.example/@me'\n",
			"content/docs/_index.md": "---\n---\nWords.\n",
			"content/docs/a.md":      "---\ntitle: ''\n---\nWords.\n\n    indented code\n",
			"content/docs/b.md":      "---\ntitle: ''\ndate: 2026-01-01\n---\nWords.\n",
		}) {
			if !strings.HasSuffix(p, ".html") || strings.Contains(text, `http-equiv="refresh"`) {
				continue
			}
			if m := nameless.FindString(text); m != "" {
				t.Errorf("%s: %s: %s", theme, p, m)
			}
			if !strings.Contains(text, `<a href="https://social.example/@me" rel="me">social.example</a>`) {
				t.Errorf("%s: %s: no social link", theme, p)
			}
			if strings.Contains(text, "<pre><code") {
				t.Errorf("%s: %s: code that keys cannot scroll", theme, p)
			}
		}
	}
}
