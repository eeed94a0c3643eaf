package pipeline_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	drawn = regexp.MustCompile(`(?s)<svg .*?</svg>`)
	gaps  = regexp.MustCompile(`\s*\n\s*`)
)

// part returns the part of a page from one text to the next other one, without the insides of icons and without
// empty lines.
func part(t *testing.T, page, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, from)
	inside, _, found := strings.Cut(rest, to)
	if !ok || !found {
		t.Fatalf("no %s … %s in\n%s", from, to, page)
	}
	return strings.TrimSpace(gaps.ReplaceAllString(drawn.ReplaceAllString(from+inside+to, "<svg>"), "\n"))
}

// TestEmbeddedHeader: the header and what is above it, with everything that parameters add.
func TestEmbeddedHeader(t *testing.T) {
	page := themed(t, "docs", map[string]string{
		"content/a.md":    "---\ntitle: A\n---\nWords.\n",
		"static/logo.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`,
		"static/dark.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`,
		"sitegen.toml": `[params]
repository = "https://git.example.org/t"
announcement = "New: [a](/a/)"
logo = { src = "logo.svg", dark = "dark.svg", alt = "T", title = false }
social = [{ url = "https://github.com/t" }, { name = "Mastodon", url = "https://example.com/@t" }, { name = "Elsewhere", url = "https://example.com/" }]
`,
	})["a/index.html"]
	want := `<div class="announcement" role="note"><p>New: <a href="/a/">a</a></p><button class="tool" type="button" data-close-announcement aria-label="Close" hidden>×</button></div>
<header class="site-header">
<a class="site-name" href="/"><img src="/dark.svg" alt="T" class="logo on-dark"><img src="/logo.svg" alt="T" class="logo on-light"></a>
<div class="tools">
<a class="tool search-open" href="/search/" data-index="/search/index.js" data-words="Search|Close|Pages found: #|Nothing found|The search could not be loaded." aria-keyshortcuts="/ Control+K Meta+K"><svg><span class="sr">Search</span><kbd hidden>Ctrl K</kbd></a>
<ul class="plain wide"><li><a class="tool" aria-label="Source code" href="https://git.example.org/t" rel="external"><svg></a></li><li><a class="tool" aria-label="github.com" href="https://github.com/t" rel="me"><svg></a></li><li><a class="tool" aria-label="Mastodon" href="https://example.com/@t" rel="me"><svg></a></li><li><a href="https://example.com/" rel="me">Elsewhere</a></li></ul>
<button class="tool toggle" type="button" data-toggle-theme="as the system|light|dark" aria-label="Light or dark" hidden><svg></button>
</div>
</header>`
	if diff := cmp.Diff(want, part(t, page, `<div class="announcement"`, "</header>")); diff != "" {
		t.Error(diff)
	}
	if early := `data-announcement="af4d12bb"></script>`; !strings.Contains(page, early) {
		t.Errorf("the page does not have %s:\n%s", early, page)
	}
}
