package pipeline_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// feedPageSite is listedSite with a page about the feeds in place of the site map.
func feedPageSite(t *testing.T, theme string) string {
	t.Helper()
	dir := listedSite(t, theme, "false")
	config, err := os.ReadFile(filepath.Join(dir, "sitegen.toml"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "sitegen.toml", strings.Replace(string(config), "[discovery]", "[feeds]\npage = true\n[feeds.section]\nformats = [\"json\"]\n[discovery]", 1))
	return dir
}

const feedPageWant = `<h1>Subscribe</h1>
<p>Follow this site in a feed reader, an app or website that shows you what is new. Copy an address below and paste it there; you do not need an account here.</p>
<figure class="code wrap"><figcaption>RSS</figcaption><div><pre tabindex="0" role="group" aria-label="T"><code>https://example.org/sub/index.xml</code></pre></div></figure>
<figure class="code wrap"><figcaption>Atom</figcaption><div><pre tabindex="0" role="group" aria-label="T (Atom)"><code>https://example.org/sub/atom.xml</code></pre></div></figure>
<figure class="code wrap"><figcaption>JSON Feed</figcaption><div><pre tabindex="0" role="group" aria-label="T (JSON Feed)"><code>https://example.org/sub/feed.json</code></pre></div></figure>
<h2>Latest</h2>
<ul>
<li><a href="/sub/posts/two/">Two</a> <small><time datetime="2026-01-02T00:00:00Z">January 2, 2026</time></small></li>
<li><a href="/sub/posts/one/">One</a> <small><time datetime="2026-01-01T00:00:00Z">January 1, 2026</time></small></li>
<li><a href="/sub/posts/old/three/">Three</a> <small><time datetime="2025-01-02T00:00:00Z">January 2, 2025</time></small></li>
<li><a href="/sub/about/">About &amp; more</a></li>
</ul>
<h2>More feeds</h2>
<ul class="columns">
<li>Posts on T <small><a href="https://example.org/sub/posts/index.xml" type="application/rss&#43;xml">RSS</a> · <a href="https://example.org/sub/posts/feed.json" type="application/feed&#43;json">JSON Feed</a></small></li>
<li>Old posts on T <small><a href="https://example.org/sub/posts/old/index.xml" type="application/rss&#43;xml">RSS</a> · <a href="https://example.org/sub/posts/old/feed.json" type="application/feed&#43;json">JSON Feed</a></small></li>
<li>Go on T <small><a href="https://example.org/sub/tags/go/index.xml" type="application/rss&#43;xml">RSS</a></small></li>
</ul>`

// The page shows the feeds with their URLs and newest items, says noindex, and is in no sitemap, text sitemap or feed.
func TestPageAboutFeeds(t *testing.T) {
	for _, theme := range []string{"blog", "docs"} {
		dir := feedPageSite(t, theme)
		buildIn(t, dir, true)
		file := filepath.Join(dir, "public/feed/index.html")
		if diff := cmp.Diff(feedPageWant, mainOf(t, file)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", theme, diff)
		}
		text, _ := os.ReadFile(file)
		if !strings.Contains(string(text), `<meta name="robots" content="noindex, follow">`) {
			t.Errorf("%s: it does not say noindex", theme)
		}
		for _, of := range []string{"sitemap.txt", "atom.xml", "feed.json", "index.xml"} {
			if list, err := os.ReadFile(filepath.Join(dir, "public", of)); err != nil || strings.Contains(string(list), "/sub/feed/") {
				t.Errorf("%s: %s names it (%v)", theme, of, err)
			}
		}
		home, _ := os.ReadFile(filepath.Join(dir, "public/de/index.html"))
		if foot := regexp.MustCompile(`(?s)<footer.*`).FindString(string(home)); !strings.Contains(foot, `<a href="/sub/de/feed/">Abonnieren</a>`) || strings.Contains(foot, ">RSS<") {
			t.Errorf("%s: the foot is %s", theme, foot)
		}
	}
}

// A page that only its template keeps out of lists is not among the newest items either, whatever builds came before.
func TestPageAboutFeedsFollowsTheListing(t *testing.T) {
	dir := feedPageSite(t, "blog")
	for _, step := range []struct{ what, file, text, has, hasNot string }{
		{what: "the first build", has: ">Two<"},
		{"only a template says noindex", "layouts/_partials/slots/head-end.html", `{{ if eq .Title "Two" }}<meta name="robots" content="noindex">{{ end }}`, ">One<", ">Two<"},
		{what: "nothing", has: ">One<", hasNot: ">Two<"},
		{"a title", "content/posts/one.md", "---\ntitle: Another\ndate: 2026-01-01\n---\n", ">Another<", ">Go on T<"},
		{"it says it no more", "layouts/_partials/slots/head-end.html", "", ">Two<", ">One<"},
		{"front matter keeps it out", "content/posts/two.md", "---\ntitle: Two\nfeeds: false\n---\n", ">Another<", ">Two<"},
	} {
		if step.file != "" {
			write(t, dir, step.file, step.text)
		}
		clean := testsite.Temp(t, dir)
		buildIn(t, dir, false)
		buildIn(t, clean, true)
		got, want := mainOf(t, filepath.Join(dir, "public/feed/index.html")), mainOf(t, filepath.Join(clean, "public/feed/index.html"))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-clean +warm):\n%s", step.what, diff)
		}
		if !strings.Contains(got, step.has) || step.hasNot != "" && strings.Contains(got, step.hasNot) {
			t.Errorf("%s: want %s and not %s in %s", step.what, step.has, step.hasNot, got)
		}
	}
}

// A project may have its own template, or its own page with the layout or at the URL.
func TestOwnPageAboutFeeds(t *testing.T) {
	dir := feedPageSite(t, "blog")
	write(t, dir, "layouts/feedpage.html", `{{ define "main" }}{{ range .Site.Feeds }}
{{ .List.Path }} {{ .Title }} ({{ .Description }}):{{ range .Links }} {{ .MediaType }}{{ end }}:{{ range .Pages }} {{ .Title }}{{ end }}{{ end }}{{ end }}`)
	write(t, dir, "content/feed.de.md", "---\ntitle: Eigenes\n---\nMine.\n")
	write(t, dir, "content/follow.md", "---\ntitle: Follow\nlayout: feedpage\n---\n")
	buildIn(t, dir, true)
	want := `/ T (Recent content on T): application/rss+xml application/atom+xml application/feed+json: Two One Three About & more Follow
/posts Posts on T (Recent content in Posts on T): application/rss+xml application/feed+json: Two One
/posts/old Old posts on T (Recent content in Old posts on T): application/rss+xml application/feed+json: Three
/tags Tags on T (Recent content in Tags on T): application/rss+xml: Go
/tags/go Go on T (Recent content in Go on T): application/rss+xml: One`
	for _, file := range []string{"public/feed/index.html", "public/follow/index.html"} {
		got := strings.NewReplacer("&#43;", "+", "&amp;", "&").Replace(mainOf(t, filepath.Join(dir, file)))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
	if got := mainOf(t, filepath.Join(dir, "public/de/feed/index.html")); !strings.Contains(got, "Mine.") {
		t.Errorf("the project's own page at the address is %s", got)
	}
	home, _ := os.ReadFile(filepath.Join(dir, "public/de/index.html"))
	if strings.Contains(string(home), ">Abonnieren<") {
		t.Error("the footer links to a page that is not there")
	}
}
