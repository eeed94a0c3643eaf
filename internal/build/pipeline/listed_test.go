package pipeline_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// listedSite writes a site in two languages with an embedded theme and a site map for people.
func listedSite(t *testing.T, theme, links string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "sitegen.toml", `title = "T"
baseURL = "https://example.org/sub/"
theme = "`+theme+`"
defaultContentLanguage = "en"
[discovery]
htmlSitemap = `+links+`
[languages.en]
weight = 1
[languages.de]
weight = 2
`)
	write(t, dir, "content/about.md", "---\ntitle: About & more\n---\n")
	write(t, dir, "content/hidden.md", "---\ntitle: Hidden\nnoindex: true\n---\n")
	write(t, dir, "content/posts/_index.md", "---\ntitle: Posts\n---\n")
	write(t, dir, "content/posts/one.md", "---\ntitle: One\ndate: 2026-01-01\ntags: [go]\n---\n")
	write(t, dir, "content/posts/one.de.md", "---\ntitle: Eins\ndate: 2026-01-01\n---\n")
	write(t, dir, "content/posts/two.md", "---\ntitle: Two\ndate: 2026-01-02\n---\n")
	write(t, dir, "content/posts/old/_index.md", "---\ntitle: Old posts\n---\n")
	write(t, dir, "content/posts/old/three.md", "---\ntitle: Three\ndate: 2025-01-02\n---\n")
	return dir
}

var (
	mainElement = regexp.MustCompile(`(?s)<main id="main">(.*)</main>`)
	blank       = regexp.MustCompile(`\n\s*`)
)

// mainOf returns the main content of a page of the output, without empty lines.
func mainOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := mainElement.FindSubmatch(text)
	if m == nil {
		t.Fatalf("%s has no main element", file)
	}
	return strings.TrimSpace(blank.ReplaceAllString(string(m[1]), "\n"))
}

// buildIn builds a project.
func buildIn(t *testing.T, dir string, noCache bool) {
	t.Helper()
	b, err := pipeline.New(project.Options{Source: dir, Clock: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), Version: "test", NoCache: noCache})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestSiteMapForPeople(t *testing.T) {
	dir := listedSite(t, "blog", "6")
	buildIn(t, dir, true)
	want := `<h1>Site map</h1>
<ul class="columns">
<li><a href="/sub/">Home</a></li>
<li><a href="/sub/about/">About &amp; more</a></li>
</ul>
<h2><a href="/sub/posts/">Posts</a></h2>
<ul class="columns">
<li><a href="/sub/posts/two/">Two</a></li>
<li><a href="/sub/posts/one/">One</a></li>
</ul>
<h3><a href="/sub/posts/old/">Old posts</a></h3>
<nav class="pager" aria-label="Pages">
<span></span>
<span>Page 1 of 2</span>
<span><a href="/sub/sitemap/page/2/" rel="next">Next</a></span>
</nav>`
	if diff := cmp.Diff(want, mainOf(t, filepath.Join(dir, "public/sitemap/index.html"))); diff != "" {
		t.Errorf("first page (-want +got):\n%s", diff)
	}
	want = `<h1>Site map</h1>
<h2>Old posts</h2>
<ul class="columns">
<li><a href="/sub/posts/old/three/">Three</a></li>
</ul>
<h2><a href="/sub/tags/">Tags</a></h2>
<ul class="columns">
<li><a href="/sub/tags/go/">Go</a></li>
</ul>
<nav class="pager" aria-label="Pages">
<span><a href="/sub/sitemap/" rel="prev">Previous</a></span>
<span>Page 2 of 2</span>
<span></span>
</nav>`
	if diff := cmp.Diff(want, mainOf(t, filepath.Join(dir, "public/sitemap/page/2/index.html"))); diff != "" {
		t.Errorf("second page (-want +got):\n%s", diff)
	}
	head, _ := os.ReadFile(filepath.Join(dir, "public/sitemap/page/2/index.html"))
	if !strings.Contains(string(head), `<link rel="canonical" href="https://example.org/sub/sitemap/page/2/">`) || strings.Contains(string(head), "noindex") {
		t.Error("the second page is not canonical itself")
	}
}

var (
	textAddress = regexp.MustCompile(`(?m)^https://example\.org(/.*)$`)
	listLink    = regexp.MustCompile(`(?:<li>|<h[23]>)<a href="([^"]+)"`)
)

// mapLinks returns the links in the site maps of all languages.
func mapLinks(t *testing.T, dir string) []string {
	var out []string
	for _, file := range []string{"public/sitemap/index.html", "public/de/sitemap/index.html"} {
		for _, m := range listLink.FindAllStringSubmatch(mainOf(t, filepath.Join(dir, file)), -1) {
			out = append(out, m[1])
		}
	}
	slices.Sort(out)
	return out
}

// The site map for people has the pages of sitemap.txt, except itself. This also holds if only a template says noindex,
// which is known after it was rendered, and if earlier builds left records.
func TestSiteMapForPeopleListsWhatTheSitemapDoes(t *testing.T) {
	race.Skip(t, "builds one after the other")
	for _, theme := range []string{"blog", "docs"} {
		dir := listedSite(t, theme, "true")
		for _, step := range []struct{ what, file, text string }{
			{what: "the first build"},
			{what: "nothing"},
			{"only a template says noindex", "layouts/_partials/slots/head-end.html", `{{ if eq .Title "Two" }}<meta name="robots" content="noindex">{{ end }}`},
			{what: "nothing after it"},
			{"a title", "content/posts/one.md", "---\ntitle: Another\ndate: 2026-01-01\ntags: [go]\n---\n"},
			{"a page", "content/posts/old/four.md", "---\ntitle: Four\n---\n"},
			{"robots.txt", "static/robots.txt", "User-agent: *\nDisallow: /sub/posts/old/four\n"},
			{"it says it no more", "layouts/_partials/slots/head-end.html", ""},
		} {
			if step.file != "" {
				write(t, dir, step.file, step.text)
			}
			clean := testsite.Temp(t, dir)
			buildIn(t, dir, false)
			buildIn(t, clean, true)
			text, err := os.ReadFile(filepath.Join(dir, "public/sitemap.txt"))
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, m := range textAddress.FindAllStringSubmatch(string(text), -1) {
				if !strings.HasSuffix(m[1], "/sitemap/") {
					want = append(want, m[1])
				}
			}
			slices.Sort(want)
			if diff := cmp.Diff(want, mapLinks(t, dir)); diff != "" {
				t.Errorf("%s, %s (-sitemap.txt +site map):\n%s", theme, step.what, diff)
			}
			if diff := cmp.Diff(mapLinks(t, clean), mapLinks(t, dir)); diff != "" {
				t.Errorf("%s, %s (-clean +warm):\n%s", theme, step.what, diff)
			}
		}
	}
}

// A project may have its own template, or its own page at the URL or with the layout; a page at the URL is not a site
// map.
func TestOwnSiteMap(t *testing.T) {
	dir := listedSite(t, "blog", "true")
	write(t, dir, "layouts/htmlsitemap.html", `{{ define "main" }}{{ range .Site.Listed }}
{{ .Key.Path }}:{{ range .Pages }} {{ .Title }}{{ end }}{{ end }}{{ end }}`)
	write(t, dir, "content/sitemap.de.md", "---\ntitle: Eigenes\n---\nMine.\n")
	write(t, dir, "content/index-of-all/_index.md", "---\ntitle: All\nlayout: htmlsitemap\n---\n")
	buildIn(t, dir, true)
	want := "/: T About &amp; more\n/posts: Posts Two One\n/posts/old: Old posts Three\n/index-of-all: All\n/tags: Tags Go" // and not the list of categories, of which there are none
	for _, file := range []string{"public/sitemap/index.html", "public/index-of-all/index.html"} {
		if diff := cmp.Diff(want, mainOf(t, filepath.Join(dir, file))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
	if got := mainOf(t, filepath.Join(dir, "public/de/sitemap/index.html")); !strings.Contains(got, "Mine.") {
		t.Errorf("the project's own page at the address is %s", got)
	}
	home, _ := os.ReadFile(filepath.Join(dir, "public/de/index.html"))
	if strings.Contains(string(home), `Seitenübersicht`) {
		t.Error("the footer links to a site map that is not there")
	}
}
