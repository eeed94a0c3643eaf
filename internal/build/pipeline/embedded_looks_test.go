package pipeline_test

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
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

// TestEmbeddedHeader: the header and the parts above it, with everything that parameters add.
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
	want := `<aside class="announcement"><p>New: <a href="/a/">a</a></p><button class="tool" type="button" data-close-announcement aria-label="Close" hidden>×</button></aside>
<header class="site-header">
<a class="site-name" href="/"><img src="/dark.svg" alt="T" class="logo on-dark" width="10" height="10"><img src="/logo.svg" alt="T" class="logo on-light" width="10" height="10"></a>
<div class="tools">
<a class="tool search-open" href="/search/" data-index="/search/index.js" data-words="Search|Close|Pages found: #|Nothing found|The search could not be loaded.|Section|Tags" aria-keyshortcuts="/ Control+K Meta+K"><svg><span class="sr">Search</span><kbd hidden>Ctrl K</kbd></a>
<ul class="plain wide"><li><a class="tool" aria-label="Source code" href="https://git.example.org/t" rel="external"><svg></a></li><li><a class="tool" aria-label="github.com" href="https://github.com/t" rel="me"><svg></a></li><li><a class="tool" aria-label="Mastodon" href="https://example.com/@t" rel="me"><svg></a></li><li><a href="https://example.com/" rel="me">Elsewhere</a></li></ul>
<span class="tool"><button class="tool toggle" type="button" data-toggle-theme="as the system|light|dark" aria-label="Light or dark" hidden><svg></button></span>
</div>
</header>`
	if diff := cmp.Diff(want, part(t, page, `<aside class="announcement"`, "</header>")); diff != "" {
		t.Error(diff)
	}
	if early := `data-announcement="af4d12bb"></script>`; !strings.Contains(page, early) {
		t.Errorf("the page does not have %s:\n%s", early, page)
	}
}

// TestEmbeddedColors: a color scheme changes the style sheet and the color of the browser's bars.
func TestEmbeddedColors(t *testing.T) {
	out := themed(t, "blog", map[string]string{"content/a.md": "Words.\n", "sitegen.toml": "[params]\ncolors = 'sand'\n"})
	if want := `<meta name="theme-color" content="#fbf8f1" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1a1714" media="(prefers-color-scheme: dark)">`; !strings.Contains(out["a/index.html"], want) {
		t.Errorf("no %s in\n%s", want, out["a/index.html"])
	}
	for p, text := range out {
		if strings.HasPrefix(p, "css/site.") && !strings.Contains(text, "--sg-bg:light-dark(#fbf8f1,#1a1714)") {
			t.Errorf("%s lacks the colors of the scheme:\n%.900s", p, text)
		}
	}
}

// TestEmbeddedComments: each service gets the markup in its documentation, and a page loads nothing from it until a
// reader scrolls near it.
func TestEmbeddedComments(t *testing.T) {
	for settings, want := range map[string]string{
		"provider = 'giscus'\nrepo = 'me/blog'\nrepoID = 'R_1'\ncategoryID = 'DIC_2'": `<div class="giscus" data-src="https://giscus.app/client.js" data-repo="me/blog" data-repo-id="R_1" data-category="Announcements" data-category-id="DIC_2" data-mapping="pathname" data-strict="0" data-reactions-enabled="1" data-emit-metadata="0" data-input-position="top" data-theme="preferred_color_scheme" data-lang="en" data-loading="lazy"></div>`,
		"provider = 'utterances'\nrepo = 'me/blog'\nlabel = 'talk'":                   `<div data-src="https://utteranc.es/client.js" data-repo="me/blog" data-issue-term="pathname" data-label="talk" data-theme="preferred-color-scheme"></div>`,
		"provider = 'remark42'\nhost = 'https://talk.example.org/'\nsite = 'blog'":    `<div id="remark42" data-src="https://talk.example.org/web/embed.mjs" data-host="https://talk.example.org" data-site="blog" data-lang="en"></div>`,
	} {
		out := themed(t, "blog", map[string]string{
			"content/posts/a.md": "---\ndate: 2026-01-01\n---\nWords.\n",
			"content/posts/b.md": "---\ndate: 2026-01-01\ncomments: false\n---\nWords.\n",
			"content/about.md":   "Words.\n",
			"sitegen.toml":       "[params.comments]\n" + settings + "\n",
		})
		got := part(t, out["posts/a/index.html"], `<section class="comments"`, "<script")
		if diff := cmp.Diff("<section class=\"comments\" hidden aria-labelledby=\"comments\"><h2 id=\"comments\">Comments</h2>\n"+want+"\n<script", got); diff != "" {
			t.Error(diff)
		}
		for p, text := range out {
			if p != "posts/a/index.html" && strings.Contains(text, `class="comments"`) {
				t.Errorf("%s has comments", p)
			}
		}
	}
}

// TestEmbeddedAnalytics: one script of the service, on every page.
func TestEmbeddedAnalytics(t *testing.T) {
	for settings, want := range map[string]string{
		"provider = 'plausible'\ndomain = 'example.org'":                     `<script defer data-domain="example.org" src="https://plausible.io/js/script.js"></script>`,
		"provider = 'goatcounter'\nurl = 'https://me.goatcounter.com/count'": `<script async data-goatcounter="https://me.goatcounter.com/count" src="https://gc.zgo.at/count.js"></script>`,
		"provider = 'umami'\nid = '1-2'\nsrc = 'https://u.example.org/s.js'": `<script defer data-website-id="1-2" src="https://u.example.org/s.js"></script>`,
		"provider = 'matomo'\nurl = 'https://m.example.org'\nid = 3":         `<script defer data-url="https://m.example.org/" data-id="3" src="/js/matomo.`,
	} {
		for _, theme := range []string{"blog", "docs"} {
			out := themed(t, theme, map[string]string{"content/a.md": "Words.\n", "sitegen.toml": "[params.analytics]\n" + settings + "\n"})
			for _, page := range []string{"index.html", "a/index.html", "404.html"} {
				if strings.Count(out[page], want) != 1 {
					t.Errorf("%s of the theme %s does not have one %s", page, theme, want)
				}
			}
		}
	}
}

// TestEmbeddedGallery: pictures that match become tiles with names and captions, each of which opens and leads to its neighbors.
func TestEmbeddedGallery(t *testing.T) {
	picture := `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`
	out := themed(t, "blog", map[string]string{
		"content/g/index.md": "---\ntitle: G\ncover: sun.svg\nresources: [{src: sun.svg, params: {alt: Of the file}}, {src: b/two.svg, title: The second}, {src: b/one.svg, params: {caption: \"The *first*\"}}, {src: b/wide.svg, title: Far, params: {alt: Wide}}]\n---\n{{< gallery \"b/*\" >}}\n",
		"content/g/sun.svg":  picture, "content/g/b/one.svg": picture, "content/g/b/two.svg": strings.Replace(picture, `"10"`, `"5"`, 1), "content/g/other.svg": picture,
		"content/g/b/wide.svg": strings.Replace(picture, `"10"`, `"15"`, 1),
	})
	want := `<ul class="gallery">
<li id="gallery-0-0" class="even"><a id="gallery-0-0-tile" href="#gallery-0-0"><img src="/g/b/one.svg" alt="One" width="10" height="10" loading="lazy" decoding="async"><small>The <em>first</em></small></a><a class="next" href="#gallery-0-1" aria-label="Next"></a><a class="shut" href="#gallery-0-0-tile" aria-label="Close"></a></li>
<li id="gallery-0-1" class="tall"><a id="gallery-0-1-tile" href="#gallery-0-1"><img src="/g/b/two.svg" alt="The second" width="5" height="10" loading="lazy" decoding="async"></a><a class="prev" href="#gallery-0-0" aria-label="Previous"></a><a class="next" href="#gallery-0-2" aria-label="Next"></a><a class="shut" href="#gallery-0-1-tile" aria-label="Close"></a></li>
<li id="gallery-0-2"><a id="gallery-0-2-tile" href="#gallery-0-2"><img src="/g/b/wide.svg" alt="Wide" width="15" height="10" loading="lazy" decoding="async"><small>Far</small></a><a class="prev" href="#gallery-0-1" aria-label="Previous"></a><a class="shut" href="#gallery-0-2-tile" aria-label="Close"></a></li>
</ul>`
	if diff := cmp.Diff(want, part(t, out["g/index.html"], `<ul class="gallery">`, "</ul>")); diff != "" {
		t.Error(diff)
	}
	if cover := part(t, out["g/index.html"], `<figure class="cover">`, "</figure>"); !strings.Contains(cover, `alt="Of the file"`) {
		t.Errorf("the cover has another alternative text than its file: %s", cover)
	}
	for p, text := range out {
		if strings.Contains(text, "/css/gallery.") != (p == "g/index.html") && strings.HasSuffix(p, ".html") {
			t.Errorf("%s: the style sheet of galleries on a page without one, or the other way round", p)
		}
	}
}

// TestEmbeddedListLinks: the profiles and the feed of a list are icons in one row, and the link to its taxonomy is
// navigation, which the search skips.
func TestEmbeddedListLinks(t *testing.T) {
	out := themed(t, "blog", map[string]string{
		"sitegen.toml":                  "[taxonomies]\nauthor = \"authors\"\n",
		"content/posts/a.md":            "---\ntitle: A\ndate: 2026-01-02\nauthors: [Ann]\n---\nWords.\n",
		"content/authors/ann/_index.md": "---\ntitle: Ann\nsocial: [{name: Mastodon, url: 'https://example.com/@ann'}]\n---\n",
	})
	want := `<header class="list-header">
<nav class="kicker" aria-label="You are here"><a href="/authors/">Authors</a></nav>
<h1>Ann</h1>
<ul class="plain"><li><a class="tool" aria-label="Mastodon" href="https://example.com/@ann" rel="me"><svg></a></li><li><a class="tool" href="https://example.org/authors/ann/index.xml" type="application/rss&#43;xml" aria-label="RSS" title="Ann on T"><svg></a></li></ul>
</header>`
	if diff := cmp.Diff(want, part(t, out["authors/ann/index.html"], `<header class="list-header"`, "</header>")); diff != "" {
		t.Error(diff)
	}
	want = `<ul class="plain"><li><a class="tool" href="https://example.org/index.xml" type="application/rss&#43;xml" aria-label="RSS"><svg></a></li></ul>
</footer>`
	if diff := cmp.Diff(want, part(t, out["index.html"], `<ul class="plain">`, "</footer>")); diff != "" {
		t.Error(diff)
	}
}

// TestEmbeddedHomes: the home page of each style has its picture and its posts.
func TestEmbeddedHomes(t *testing.T) {
	for style, want := range map[string][]string{
		"cards": {`<ul class="featured tiles">`, `<h2><a href="/posts/a/">A</a></h2>`},
		"hero":  {`<header class="list-header hero">`, `<img src="/h.svg" alt=""`, `<h1>Hello</h1>`, `<ul class="posts">`},
	} {
		page := themed(t, "blog", map[string]string{
			"content/posts/a.md": "---\ntitle: A\ndate: 2026-01-01\n---\n- one\n- two\n",
			"static/h.svg":       `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`,
			"sitegen.toml":       "[params.home]\nstyle = '" + style + "'\ntitle = 'Hello'\nimage = 'h.svg'\n",
		})["index.html"]
		for _, text := range append(want, "<p>one · two</p>") {
			if !strings.Contains(page, text) {
				t.Errorf("%s: no %s in\n%s", style, text, page)
			}
		}
	}
}

// TestEmbeddedCodeGroup: code blocks with titles become tabs that change together with others.
func TestEmbeddedCodeGroup(t *testing.T) {
	page := themed(t, "docs", map[string]string{
		"content/a.md": "---\ntitle: A\n---\n{{< codegroup sync=\"p\" >}}\n```sh {title=\"npm\"}\na\n```\n```text {title=\"x<y\" wrap=true}\nb\n```\n{{< /codegroup >}}\n",
	})["a/index.html"]
	want := `<div class="tabs" data-sync="p">
<input type="radio" name="tabs-ID" id="tabs-ID-0" checked><label for="tabs-ID-0">npm</label>
<div class="tab"><div class="code terminal"><div class="highlight"><pre tabindex="0" role="group" aria-label="Code" class="chroma"><code class="language-sh" data-lang="sh"><span class="line"><span class="cl"><span class="nf">a</span></span></span></code></pre></div></div></div>
<input type="radio" name="tabs-ID" id="tabs-ID-1"><label for="tabs-ID-1">x&lt;y</label>
<div class="tab"><div class="code wrap"><div class="highlight"><pre tabindex="0" role="group" aria-label="Code" class="chroma"><code class="language-text" data-lang="text"><span class="line"><span class="cl">b</span></span></code></pre></div></div></div>
</div>`
	got := regexp.MustCompile(`tabs-[0-9a-f]{6}`).ReplaceAllString(part(t, page, `<div class="tabs"`, "</article>"), "tabs-ID")
	got, _, _ = strings.Cut(got, "\n</div>\n</article>")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(page, "/js/tabs.") {
		t.Error("the page does not load tabs.js")
	}
}

// TestSearchOfFallbackPages: the search of a language finds the pages that it shows in the default language, except
// those that the default language's search does not find either.
func TestSearchOfFallbackPages(t *testing.T) {
	out := themed(t, "docs", map[string]string{
		"content/one.md":    "---\ntitle: One\n---\nWords.\n",
		"content/one.fr.md": "---\ntitle: Un\n---\nMots.\n",
		"content/two.md":    "---\ntitle: Two\n---\nWords.\n",
		"content/three.md":  "---\ntitle: Three\nnoindex: true\n---\nWords.\n",
		"sitegen.toml":      "disableKinds = ['taxonomy', 'term']\n[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\nfallbackPages = true\n",
	})
	var got []string
	for p, text := range out {
		if strings.HasPrefix(p, "fr/search/b0-") {
			got = append(got, regexp.MustCompile(`[0-9a-z]{8}-[0-9a-z]{5}`).ReplaceAllString(text, `FILE`))
		}
	}
	want := []string{`sitegenSearch([["","T",0,""],["one/","Un",0,"FILE"],["two/","Two",0,"FILE-1"]])` + "\n"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestEmbeddedVersions: the menu leads to the same page of each version if it exists, old pages say that they are old,
// and the search of a page is that of its version.
func TestEmbeddedVersions(t *testing.T) {
	out := themed(t, "docs", map[string]string{
		"content/v2/_index.md": "---\ntitle: Two\n---\n", "content/v2/a.md": "---\ntitle: A\n---\nnew", "content/v3.md": "---\ntitle: Three\n---\n",
		"content/v1/_index.md": "---\ntitle: One\n---\n", "content/v1/a.md": "---\ntitle: A\n---\n", "content/v1/b.md": "---\ntitle: B\n---\nold",
		"sitegen.toml": "params.versions = [{ name = '3', path = '/v3', prerelease = true }, { name = '2', path = '/v2' }, { name = '1', path = '/v1' }, " +
			"{ name = '0', url = 'https://old.example.org/{path}' }]\n",
	})
	menu := func(shown, three, two, one, zero string) string {
		return `<details class="menu"><summary class="tool"><span class="sr">Version: </span>` + shown + "</summary><ul>\n<li><a href=" + three + ">3</a></li>\n<li><a href=" + two +
			">2</a></li>\n<li><a href=" + one + ">1</a></li>\n<li><a href=\"https://old.example.org/" + zero + "\">0</a></li>\n</ul></details>"
	}
	notice := func(to string) string {
		return `<p class="notice">This page is about an older version. <a href="` + to + `">Read about the newest version</a></p>`
	}
	for page, want := range map[string][3]string{
		"v3/index.html":   {menu("3", `"/v3/" aria-current="true"`, `"/v2/"`, `"/v1/"`, ""), "", "v3"},
		"v2/a/index.html": {menu("2", `"/v3/"`, `"/v2/a/" aria-current="true"`, `"/v1/a/"`, "a/"), "", ""},
		"v1/a/index.html": {menu("1", `"/v3/"`, `"/v2/a/"`, `"/v1/a/" aria-current="true"`, "a/"), notice("/v2/a/"), "v1"},
		"v1/b/index.html": {menu("1", `"/v3/"`, `"/v2/"`, `"/v1/b/" aria-current="true"`, "b/"), notice("/v2/"), "v1"},
		"index.html":      {menu("2", `"/v3/"`, `"/v2/"`, `"/v1/"`, ""), "", ""},
	} {
		if diff := cmp.Diff(want[0], part(t, out[page], `<details class="menu">`, "</details>")); diff != "" {
			t.Errorf("%s: %s", page, diff)
		}
		if strings.Contains(out[page], `class="notice"`) != (want[1] != "") || !strings.Contains(out[page], want[1]) {
			t.Errorf("%s: want the notice %q", page, want[1])
		}
		versions := `data-versions="[{&#34;folder&#34;:&#34;v3&#34;,&#34;name&#34;:&#34;3&#34;},{&#34;folder&#34;:&#34;&#34;,&#34;name&#34;:&#34;2&#34;},{&#34;folder&#34;:&#34;v1&#34;,&#34;name&#34;:&#34;1&#34;}]" data-version="` + want[2] + `"`
		if !strings.Contains(out[page], versions) {
			t.Errorf("%s: want %s", page, versions)
		}
	}
	var indexes []string
	for name, text := range out {
		if folder, file := path.Split(name); strings.HasPrefix(name, "search/") && strings.HasPrefix(file, "s") {
			indexes = append(indexes, fmt.Sprintf("%s has old: %v, new: %v", folder, strings.Contains(text, "old "), strings.Contains(text, "new ")))
		}
	}
	slices.Sort(indexes)
	want := []string{"search/ has old: false, new: true", "search/v1/ has old: true, new: false", "search/v3/ has old: false, new: false"}
	if diff := cmp.Diff(want, indexes); diff != "" {
		t.Error(diff)
	}
}

// TestEmbeddedVersionsAgree: the theme and the build agree about versions: the index that a page names exists, and the
// notice of an old page leads to its canonical URL if there is such a page; pages of a prerelease have none. The tree
// is that of the version.
func TestEmbeddedVersionsAgree(t *testing.T) {
	canonical := regexp.MustCompile(`<link rel="canonical" href="https://example.org([^"]*)">`)
	notice := regexp.MustCompile(`<p class="notice">[^<]*<a href="([^"]*)">`)
	prerelease := regexp.MustCompile(`path = '([^']*)', prerelease`)
	index := regexp.MustCompile(` data-version="([^"]*)"`)
	files := map[string]string{"content/_index.md": "---\ntitle: T\n---\n"}
	for _, v := range []string{"d", "d/v1", "d-v1", "d/v-2", "e/x/y"} {
		for _, page := range []string{"_index", "a", "b/_index", "b/c"} {
			files["content/"+v+"/"+page+".md"] = "---\ntitle: " + v + " " + page + "\n---\nWords.\n"
		}
		files["content/"+v+"/only-"+path.Base(v)+".md"] = "---\ntitle: Only\n---\n"
	}
	for _, list := range []string{
		"{ name = '1', path = '/d/v1' }, { name = '0', path = '/d-v1/' }",
		"{ name = '4', path = '/e/x/y', prerelease = true }, { name = '3', path = '/d' }, { name = '2', path = '/d/v-2' }, { name = '1', path = '/d/v1' }",
		"{ name = '9', url = 'https://new.example/{path}' }, { name = '1', path = '/d/v1' }, { name = '0', path = '/' }",
		"{ name = '2', path = '/d/v-2', prerelease = true }, { name = '1', path = '/d-v1', prerelease = true }",
	} {
		copied := maps.Clone(files)
		copied["sitegen.toml"] = "params.versions = [" + list + "]\n"
		out := themed(t, "docs", copied)
		pages := 0
		for name, text := range out {
			address, ok := strings.CutSuffix("/"+name, "index.html")
			if !ok || strings.HasPrefix(address, "/search/") {
				continue
			}
			pages++
			if m := index.FindStringSubmatch(text); m != nil && out[path.Join("search", m[1], "index.js")] == "" {
				t.Errorf("%s: %s names the index %q, which does not exist", list, name, m[1])
			}
			c, n := canonical.FindStringSubmatch(text), notice.FindStringSubmatch(text)
			early := prerelease.FindStringSubmatch(list)
			if c != nil && c[1] != address && (early == nil || !strings.HasPrefix(address, early[1]+"/")) && (n == nil || n[1] != c[1]) {
				t.Errorf("%s: %s has the canonical address %s, and the notice %q", list, name, c[1], n)
			}
			if strings.HasPrefix(address, "/d/v1/") && strings.Contains(list, "/d/v1") && strings.Contains(part(t, text, `id="tree"`, "</nav>"), "/d-v1/") {
				t.Errorf("%s: the tree of %s shows another version", list, name)
			}
		}
		if pages < 20 {
			t.Errorf("only %d pages", pages)
		}
	}
}

// TestEmbeddedMenuOfNone: without a menu, the menu has the sections and the pages outside sections, but no posts.
func TestEmbeddedMenuOfNone(t *testing.T) {
	out := themed(t, "blog", map[string]string{
		"content/posts/a.md": "---\ntitle: A\ndate: 2026-01-01\n---\n", "content/about.md": "---\ntitle: About\n---\n",
		"content/news.md": "---\ntitle: News\ndate: 2026-01-01\n---\n",
	})
	want := `<nav class="site-nav" id="nav" popover aria-label="Main"><ul>` + "\n" + `<li><a href="/posts/">Posts</a></li>` + "\n" +
		`<li><a href="/about/" aria-current="page">About</a></li>` + "\n</ul></nav>"
	if diff := cmp.Diff(want, part(t, out["about/index.html"], `<nav class="site-nav"`, "</nav>")); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(part(t, out["index.html"], `<nav class="site-nav"`, "</nav>"), "aria-current") {
		t.Error("a page of the menu is current on the home page")
	}
}

// TestEmbeddedHideTitle: a page of the docs theme may leave its title to its text.
func TestEmbeddedHideTitle(t *testing.T) {
	out := themed(t, "docs", map[string]string{"content/a.md": "---\ntitle: A\nhideTitle: true\n---\nWords.\n\n# Later\n", "content/b.md": "---\ntitle: B\n---\nWords.\n"})
	for page, want := range map[string]bool{"a/index.html": false, "b/index.html": true} {
		if got := strings.Contains(out[page], "<h1>"); got != want {
			t.Errorf("%s has a title above its text: %v", page, got)
		}
	}
}

// TestEmbeddedBadges: in the preview, lists and pages say which posts are drafts and which are still to come.
func TestEmbeddedBadges(t *testing.T) {
	dir := t.TempDir()
	testsite.Write(t, dir, map[string]string{
		"sitegen.toml":            "title = 'T'\nbaseURL = 'https://example.org/'\ntheme = 'blog'\n",
		"content/posts/draft.md":  "---\ntitle: A\ndate: 2026-01-01\ndraft: true\n---\n",
		"content/posts/later.md":  "---\ntitle: B\ndate: 2026-07-01\n---\n",
		"content/posts/public.md": "---\ntitle: C\ndate: 2026-01-03\n---\n",
	})
	res := built(t, project.Options{Source: dir, Clock: summer, Memory: true, Server: true, Drafts: true, Future: true})
	out := held(t, res.Outputs)
	badge := regexp.MustCompile(`<span class="badge">(\w+)</span>`)
	for p, want := range map[string]string{"index.html": "Scheduled Draft", "posts/later/index.html": "Scheduled", "posts/draft/index.html": "Draft", "posts/public/index.html": ""} {
		var got []string
		for _, m := range badge.FindAllStringSubmatch(out[p], -1) {
			got = append(got, m[1])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: badges %q, want %q", p, got, want)
		}
	}
}

// TestEmbeddedSlots: pages include the templates that a project puts into the slots, for example a feedback form below
// the text.
func TestEmbeddedSlots(t *testing.T) {
	for theme, slots := range map[string]string{
		"blog": "head-end body-start before-content after-content footer",
		"docs": "head-end body-start sidebar-end before-content after-content footer",
	} {
		files := map[string]string{"content/posts/a.md": "---\ntitle: A\ndate: 2026-01-01\n---\nWords.\n"}
		for _, slot := range strings.Fields(slots) {
			files["layouts/_partials/slots/"+slot+".html"] = "<!--x-->[" + slot + " {{ .Title }}]"
		}
		page := themed(t, theme, files)["posts/a/index.html"]
		var got []string
		for _, m := range regexp.MustCompile(`\[([a-z-]+) A\]`).FindAllStringSubmatch(page, -1) {
			got = append(got, m[1])
		}
		if strings.Join(got, " ") != slots {
			t.Errorf("%s: slots %q, want %s", theme, got, slots)
		}
	}
}

// TestEmbeddedTreeFilter: the field that filters the tree is above those of more than 60 pages, if they are complete.
func TestEmbeddedTreeFilter(t *testing.T) {
	for pages, want := range map[int]bool{60: false, 61: true, 151: false} {
		files := map[string]string{}
		for i := range pages {
			files[fmt.Sprintf("content/guide/p%d.md", i)] = "---\ntitle: A\n---\n"
		}
		out := themed(t, "docs", files)["guide/p1/index.html"]
		if got := strings.Contains(out, `placeholder="Filter pages"`); got != want {
			t.Errorf("%d pages: a field is above the tree: %v, want %v", pages, got, want)
		}
		if got := strings.Contains(out, "js/filter."); got != want {
			t.Errorf("%d pages: the script is loaded: %v, want %v", pages, got, want)
		}
	}
}

// TestEmbeddedKicker: the first category of a post is above its title, and is not among its first tags in lists.
func TestEmbeddedKicker(t *testing.T) {
	out := themed(t, "blog", map[string]string{
		"content/posts/a.md": "---\ntitle: A\ndate: 2026-01-01\ncategories: [Craft, Life]\ntags: [oven]\n---\nWords.\n",
		"content/posts/b.md": "---\ntitle: B\ndate: 2026-01-02\n---\nWords.\n",
	})
	kicker := `<p class="kicker"><a href="/categories/craft/">Craft</a></p>`
	for page, want := range map[string]int{"posts/a/index.html": 1, "posts/b/index.html": 0, "posts/index.html": 1} {
		if got := strings.Count(out[page], kicker); got != want {
			t.Errorf("%s has %d labels, want %d", page, got, want)
		}
	}
	if got := strings.Count(out["posts/index.html"], ">Craft</a>"); got != 1 {
		t.Errorf("the list names the category %d times, want once", got)
	}
	if !strings.Contains(out["posts/index.html"], ">Life</a></li>") {
		t.Error("the list lacks the second category")
	}
}
